/** The live area's reading of a server's messages, with a clock that the tests advance. */
import type { LiveComponent, LiveState } from "@sluice/protocol";
import { describe, expect, it } from "vitest";
import { readEvents } from "../../core/server/event-stream.ts";
import { ManualScheduler, settle } from "../../testing/testing.ts";
import { TestStream } from "../../testing/testing-live.ts";
import { growHistory } from "./grow-history.ts";
import { LiveSession } from "./live-session.ts";

describe("readEvents", () => {
  it("joins messages that arrive in parts, and skips comments and anything that is not JSON", async () => {
    const bytes = new TextEncoder().encode(
      ': hi\n\nevent: a\ndata: "é"\n\ndata: nothing\n\nid: 4\nevent: b\ndata: {"x":1}\n\nevent: c\n',
    );
    const parts = Array.from(bytes, (_, i) => bytes.slice(i, i + 1));
    const events: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    for await (const { name, data } of readEvents(body)) events.push([name, data]);
    expect(events).toEqual([
      ["a", "é"],
      ["b", { x: 1 }],
    ]);
  });
});

const NO_FLOW = { entries: 0, bytes: 0 };
const component = (rate: number): LiveComponent => ({
  id: "logs.process.main",
  name: "logs.process",
  label: "main",
  kind: "process",
  health: { state: "healthy", message: "", since: "2026-01-15T08:00:00Z" },
  forward_to: [],
  arguments: [],
  exports: [],
  details: {},
  errors: [],
  in: { entries: rate, bytes: rate * 10 },
  out: NO_FLOW,
  dropped: 0,
  total: { in: NO_FLOW, out: NO_FLOW, dropped: 0 },
  held: rate,
});
const START = Date.UTC(2026, 0, 15, 8);
const stateAt = (seconds: number, ...components: readonly LiveComponent[]): LiveState => ({
  at: new Date(START + seconds * 1000).toISOString(),
  sha256: "",
  components,
  edges: [],
  taps: { active: 0, most: 8 },
});
const history = { step_seconds: 10, times: [START / 1000], components: {} };

describe("the history in the page", () => {
  it("extends the server's with the means of each step", () => {
    let growing = growHistory({ history, pending: [] }, stateAt(4, component(10)));
    expect(growing.history.times).toHaveLength(1);
    growing = growHistory(growing, stateAt(10, component(30)));
    const series = growing.history.components["logs.process.main"]!;
    expect([growing.history.times.length, series.in, series.bytes_in, series.held]).toEqual([
      2,
      [null, 20],
      [null, 200],
      [null, 30],
    ]);
  });

  it("covers an hour, and forgets a component that has been gone for as long", () => {
    let growing = growHistory({ history, pending: [] }, stateAt(10, component(1)));
    for (let step = 2; step <= 361; step++) growing = growHistory(growing, stateAt(step * 10));
    expect(growing.history.times).toHaveLength(360);
    expect(growing.history.components).toEqual({});
  });
});

describe("the live session", () => {
  it("shows the server's data, keeps it while the server is away, and reconnects", async () => {
    const time = new ManualScheduler();
    const streams: TestStream[] = [];
    let away = false;
    const session = new LiveSession(async () => {
      if (away) return undefined;
      streams.push(new TestStream());
      return streams.at(-1)!.response;
    }, time);
    const end = session.follow();
    await settle();
    await streams[0]!.send("snapshot", { ...stateAt(0, component(1)), history });
    await streams[0]!.send("live", stateAt(2, component(5)));
    expect(session.store.getState()).toMatchObject({ phase: "live", state: { components: [{ in: { entries: 5 } }] } });
    away = true;
    await streams[0]!.end();
    expect(session.store.getState()).toMatchObject({ phase: "away", state: { components: [{ in: { entries: 5 } }] } });
    time.pass(2000);
    await settle();
    away = false;
    time.pass(2000);
    await settle();
    await streams[1]!.send("snapshot", { ...stateAt(9, component(7)), history });
    expect(session.store.getState()).toMatchObject({ phase: "live", state: { components: [{ in: { entries: 7 } }] } });
    end();
    time.pass(60_000);
    expect(streams).toHaveLength(2);
  });

  it("is away where the connection breaks, and failed where the page itself does", async () => {
    const streams: TestStream[] = [];
    const time = new ManualScheduler();
    const session = new LiveSession(async () => {
      streams.push(new TestStream());
      return streams.at(-1)!.response;
    }, time);
    session.follow();
    await settle();
    await streams[0]!.send("snapshot", { ...stateAt(0, component(1)), history });
    await streams[0]!.breakOff();
    expect(session.store.getState().phase).toBe("away");
    time.pass(2000);
    await settle();
    const unsubscribe = session.store.subscribe(() => {
      unsubscribe();
      throw new Error("no such series");
    });
    await streams[1]!.send("snapshot", { ...stateAt(2, component(1)), history });
    expect(session.store.getState()).toMatchObject({ phase: "failed", message: "This page failed: no such series" });
    expect(streams[1]!.canceled).toBe(true);
  });

  const refused: readonly [number, string][] = [
    [401, "locked"],
    [404, "old"],
    [503, "failed"],
  ];
  for (const [status, phase] of refused)
    it(`explains ${status}`, async () => {
      const session = new LiveSession(async () => new Response("{}", { status }), new ManualScheduler());
      session.follow();
      await settle();
      expect(session.store.getState().phase).toBe(phase);
    });
});
