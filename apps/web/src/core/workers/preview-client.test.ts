import { describe, expect, it } from "vitest";
import { ManualScheduler, ManualWorker } from "../../testing/testing.ts";
import type { RunResult } from "../model/run.ts";
import { gone } from "./gone.ts";
import { type Files, PreviewClient, type PreviewEvents, SENT_AT_ONCE, YIELD_LIMIT } from "./preview-client.ts";
import type { PreviewKinds, RunAnswer } from "./preview-protocol.ts";
import { RUN_LIMIT, runLimit } from "./run-limit.ts";

const REQUEST = { text: "", pipeline: undefined, samples: [], clock: "", seed: 1, holdEnd: true, steps: [] };
const ran = (id: number): RunAnswer => ({ kind: "ran", result: { id } as RunResult });

/** `loaded`: it is there as soon as it is started. */
class Worker extends ManualWorker<PreviewKinds> {
  readonly #loaded: boolean;

  constructor(loaded: boolean) {
    super();
    this.#loaded = loaded;
  }

  override postMessage(message: Parameters<ManualWorker<PreviewKinds>["postMessage"]>[0]): void {
    super.postMessage(message);
    if (message.kind === "ready" && this.#loaded) this.answer("ready", undefined);
  }
}

function setUp({ loaded = true } = {}) {
  const time = new ManualScheduler();
  const workers: ManualWorker<PreviewKinds>[] = [];
  const told: string[] = [];
  const events: PreviewEvents = {
    started: () => told.push("started"),
    ran: ({ id }) => told.push(`ran ${id}`),
    refused: (message) => told.push(`refused ${message}`),
    stopped: (limit) => told.push(limit ? "stopped by the limit" : "stopped"),
    failed: (message) => told.push(`failed ${message}`),
    values: ({ names }) => told.push(`values ${names.join()}`),
    first: ({ sample }, text) => told.push(`first ${sample} of ${text}`),
    ahead: ({ sample }, text) => told.push(`ahead ${sample} of ${text}`),
    steps: ({ run, sample }) => told.push(`steps ${run} ${sample}`),
  };
  const start = () => {
    const worker = new Worker(loaded);
    workers.push(worker);
    return worker;
  };
  let files: Files = {};
  const client = new PreviewClient(start, time, events, () => files);
  const setFiles = (given: Files) => {
    files = given;
  };
  return { client, time, workers, told, setFiles };
}

describe("PreviewClient", () => {
  it("reports a run", () => {
    const { client, workers, told } = setUp();
    client.run(REQUEST);
    workers[0]!.answer("run", ran(1));
    expect([told, client.running]).toEqual([["started", "ran 1"], false]);
  });

  it("does not count the time in which a part is loaded, and runs anew once it is there", () => {
    const { client, workers, time, told } = setUp();
    client.run(REQUEST);
    time.pass(RUN_LIMIT - 1);
    workers[0]!.answer("run", { kind: "missing" });
    time.pass(20 * RUN_LIMIT);
    client.run({ ...REQUEST, text: "newer" });
    workers[0]!.answer("run", { kind: "missing" });
    time.pass(20 * RUN_LIMIT);
    expect([told, workers.length, client.running]).toEqual([["started", "started"], 1, true]);
    workers[0]!.answer("loadPart", undefined, 1);
    expect(workers[0]!.asked("run").length).toBe(2);
    workers[0]!.answer("loadPart", undefined);
    expect(workers[0]!.asked("run").map(({ text }) => text)).toEqual(["", "newer", "newer"]);
    time.pass(RUN_LIMIT - 1);
    expect(told).toEqual(["started", "started"]);
    time.pass(1);
    expect(told.at(-1)).toBe("stopped by the limit");
  });

  it("says why where a part cannot be loaded", () => {
    const { client, workers, told } = setUp();
    client.run(REQUEST);
    workers[0]!.answer("run", { kind: "missing" });
    const { id } = workers[0]!.received.at(-1)!;
    workers[0]!.onmessage?.({ data: { id, ok: false, message: "404" } });
    expect([told, client.running]).toEqual([["started", "failed 404"], false]);
  });

  it("asks for the selected entry before the run, where there are many", async () => {
    const { client, workers, told } = setUp();
    const samples = Array.from({ length: 200 }, (_, i) => ({
      id: i + 1,
      line: "x",
      labels: {},
      advance: i === 3 ? "2s" : undefined,
    }));
    client.run({ ...REQUEST, text: "t", samples }, { first: 7 });
    const [worker] = workers;
    expect(worker!.asked("first")).toMatchObject([{ text: "t", index: 6, sample: { id: 7 }, advances: ["2s"] }]);
    worker!.answer("first", { run: 0, sample: 6, sampleId: 7, steps: [], outputs: [] });
    await Promise.resolve();
    worker!.answer("run", ran(2));
    client.run({ ...REQUEST, samples: samples.slice(0, 3) }, { first: 1 });
    expect([told, worker!.asked("first").length]).toEqual([["started", "first 6 of t", "ran 2", "started"], 1]);
  });

  it("requests that entry with the text, reports it at once, and again when the same text is run", async () => {
    const { client, workers, told } = setUp();
    const samples = Array.from({ length: 200 }, (_, i) => ({ id: i + 1, line: "x", labels: {} }));
    const order = { ...REQUEST, text: "t", samples };
    client.run(order);
    const [worker] = workers;
    worker!.answer("run", ran(1));
    client.prepare("u", { ...order, text: "u" }, 7);
    client.prepare("u", { ...order, text: "u" }, 7);
    expect([client.prepares, told]).toEqual([true, ["started", "ran 1"]]);
    worker!.answer("first", { run: 0, sample: 6, sampleId: 7, steps: [], outputs: [] });
    await Promise.resolve();
    expect([client.prepares, told.slice(2)]).toEqual([false, ["ahead 6 of u"]]);
    client.run({ ...order, text: "u" }, { first: 7 });
    await Promise.resolve();
    expect([told.slice(3), worker!.asked("first").length]).toEqual([["started", "first 6 of u"], 1]);
    // Another entry, clock, or text is asked for anew.
    client.prepare("v", { ...order, text: "v" }, 7);
    for (const [other, first] of [
      [{ ...order, text: "v" }, 8],
      [{ ...order, text: "v", clock: "later" }, 7],
      [{ ...order, text: "w" }, 7],
    ] as const)
      client.run(other, { first });
    expect(worker!.asked("first").map(({ text, sample, clock }) => [text, sample.id, clock])).toEqual([
      ["u", 7, ""],
      ["v", 7, ""],
      ["v", 8, ""],
      ["v", 7, "later"],
      ["w", 7, ""],
    ]);
  });

  it("reports no entry of a run that was overtaken", () => {
    const { client, workers, told } = setUp();
    const samples = Array.from({ length: 200 }, (_, i) => ({ id: i + 1, line: "x", labels: {} }));
    client.run({ ...REQUEST, samples }, { first: 7 });
    client.run({ ...REQUEST, samples }, { first: 8 });
    workers[0]!.answer("first", { run: 0, sample: 6, sampleId: 7, steps: [], outputs: [] }, 1);
    expect(told).toEqual(["started", "started"]);
  });

  it("sends many samples in parts, which the newest run goes on with, and none of a run that was stopped", () => {
    const { client, workers, time, told } = setUp();
    const many = Array.from({ length: 2 * SENT_AT_ONCE + 5 }, (_, i) => ({ id: i + 1, line: "x", labels: {} }));
    const parts = (nth: number) => workers[nth]!.asked("samples").map(({ from, samples }) => [from, samples.length]);
    const runs = (nth: number) =>
      workers[nth]!.asked("run").map(({ text, samples, before }) => [text, before, samples?.length]);
    client.run({ ...REQUEST, text: "one", samples: many });
    expect([parts(0), runs(0)]).toEqual([[[0, SENT_AT_ONCE]], []]);
    client.run({ ...REQUEST, text: "two", samples: many });
    time.pass(0);
    time.pass(0);
    const both = [
      [0, SENT_AT_ONCE],
      [SENT_AT_ONCE, SENT_AT_ONCE],
    ];
    expect([parts(0), runs(0)]).toEqual([both, [["two", 2 * SENT_AT_ONCE, 5]]]);
    workers[0]!.answer("run", ran(1));
    client.run({ ...REQUEST, text: "three", samples: many });
    expect([parts(0), runs(0)[1]]).toEqual([both, ["three", undefined, undefined]]);

    const others = [...many];
    client.run({ ...REQUEST, text: "four", samples: others });
    client.stop();
    time.pass(0);
    expect([parts(0).length, runs(0).length, told.at(-1)]).toEqual([3, 2, "stopped"]);
    client.run({ ...REQUEST, text: "five", samples: others });
    for (let i = 0; i < 3; i++) time.pass(0);
    expect([parts(1), runs(1)]).toEqual([both, [["five", 2 * SENT_AT_ONCE, 5]]]);
  });

  it("sends samples once, and again to a new worker", () => {
    const { client, time, workers } = setUp();
    const order = { ...REQUEST, samples: [{ id: 1, line: "x", labels: {} }] };
    client.run(order);
    client.run({ ...order, text: "other" });
    expect(workers[0]!.asked("run").map(({ samples }) => samples?.length)).toEqual([1, undefined]);
    time.pass(YIELD_LIMIT);
    expect(workers[1]!.asked("run").map(({ samples }) => samples?.length)).toEqual([1]);
  });

  it("takes only the newest of several runs", () => {
    const { client, workers, told } = setUp();
    client.run(REQUEST);
    client.run(REQUEST);
    workers[0]!.answer("run", { kind: "overtaken" }, 1);
    workers[0]!.answer("run", ran(2));
    expect(told).toEqual(["started", "started", "ran 2"]);
  });

  it("ends a worker that does not give way, and runs the newest in a new one", () => {
    const { client, time, workers, told } = setUp();
    client.run(REQUEST);
    client.run(REQUEST);
    time.pass(YIELD_LIMIT / 2);
    client.run({ ...REQUEST, text: "newest" });
    time.pass(YIELD_LIMIT);
    expect([workers.length, workers[0]!.terminated]).toEqual([2, true]);
    expect(workers[1]!.asked("run")).toEqual([{ ...REQUEST, text: "newest" }]);
    workers[1]!.answer("run", ran(3));
    expect(told.at(-1)).toBe("ran 3");
  });

  it("stops a run at the limit and works again after", () => {
    const { client, time, workers, told } = setUp();
    client.run(REQUEST);
    time.pass(RUN_LIMIT);
    expect([told, workers[0]!.terminated, client.running]).toEqual([["started", "stopped by the limit"], true, false]);
    client.run(REQUEST);
    workers[1]!.answer("run", ran(2));
    expect(told.at(-1)).toBe("ran 2");
  });

  it("does not count the time in which the worker is loaded", () => {
    const { client, time, workers, told } = setUp({ loaded: false });
    client.run(REQUEST);
    client.run(REQUEST);
    time.pass(RUN_LIMIT * 2);
    expect([told, workers.length]).toEqual([["started", "started"], 1]);
    workers[0]!.answer("ready", undefined);
    time.pass(YIELD_LIMIT);
    // It did not give way; the next one is loaded, too, before its time counts.
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    time.pass(RUN_LIMIT * 2);
    workers[1]!.answer("ready", undefined);
    time.pass(RUN_LIMIT - 1);
    expect(told).toEqual(["started", "started"]);
    time.pass(1);
    expect(told.at(-1)).toBe("stopped by the limit");
  });

  it("lets a run without a limit continue until the user stops it", () => {
    const { client, time, workers, told } = setUp();
    client.run(REQUEST, { limited: false });
    time.pass(RUN_LIMIT * 10);
    expect(told).toEqual(["started"]);
    client.stop();
    expect([told, workers[0]!.terminated]).toEqual([["started", "stopped"], true]);
  });

  it("does not stop a later run by the limit of an earlier", () => {
    const { client, time, workers, told } = setUp();
    client.run(REQUEST);
    workers[0]!.answer("run", ran(1));
    time.pass(RUN_LIMIT - 1);
    client.run(REQUEST);
    time.pass(10);
    expect(told).toEqual(["started", "ran 1", "started"]);
  });

  it("says when the worker cannot be started, and tries a new one", () => {
    const { client, workers, told } = setUp();
    client.run(REQUEST);
    workers[0]!.onerror?.({ message: "boom" });
    client.run(REQUEST);
    expect([told, workers.length]).toEqual([["started", "failed boom", "started"], 2]);
  });

  it("takes a finished run further, and makes it anew where no worker has it", () => {
    const { client, time, workers, told } = setUp();
    const step = { kind: "deadline" } as const;
    client.run(REQUEST);
    client.step(REQUEST, step);
    expect(workers[0]!.asked("run")).toHaveLength(2);
    workers[0]!.answer("run", ran(2));
    client.step(REQUEST, step);
    expect(workers[0]!.asked("step")).toEqual([{ run: 2, step }]);
    workers[0]!.answer("step", ran(3));
    expect(told.at(-1)).toBe("ran 3");
    client.step(REQUEST, step);
    expect(workers[0]!.asked("step").at(-1)).toEqual({ run: 3, step });
    time.pass(RUN_LIMIT);
    expect(told.at(-1)).toBe("stopped by the limit");
    client.step(REQUEST, step);
    expect(workers[1]!.asked("run")).toEqual([REQUEST]);
  });

  it("gives every worker the files, also a new one", () => {
    const { client, time, workers, setFiles } = setUp();
    const file = new Blob(["x"]);
    setFiles({ "/a": file });
    client.setFile("/a", file);
    client.run(REQUEST);
    client.setFile("/b", file);
    client.setFile("/a", null);
    setFiles({ "/b": file });
    time.pass(RUN_LIMIT);
    client.run(REQUEST);
    expect(workers.map(({ received }) => received.map(({ kind, ask }) => (kind === "file" ? ask.path : kind)))).toEqual(
      [
        ["ready", "/a", "run", "/b", "/a"],
        ["ready", "/b", "run"],
      ],
    );
  });

  it("passes on refusals and steps", () => {
    const { client, workers, told } = setUp();
    client.run(REQUEST);
    workers[0]!.answer("run", { kind: "refused", message: "errors" });
    client.requestSteps(1, 4);
    expect(workers[0]!.asked("steps")).toEqual([{ run: 1, sample: 4 }]);
    workers[0]!.answer("steps", { run: 1, sample: 4, sampleId: 9, steps: [], outputs: [] });
    client.requestValues(1, ["path"]);
    expect(workers[0]!.asked("values")).toEqual([{ run: 1, names: ["path"] }]);
    workers[0]!.answer("values", { known: ["path"], names: ["path"], values: new Map() });
    client.requestValues(1, ["path"]);
    workers[0]!.answer("values", gone("other-run"));
    expect(told).toEqual(["started", "refused errors", "steps 1 4", "values path"]);
  });
});

it("a run may take longer where there are many samples", () => {
  expect([0, 10_000, 100_000].map(runLimit)).toEqual([RUN_LIMIT, RUN_LIMIT, 8 * RUN_LIMIT]);
});
