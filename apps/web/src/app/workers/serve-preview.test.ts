/** The preview worker's own code, without a worker. */
import { MissingPart } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { gone, unlessGone } from "../../core/workers/gone.ts";
import type { WorkerScope } from "../../core/workers/port.ts";
import type { FirstOrder, PreviewKinds, SentRunOrder } from "../../core/workers/preview-protocol.ts";
import type { Reply, Request } from "../../core/workers/requests.ts";
import { servePreview } from "./serve-preview.ts";

const COMMON = { pipeline: undefined, clock: "2026-01-15T08:00:00Z", seed: 1 };
const SAMPLES = Array.from({ length: 300 }, (_, i) => ({ id: i + 1, line: `line ${i}`, labels: {} }));
const ALONE = 'stage.static_labels { values = { a = "b" } }';
const COUNTING = "stage.limit {\n rate = 1\n burst = 1\n drop = true\n}";

/** Asks the worker; `order` records the answers. */
function setUp() {
  const scope: WorkerScope<Request<PreviewKinds>, Reply<PreviewKinds>> = { onmessage: null, postMessage: () => {} };
  const waiting = new Map<number, (reply: Reply<PreviewKinds>) => void>();
  const order: string[] = [];
  scope.postMessage = (reply) => waiting.get(reply.id)?.(reply);
  servePreview(scope);
  let id = 0;
  const ask = <N extends "run" | "samples" | "loadPart" | "first" | "graph" | "unread" | "values">(
    kind: N,
    asked: PreviewKinds[N]["ask"],
  ) =>
    new Promise<PreviewKinds[N]["answer"]>((resolve, reject) => {
      waiting.set(++id, (reply) => {
        order.push(kind);
        if (reply.ok) resolve(reply.answer as never);
        else reject(new Error(reply.message));
      });
      scope.onmessage?.({ data: { id, kind, ask: asked } as Request<PreviewKinds> });
    });
  const run = (text: string, more: Partial<SentRunOrder> = {}) =>
    ask("run", { ...COMMON, text, samples: SAMPLES, holdEnd: false, steps: [], ...more });
  const first = (text: string, index: number, more: Partial<FirstOrder> = {}) =>
    ask("first", { ...COMMON, text, sample: SAMPLES[index]!, index, advances: [], ...more });
  const unread = (of: number, sampleIds: readonly number[]) => ask("unread", { run: of, sampleIds });
  const graph = (asked: number) => ask("graph", { run: asked });
  const values = (of: number) => ask("values", { run: of, names: ["a"] });
  const loadPart = () => ask("loadPart", null);
  const send = (from: number, to: number) => ask("samples", { from, samples: SAMPLES.slice(from, to) });
  return { run, send, first, graph, unread, values, loadPart, order };
}

it("says that a run misses a part, and runs once that is loaded, with the selected entry", async () => {
  const { run, first, loadPart } = setUp();
  let loads = 0;
  const sample = {
    ...SAMPLES[0]!,
    get line() {
      if (loads < 2) throw new MissingPart("a test", load);
      return "line";
    },
  };
  const load = async () => {
    loads++;
    if (loads === 1) throw new Error("404");
  };
  const looked = first(COUNTING, 0);
  expect(await run(COUNTING, { samples: [sample] })).toEqual({ kind: "missing" });
  expect(loads).toBe(0);
  await expect(loadPart()).rejects.toThrow("The preview failed: 404");
  expect(await run(COUNTING, { samples: undefined })).toEqual({ kind: "missing" });
  await loadPart();
  expect((await run(COUNTING, { samples: undefined })).kind).toBe("ran");
  expect(await looked).toMatchObject({ sampleId: 1 });
});

it("puts samples together that came in parts, and forgets parts of a run that was never asked for", async () => {
  const { run, send } = setUp();
  const count = async (more: Partial<SentRunOrder>) => {
    const answer = await run(ALONE, more);
    return answer.kind === "ran" ? answer.result.balance.in : answer.kind;
  };
  void send(0, 100);
  void send(0, 120);
  void send(120, 200);
  expect(await count({ samples: SAMPLES.slice(200), before: 200 })).toBe(300);
  expect(await count({ samples: undefined })).toBe(300);
  void send(0, 100);
  expect(await count({ samples: SAMPLES.slice(0, 3) })).toBe(3);
});

