/** Shadow runs with processes of the test's own: each way in which one ends. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SECOND } from "@sluice/engine";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LogEntry } from "../core/entries/receiver.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { collectingLog, entry, START, until } from "../testing/fixtures.ts";
import { type ShadowAsked, ShadowRun } from "./shadow.ts";

/** Takes what it is given, and says what the draft's text asks it to say. */
const PROGRAM = `
let how = "";
let cpu = 0;
let compared = 0;
let held = 0;
process.on("message", (message) => {
  if (message.begin) {
    how = message.begin.draft.text;
    if (how === "unbuilt") process.send({ failed: "a file is missing", exceeded: false });
    else process.send("begun");
  }
  if (how === "fails") process.send({ failed: "a file is missing", exceeded: false });
  if (how === "full") process.send({ failed: "too much waits", exceeded: true });
  if (how === "memory") for (const kept = []; ; ) kept.push({});
  if (how === "exits") process.exit(3);
  if (message.batches) {
    const entries = message.batches.flatMap((batch) => batch.entries).length;
    compared += entries;
    if (how !== "slow") process.send({ done: message.bytes, entries, inside: 0 });
  }
  if (message.held) held += message.held.length;
  if (message.report === undefined || how === "silent") return;
  cpu += how === "busy" ? 0.9 : 0.1;
  process.send({ summary: { compared, begun_before: held, differences: [] }, cpu, memory: 5 });
});
process.send("ready");
`;

