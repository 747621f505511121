/** Taps and their rows, with a clock that the tests advance. */
import type { TapEntry } from "@sluice/protocol";
import { describe, expect, it } from "vitest";
import type { ServerAnswer } from "../../core/server/ask-server.ts";
import { ManualScheduler, settle } from "../../testing/testing.ts";
import { json, shownEntry, TestStream, tappedOf } from "../../testing/testing-live.ts";
import { addRows, MAX_ROWS, MAX_SIZE, type TapRow, tapRow } from "./tap-rows.ts";
import { TapSession } from "./tap-session.ts";

const ENTRY = shownEntry("a line", { job: "a" });
const tapped = tappedOf(ENTRY);

const FROM = { key: 1, tap: 1 };

describe("rows of a tap", () => {
  const words = (entry: TapEntry) => {
    const { status, out } = tapRow(entry, undefined, 1, FROM);
    return [status, out.filter(({ kind }) => kind === "new" || kind === "note").map(({ text }) => text.trim())];
  };
  const drop = { code: "rule", text: "`a` matches `b`" };
  const step = { path: "1", stage: "drop", status: "dropped", reasons: [drop] } as unknown as TapEntry["steps"][number];
  const cases: readonly [string, TapEntry, unknown][] = [
    ["unchanged", tapped(1), ["passed", ["line unchanged"]]],
    [
      "with another label and line",
      tapped(1, { after: [{ ...ENTRY, line: "b", labels: { job: "a", level: "info" } }] }),
      ["changed", ['level="info"', "b", ""]],
    ],
    ["dropped", tapped(1, { status: "dropped", after: [], steps: [step] }), ["dropped", ["a matches b"]]],
    ["inside", tapped(1, { status: "held", after: [], pending: true }), ["held", ["inside the pipeline"]]],
  ];
  for (const [name, entry, expected] of cases) it(name, () => expect(words(entry)).toEqual(expected));

  it("are bounded in number and size, and a pending entry appears once", () => {
    const rows = (from: number, count: number, size = 1) =>
      Array.from({ length: count }, (_, i) => tapRow(tapped(from + i), undefined, size, { key: from + i, tap: 1 }));
    const many = addRows(addRows([], rows(1, MAX_ROWS)), rows(MAX_ROWS + 1, 5));
    expect([many.length, many[0]!.entry.seq, many.at(-1)!.entry.seq]).toEqual([MAX_ROWS, MAX_ROWS + 5, 6]);
    expect(addRows([], rows(1, 10, MAX_SIZE / 4))).toHaveLength(4);
    const pending = tapRow(tapped(1, { pending: true, index: 7 }), undefined, 1, FROM);
    const later = (tap: number) => tapRow(tapped(2, { index: 7 }), undefined, 1, { key: 2, tap });
    const seqs = (rows: readonly TapRow[]) => rows.map(({ entry }) => entry.seq);
    expect(seqs(addRows([pending], [later(1)]))).toEqual([2]);
    // Another tap has entries of the same index.
    expect(seqs(addRows([pending], [later(2)]))).toEqual([2, 1]);
  });
});