describe("the selected entry", () => {
  it("is answered before the run, with what the run then says of it", async () => {
    const { run, first, order } = setUp();
    const [alone, ran] = await Promise.all([first(ALONE, 250, { advances: ["1s", "2s"] }), run(ALONE)]);
    expect(order).toEqual(["first", "run"]);
    expect(ran).toMatchObject({ kind: "ran", result: { balance: { in: 300 } } });
    expect(alone).toMatchObject({
      sample: 250,
      sampleId: 251,
      steps: [{ path: "1", status: "changed", at: "2026-01-15T08:00:03Z" }],
      outputs: [{ entry: { labels: { a: "b" } } }],
    });
  });

  it("is answered when the run has come that far, where stages know of the entries before", async () => {
    const { run, first, order } = setUp();
    const [reached] = await Promise.all([first(COUNTING, 120), run(COUNTING)]);
    expect(order).toEqual(["first", "run"]);
    expect(reached).toMatchObject({ sampleId: 121, steps: [{ path: "1", status: "dropped" }], outputs: [] });
  });

  it("has no answer where the text has errors, the entry is held, or a newer run overtakes", async () => {
    const { run, first } = setUp();
    expect(await Promise.all([first("stage.nothing { }", 3), run("stage.nothing { }")])).toMatchObject([
      gone("run-ended"),
      { kind: "refused" },
    ]);
    const held = 'stage.multiline { firstline = "^line" }';
    expect((await Promise.all([first(held, 299), run(held, { holdEnd: true })]))[0]).toEqual(gone("run-ended"));
    const answers = await Promise.all([first(COUNTING, 250), run(COUNTING), first(COUNTING, 20), run(COUNTING)]);
    expect(answers).toMatchObject([gone("run-ended"), { kind: "overtaken" }, { sampleId: 21 }, { kind: "ran" }]);
  });
});

it("runs the samples that it was sent before where it is sent none", async () => {
  const { run } = setUp();
  await run(ALONE);
  expect(await run(COUNTING, { samples: undefined })).toMatchObject({ result: { balance: { in: 300 } } });
});

it("offers stages for the samples that those there do not read, and for no others", async () => {
  const { run, unread } = setUp();
  const lines = ["level=info a=1", "level=warn a=2", ...[1, 2, 3].map((i) => `{"level":"info","took":${i}}`)];
  const samples = lines.map((line, i) => ({ id: i + 7, line, labels: {} }));
  const answer = await run('stage.logfmt {\n mapping = { level = "" }\n}', { samples });
  if (answer.kind !== "ran") throw new Error("not run");
  const { id } = answer.result;
  expect(await unread(id, [9, 10, 11])).toMatchObject({
    reader: { path: "1", name: "logfmt" },
    unread: 3,
    total: 3,
    title: "JSON",
    stages: expect.stringContaining("stage.json"),
  });
  expect(await unread(id, [7, 8])).toBeUndefined();
  expect(await unread(id + 1, [9, 10, 11])).toEqual(gone("other-run"));
});

describe("the whole graph", () => {
  const TEXT = `logs.process "a" {\n forward_to = [logs.process.b.receiver]\n}\nlogs.process "b" { forward_to = [] }`;

  it("is counted for the last run", async () => {
    const { run, graph } = setUp();
    await run(TEXT);
    expect(await graph(1)).toMatchObject({
      run: 1,
      text: TEXT,
      flow: { edges: { "logs.process.a → logs.process.b": { entries: 300 } } },
    });
    expect(await graph(7)).toEqual(gone("other-run"));
  });

  it("is given up when a newer run is asked for, or it is asked for again", async () => {
    const { run, graph } = setUp();
    await run(TEXT);
    const [overtaken, ran] = await Promise.all([graph(1), run(TEXT)]);
    expect([overtaken, ran.kind]).toEqual([gone("other-run"), "ran"]);
    const [first, second] = await Promise.all([graph(3), graph(3)]);
    expect(first).toEqual(gone("asked-again"));
    expect(second).toMatchObject({ run: 3 });
  });
});

describe("the values of rows", () => {
  it("let a newer run and its entry go first, and are given up when that has a result", async () => {
    const { run, first, values, order } = setUp();
    await run(ALONE);
    const [rows] = await Promise.all([values(1), first(ALONE, 250), run(ALONE)]);
    expect(order).toEqual(["run", "first", "run", "values"]);
    expect(rows).toEqual(gone("other-run"));
  });

  it("are still answered if the newer run has no result", async () => {
    const { run, values, order } = setUp();
    await run(ALONE);
    const [rows, refused] = await Promise.all([
      values(1),
      run('stage.geoip {\n  db = "/nowhere.mmdb"\n  db_type = "city"\n}'),
    ]);
    expect(refused.kind).not.toBe("ran");
    expect(order).toEqual(["run", "run", "values"]);
    expect(unlessGone(rows)?.values.size).toBe(SAMPLES.length);
  });
});
