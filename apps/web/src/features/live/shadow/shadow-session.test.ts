/** Shadow runs, followed by the page. */
import type { ShadowAnswer } from "@sluice/protocol";
import { describe, expect, it } from "vitest";
import { ManualScheduler, settle } from "../../../testing/testing.ts";
import { json } from "../../../testing/testing-live.ts";
import { WHOLE } from "../../deploy/index.ts";
import { ShadowSession, shownShadow } from "./shadow-session.ts";

describe("a shadow run", () => {
  it("that starts is polled each second from then on", async () => {
    const time = new ManualScheduler();
    let asked = 0;
    let known = false;
    const session = new ShadowSession(async () => {
      asked++;
      return json({ error: "there was none" }, 404);
    });
    const end = session.follow(
      time,
      () => true,
      () => known,
    );
    const pass = async (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        await settle();
        time.pass(1000);
      }
    };
    // To ask for a run that never was is an error in the browser's console.
    await pass(30);
    expect(asked).toBe(0);
    known = true;
    await pass(30);
    expect(asked).toBe(1);
    session.store.setState({ shadow: { state: "running" } as ShadowAnswer });
    await pass(2);
    expect(asked).toBe(2);
    end();
  });

  it("that is refused says why, and a missing one is none", async () => {
    const session = new ShadowSession(async (_path, post) =>
      json({ error: post === undefined ? "there was none" : "another runs" }, post === undefined ? 404 : 409),
    );
    await session.refresh();
    expect(session.store.getState().shadow).toBeNull();
    await session.start("a", 60, WHOLE);
    expect(session.store.getState()).toMatchObject({ busy: false, message: expect.stringContaining("another runs") });
    expect(session.isOf("a")).toBe(false);
  });

  it("that is discarded is stopped and hidden; the next one is shown", async () => {
    const asked: (string | undefined)[] = [];
    const session = new ShadowSession(async (_path, _post, method) => {
      asked.push(method);
      return json({ error: "it has just ended" }, 404);
    });
    const run = (id: string, state: ShadowAnswer["state"]) =>
      session.store.setState({ shadow: { id, state } as ShadowAnswer });
    const shown = () => shownShadow(session.store.getState())?.id;
    run("s1", "running");
    await session.discard();
    // It could not be stopped: it stays visible while it runs.
    expect([asked, shown()]).toEqual([["DELETE"], "s1"]);
    run("s1", "done");
    await session.discard();
    expect([asked.length, shown()]).toEqual([1, undefined]);
    run("s2", "running");
    expect(shown()).toBe("s2");
  });
});
