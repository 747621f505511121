import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { BodyIntake } from "./body-intake.ts";

/** A request as far as bodies are concerned. */
function request(): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers: {} }) as unknown as PassThrough & IncomingMessage;
}
const AMPLE = { limit: 1000, timeout: 0 };
/** Until what was written has been read. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("BodyIntake", () => {
  it("counts a body while it is worked on, and no longer, also when that fails", async () => {
    const intake = new BodyIntake({ inFlight: 100 });
    let end = () => {};
    const one = request();
    one.end("x".repeat(40));
    const taken = intake.take(one, AMPLE, (body, share) => {
      share.take(10);
      return new Promise<number>((resolve) => {
        end = () => resolve(body.length);
      });
    });
    await turn();
    expect(intake.held).toBe(50);
    end();
    expect([await taken, intake.held]).toEqual([40, 0]);
    const other = request();
    other.end("y");
    await expect(intake.take(other, AMPLE, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(intake.held).toBe(0);
  });

  it("gives up when the time is over, by whatever clock it has", async () => {
    const waiting: [number, () => void][] = [];
    const intake = new BodyIntake({
      inFlight: 100,
      after: (ms, action) => {
        waiting.push([ms, action]);
        return () => {};
      },
    });
    const one = request();
    one.write("half");
    const taken = intake.take(one, { limit: 1000, timeout: 2000 }, () => "never");
    const refused = expect(taken).rejects.toMatchObject({
      status: 408,
      message: "the body took longer than 2 seconds",
    });
    await turn();
    expect([waiting[0]![0], intake.held]).toEqual([2000, 4]);
    waiting[0]![1]();
    await refused;
    expect(intake.held).toBe(0);
  });

  it("refuses what is larger than the limit, and what all together have no room for", async () => {
    const intake = new BodyIntake({ inFlight: 50 });
    const large = request();
    large.end("x".repeat(1001));
    await expect(intake.take(large, AMPLE, () => "never")).rejects.toMatchObject({ status: 413 });
    const much = request();
    much.end("x".repeat(51));
    await expect(intake.take(much, AMPLE, () => "never")).rejects.toMatchObject({ status: 429 });
    expect(intake.held).toBe(0);
  });

  it("lets others have their turn between many small pieces, also of a body that was refused", async () => {
    for (const limit of [20_000, 10]) {
      const intake = new BodyIntake({ inFlight: 100_000 });
      const one = request();
      let inTurn = 0;
      let most = 0;
      one.on("data", () => {
        most = Math.max(most, ++inTurn);
      });
      one.pause();
      for (let i = 0; i < 20_000; i++) one.write("x");
      one.end();
      const ended = new Promise((resolve) => one.once("end", resolve));
      const taken = intake.take(one, { limit, timeout: 0 }, (body) => body.length).catch(({ status }) => status);
      one.resume();
      let done = false;
      void ended.then(() => {
        done = true;
      });
      while (!done) {
        await turn();
        inTurn = 0;
      }
      expect([await taken, most]).toEqual([limit === 10 ? 413 : 20_000, 1024]);
    }
  });
});