describe("a tap", () => {
  /** `refuse`: replaces the server's usual answer. */
  function start(refuse: (post: unknown) => ServerAnswer | undefined = () => undefined) {
    const time = new ManualScheduler();
    const stream = new TestStream();
    const asked: [string, unknown][] = [];
    const tap = new TapSession({
      open: async () => stream.response,
      ask: async (path, post) => {
        asked.push([path, post]);
        const taken = Object.fromEntries(Object.entries(post as object).filter(([, value]) => value !== null));
        return (
          refuse(post) ?? json({ id: "t1", component: "logs.process.main", rate: 10, paused: false, seq: 2, ...taken })
        );
      },
      scheduler: time,
    });
    const seqs = () => tap.store.getState().rows.map(({ entry }) => entry.seq);
    const begin = { id: "t1", component: "logs.process.main", rate: 10, paused: false, seq: 0, version: 2, stages: [] };
    return { tap, time, stream, asked, seqs, begin };
  }

  it("shows new entries, pauses while a row is selected, and counts the new ones", async () => {
    const { tap, time, stream, seqs, begin } = start();
    tap.start({ component: "logs.process.main" });
    await settle();
    await stream.send("tap", begin);
    for (const seq of [1, 2]) await stream.send("entry", tapped(seq));
    expect(seqs()).toEqual([]);
    time.pass(100);
    expect([tap.store.getState().phase, seqs()]).toEqual(["live", [2, 1]]);
    tap.select(tap.store.getState().rows.at(-1)!.key);
    for (const seq of [3, 4]) await stream.send("entry", tapped(seq));
    time.pass(100);
    expect([seqs(), tap.store.getState().waiting]).toEqual([[2, 1], 2]);
    tap.showNew();
    expect([seqs(), tap.store.getState().selected]).toEqual([[4, 3, 2, 1], null]);
  });

  it("keeps entries that were received but not yet shown when it ends", async () => {
    const { tap, time, stream, seqs, begin } = start();
    tap.start({ component: "logs.process.main" });
    await settle();
    await stream.send("tap", begin);
    for (const seq of [1, 2]) await stream.send("entry", tapped(seq));
    tap.end();
    expect(seqs()).toEqual([2, 1]);
    time.pass(100);
    expect([seqs(), tap.store.getState().phase]).toEqual([[2, 1], "ended"]);
  });

  it("can be changed and paused while it runs, and says why it has ended", async () => {
    const { tap, stream, asked, begin } = start();
    tap.start({ component: "logs.process.main" });
    await settle();
    await stream.send("tap", begin);
    await tap.change({ selector: '{job="a"}' });
    tap.setPaused(true);
    await settle();
    expect(asked).toEqual([
      ["api/tap/t1", { selector: '{job="a"}' }],
      ["api/tap/t1", { paused: true }],
    ]);
    expect(tap.store.getState().paused).toBe(true);
    await stream.send("end", { reason: "the component is gone" });
    expect(tap.store.getState()).toMatchObject({ phase: "ended", message: "the component is gone" });
  });

  it("is away where the connection breaks, and says so where the page itself fails", async () => {
    const broken = start();
    broken.tap.start({ component: "logs.process.main" });
    await settle();
    await broken.stream.breakOff();
    expect(broken.tap.store.getState().phase).toBe("away");
    const { tap, stream, begin } = start();
    tap.start({ component: "logs.process.main" });
    await settle();
    const unsubscribe = tap.store.subscribe(() => {
      unsubscribe();
      throw new Error("no such stage");
    });
    await stream.send("tap", begin);
    expect(tap.store.getState()).toMatchObject({ phase: "refused", message: "This page failed: no such stage" });
  });

  it("resumes after a restart of the server", async () => {
    const time = new ManualScheduler();
    const streams = [new TestStream(), new TestStream()];
    const stops = Response.json({ error: "the server is stopping" }, { status: 503 });
    const answers = [streams[0]!.response, stops, undefined, streams[1]!.response];
    const tap = new TapSession({ open: async () => answers.shift(), ask: async () => undefined, scheduler: time });
    const state = () => tap.store.getState();
    tap.start({ component: "logs.process.main", text: "x" });
    await settle();
    await streams[0]!.send("end", { reason: "the server is stopping", stopping: true });
    await streams[0]!.end();
    for (const left of [3, 2, 1]) {
      expect([state().phase, answers.length]).toEqual(["away", left]);
      time.pass(2000);
      await settle();
    }
    const begin = { id: "t2", component: "logs.process.main", rate: 10, paused: false, seq: 0, version: 2, stages: [] };
    await streams[1]!.send("tap", begin);
    expect(state()).toMatchObject({ phase: "live", message: null, request: { text: "x" } });
    tap.end();
  });

  it("with another filter shows none of the earlier rows, and discards a refused filter", async () => {
    const { tap, time, stream, asked, seqs, begin } = start((post) =>
      (post as { text?: string }).text === "bad" ? json({ error: "text: at most 250 characters" }, 400) : undefined,
    );
    tap.start({ component: "logs.process.main", only: "changed" });
    await settle();
    await stream.send("tap", begin);
    await stream.send("entry", tapped(1));
    time.pass(100);
    await tap.change({ text: "bad" });
    expect(seqs()).toEqual([1]);
    expect(tap.store.getState()).toMatchObject({
      request: { component: "logs.process.main", only: "changed" },
      message: expect.stringContaining("at most 250"),
    });
    expect(tap.store.getState().request).not.toHaveProperty("text");
    await tap.change({ text: "good", only: null });
    expect(seqs()).toEqual([]);
    // One that was on its way, and the first that matches.
    for (const seq of [2, 3]) await stream.send("entry", tapped(seq));
    time.pass(100);
    expect(seqs()).toEqual([3]);
    expect(tap.store.getState()).toMatchObject({
      request: { component: "logs.process.main", text: "good" },
      message: null,
    });
    expect(tap.store.getState().request).not.toHaveProperty("only");
    // The server is away: it receives the filter when the tap resumes.
    await stream.end();
    await tap.change({ text: "later" });
    expect([tap.store.getState().request?.text, asked.length]).toEqual(["later", 2]);
    tap.end();
  });

  it("continues in another area for five minutes; each entry has one row, and a gap is counted", async () => {
    const time = new ManualScheduler();
    const streams = [new TestStream(), new TestStream()];
    const responses = streams.map(({ response }) => response);
    const tap = new TapSession({ open: async () => responses.shift(), ask: async () => undefined, scheduler: time });
    const begin = { id: "t1", component: "logs.process.main", rate: 10, paused: false, seq: 0, version: 2, stages: [] };
    const counts = (seen: number) => ({
      seq: seen,
      seen,
      passed_over: 1,
      unmatched: 0,
      followed: seen - 1,
      filtered: 0,
      inside: 0,
      sent: seen - 1,
      skipped: 0,
      paused: false,
    });
    const state = () => tap.store.getState();
    const lines = () => state().rows.map(({ line }) => line);
    const send = async (stream: TestStream, seq: number, line: string) => {
      await stream.send("entry", tapped(seq, { before: { ...ENTRY, line } }));
      time.pass(100);
    };
    tap.start({ component: "logs.process.main" });
    await settle();
    await streams[0]!.send("tap", begin);
    await send(streams[0]!, 1, "a");
    tap.leave();
    time.pass(4000);
    await send(streams[0]!, 2, "b");
    tap.resume();
    await send(streams[0]!, 3, "c");
    await streams[0]!.send("counts", counts(4));
    expect([lines(), state().missed, state().counts]).toMatchObject([["c", "b", "a"], 0, { seen: 4 }]);

    tap.leave();
    time.pass(5 * 60 * 1000);
    // The test's stream notices that with the next message.
    await streams[0]!.send("entry", tapped(4));
    expect([state().phase, streams[0]!.canceled, lines().length]).toEqual(["ended", true, 3]);
    time.pass(9000);
    tap.resume();
    await settle();
    await streams[1]!.send("tap", { ...begin, id: "t2" });
    for (const [seq, line] of [
      [1, "d"],
      [2, "e"],
    ] as const)
      await send(streams[1]!, seq, line);
    await streams[1]!.send("counts", counts(3));
    expect([lines(), state().missed]).toEqual([["e", "d", "c", "b", "a"], 9000]);
    expect(state().counts).toMatchObject({ seen: 7, passed_over: 2, sent: 5 });
    expect(new Set(state().rows.map(({ key }) => key)).size).toBe(5);
    const [, first] = state().rows;
    tap.select(first!.key);
    expect(state().rows.filter(({ key }) => key === state().selected)).toEqual([first]);
    tap.end();
  });

  it("closes the connection when the page is hidden, and keeps the received entries", async () => {
    const { tap, time, stream, seqs, begin } = start();
    tap.start({ component: "logs.process.main" });
    await settle();
    await stream.send("tap", begin);
    await stream.send("entry", tapped(1));
    time.pass(100);
    tap.end();
    // The test's stream ignores the signal: later messages are still not taken.
    await stream.send("entry", tapped(2));
    time.pass(100);
    expect([tap.store.getState().phase, seqs(), stream.canceled]).toEqual(["ended", [1], true]);
  });

  it("that is refused says why", async () => {
    const tap = new TapSession({
      open: async () => Response.json({ error: "there are 8 taps" }, { status: 429 }),
      ask: async () => undefined,
      scheduler: new ManualScheduler(),
    });
    tap.start({ component: "logs.process.main" });
    await settle();
    expect(tap.store.getState()).toMatchObject({
      phase: "refused",
      message: expect.stringContaining("there are 8 taps"),
    });
  });
});