let folder = "";
let program: URL;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-shadow-"));
  const path = join(folder, "worker.mjs");
  writeFileSync(path, PROGRAM);
  program = pathToFileURL(path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runs: ShadowRun[] = [];
afterEach(() => {
  for (const run of runs.splice(0)) run.stop();
});

const ASKED: ShadowAsked = {
  active: { text: "", environment: {} },
  draft: { text: "", environment: {} },
  configFile: "config.alloy",
  rules: { active: {}, draft: {} },
  seed: 1,
  seconds: 60,
  processor: 0.5,
  sha256: "",
  version: 3,
  into: undefined,
  shared: ["logs.process.main"],
  keeping: { stream: [], global: [] },
  notStarted: [],
  removed: [],
};

function begin(how: string, asked: Partial<ShadowAsked> = {}) {
  const scheduler = new ManualScheduler(START);
  let observer: ((batch: readonly LogEntry[], ids: readonly string[]) => void) | undefined;
  let running = "one";
  const run = new ShadowRun(
    "1",
    { ...ASKED, ...asked, draft: { text: how, environment: {} } },
    {
      scheduler,
      log: collectingLog([]),
      observe(given) {
        observer = given;
        return () => {
          observer = undefined;
        };
      },
      running: () => running,
      held: (ids) => ids.map((id) => ({ id, path: "1", labels: {} })),
      limits: { memory: 48, behind: 1000, inside: 100, silence: 10_000 },
      program,
    },
  );
  runs.push(run);
  return {
    run,
    scheduler,
    deliver: (count: number, ids = ["logs.process.main"]) =>
      observer?.(
        Array.from({ length: count }, () => entry("0123456789")),
        ids,
      ),
    watched: () => observer !== undefined,
    replace: () => {
      running = "two";
    },
  };
}

/** Until the process has said so often how it does, a second after the other. */
async function report({ run, scheduler }: ReturnType<typeof begin>, times: number): Promise<void> {
  await until(() => run.ready || !run.running);
  for (let i = 0; i < times && run.running; i++) {
    const before = run.answer().cost.processor_seconds;
    await scheduler.advance(SECOND);
    await until(() => !run.running || run.answer().cost.processor_seconds !== before);
  }
}

describe("a shadow run", () => {
  it("gets what goes to processes that both have, and tells what it found and what it cost", async () => {
    const one = begin("well", { seconds: 600 });
    await until(() => one.run.begun);
    one.deliver(3);
    one.deliver(5, ["logs.process.other"]);
    await report(one, 1);
    expect(one.run.answer()).toMatchObject({
      state: "running",
      shared: ["logs.process.main"],
      version: 3,
      summary: { compared: 3 },
      sample: { by: "entry", every: 1, seen: 3, taken: 3, skipped: 0 },
      cost: { entries: 3, memory_bytes: 5, processor_limit: 0.5 },
    });
  });

  it("has whoever waits for its pipelines wait no longer where they cannot be built", async () => {
    const { run } = begin("unbuilt");
    await run.whenBegun;
    expect(run.answer()).toMatchObject({ state: "failed", message: "a file is missing" });
    expect(run.begun).toBe(false);
  });

  it("is done after its time, and copies nothing more", async () => {
    const one = begin("well", { seconds: 2 });
    await until(() => one.run.begun);
    one.deliver(1);
    await report(one, 1000);
    expect(one.run.answer()).toMatchObject({ state: "done", summary: { compared: 1 } });
    expect([one.watched(), one.scheduler.pending]).toEqual([false, 0]);
  });

  it("that takes more of a processor than it may takes fewer entries, and is ended where that does not help", async () => {
    const one = begin("busy", { seconds: 600, processor: 0.01 });
    let thinned = 1;
    while (one.run.running) {
      await report(one, 1);
      thinned = Math.max(thinned, one.run.answer().sample.every);
    }
    expect(thinned).toBe(65_536);
    expect(one.run.answer().state).toBe("exceeded");
    expect(one.run.answer().message).toMatch(
      /^it took \d+ % of a processor, of 1 %, though it took as few entries as it can$/,
    );
  });

  it.each([
    ["memory", "exceeded", "it needed more than 48 MiB of memory"],
    ["full", "exceeded", "too much waits"],
    ["fails", "failed", "a file is missing"],
    ["exits", "failed", "its process exited with 3"],
  ])("that meets %s has %s: %s", async (how, state, message) => {
    const one = begin(how);
    await until(() => !one.run.running);
    expect(one.run.answer()).toMatchObject({ state, message });
    expect(one.watched()).toBe(false);
  });

  it("that does not keep up gets fewer entries, and what is delivered is not held up", async () => {
    const one = begin("slow");
    await until(() => one.run.begun);
    for (let i = 0; i < 200; i++) one.deliver(1);
    const { cost, sample } = one.run.answer();
    expect(cost.bytes).toBeLessThanOrEqual(1000);
    expect(sample).toMatchObject({ seen: 200, taken: cost.entries });
    expect(sample.skipped).toBeGreaterThan(0);
    // Before there was no room at all: at each eighth of what may wait, from the half on.
    expect(sample.every).toBe(16);
    await one.scheduler.advance(12n * SECOND);
    expect(one.run.answer()).toMatchObject({ state: "exceeded", message: expect.stringMatching(/^it said nothing/) });
  });

  it("that takes whole streams is ended where none of them can be followed", async () => {
    const keeping = { stream: ["logs.process.main 1 multiline"], global: [] };
    const one = begin("slow", { keeping });
    await until(() => one.run.begun);
    for (let i = 0; i < 200; i++) one.deliver(1);
    expect(one.run.answer().sample).toMatchObject({ by: "stream", skipped: 1, streams: { seen: 1, taken: 1 } });
    await report(one, 1);
    expect(one.run.answer()).toMatchObject({
      state: "exceeded",
      message: "it did not keep up with any of the streams that it took",
    });
  });

  it("takes few entries at first where many come, and more while that costs it little", async () => {
    const one = begin("well", { seconds: 600 });
    await one.scheduler.advance(SECOND);
    one.deliver(16_000);
    await until(() => one.run.begun);
    expect(one.run.answer().sample).toMatchObject({ every: 8, seen: 0 });
    await report(one, 4);
    expect(one.run.answer().sample.every).toBe(1);
  });

  it("learns which blocks the live pipelines hold", async () => {
    const one = begin("well");
    await until(() => one.run.begun);
    one.deliver(1);
    await report(one, 1);
    expect(one.run.answer().summary.begun_before).toBe(1);
  });

  it("that says nothing for long is ended", async () => {
    const one = begin("silent");
    await one.scheduler.advance(12n * SECOND);
    expect(one.run.answer()).toMatchObject({
      state: "exceeded",
      message: expect.stringMatching(/^it said nothing for 10 s/),
    });
  });

  it("ends when another configuration runs, and when somebody ends it", async () => {
    const replaced = begin("well");
    replaced.replace();
    await replaced.scheduler.advance(SECOND);
    expect(replaced.run.answer()).toMatchObject({ state: "replaced" });
    const stopped = begin("well");
    stopped.run.stop();
    expect(stopped.run.answer()).toMatchObject({ state: "stopped", ended: "2026-01-15T08:00:00Z" });
  });
});
