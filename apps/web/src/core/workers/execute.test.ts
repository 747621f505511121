/** The worker's own code on the real engine, without a worker. */
import { describe, expect, it } from "vitest";
import { openForPreview } from "./analyze.ts";
import { type Executed, type ExecuteEnv, execute, takeStep, traceOf } from "./execute.ts";
import type { RunOrder } from "./preview-protocol.ts";

const env: ExecuteEnv = {
  open: openForPreview,
  host: { resource: () => undefined, sha256: () => "" },
  now: () => 0,
  goOn: async () => true,
};
const request = (text: string, lines: readonly string[], more: Partial<RunOrder> = {}): RunOrder => ({
  text,
  pipeline: undefined,
  samples: lines.map((line, i) => ({ id: i + 1, line, labels: { job: "t" } })),
  clock: "2026-01-15T08:00:00Z",
  seed: 1,
  holdEnd: false,
  steps: [],
  ...more,
});

async function run(text: string, lines: readonly string[], more: Partial<RunOrder> = {}) {
  const executed = await execute(1, request(text, lines, more), env);
  if (executed?.ok !== true) throw new Error(executed?.message ?? "cancelled");
  return executed;
}

describe("execute", () => {
  it("gives the outcome of each entry, and the stage that decided it", async () => {
    const { result } = await run(
      'stage.regex { expression = "lvl=(?P<lvl>\\\\w+)" }\nstage.drop {\n source = "lvl"\n value = "debug"\n}',
      ["lvl=info", "lvl=debug", "nothing"],
    );
    expect(
      result.samples.map(({ status, changedBy, missedBy, drops }) => [
        status,
        changedBy,
        missedBy,
        drops.map((drop) => drop.path),
      ]),
    ).toEqual([
      ["passed", ["1"], [], []],
      ["dropped", ["1"], [], ["2"]],
      ["missed", [], ["1"], []],
    ]);
    expect(result.counts["2"]).toMatchObject({ in: 3, out: 2, dropped: 1 });
    expect(result.balance).toMatchObject({ in: 3, out: 2, dropped: 1, held: 0 });
  });

  it("stops where it would keep more steps than a tab has room for, and says so", async () => {
    const many = request("stage.decolorize { }\nstage.decolorize { }", Array(300).fill("x"));
    expect(await execute(1, many, { ...env, mostSteps: 250 })).toEqual({
      ok: false,
      message: "More than 250 steps after 200 samples: use fewer samples or stages.",
    });
    expect(await execute(1, many, { ...env, mostSteps: 600 })).toMatchObject({ ok: true });
  });

  it("gives an entry's steps afterwards, and none of another run", async () => {
    const { running } = await run('stage.static_labels { values = { a = "1" } }', ["x"]);
    expect(traceOf(running, 1, 0)?.steps[0]).toMatchObject({
      path: "1",
      status: "changed",
      emitted: [{ labels: { a: "1", job: "t" } }],
    });
    expect(traceOf(running, 2, 0)).toBeUndefined();
  });

  it("runs the component that was asked for, else the first", async () => {
    const text =
      'logs.process "a" {\n forward_to = []\n}\nlogs.process "b" {\n forward_to = []\n stage.drop { expression = "x" }\n}';
    expect((await run(text, ["x"])).result).toMatchObject({ pipeline: "logs.process.a", balance: { dropped: 0 } });
    expect((await run(text, ["x"], { pipeline: "logs.process.b" })).result).toMatchObject({
      pipeline: "logs.process.b",
      balance: { dropped: 1 },
    });
    expect((await run(text, ["x"], { pipeline: "gone" })).result.pipeline).toBe("logs.process.a");
  });

  it("gives up when a newer run was asked for", async () => {
    expect(
      await execute(1, request('stage.drop { expression = "x" }', ["x"]), { ...env, goOn: async () => false }),
    ).toBeUndefined();
  });

  it("sends structured metadata, timestamps and times between", async () => {
    const { running } = await run("", [], {
      text: 'stage.static_labels { values = { a = "1" } }',
      samples: [
        { id: 1, line: "x", labels: {}, timestamp: "2020-01-01T00:00:00Z", metadata: [["t", "1"]] },
        { id: 2, line: "y", labels: {}, advance: "1.5s" },
      ],
    });
    const outputs = [0, 1].map((sample) => traceOf(running, 1, sample)!.outputs[0]);
    expect(outputs).toMatchObject([
      { entry: { timestamp: "2020-01-01T00:00:00Z", structured_metadata: [["t", "1"]] }, at: "2026-01-15T08:00:00Z" },
      { entry: { timestamp: "2026-01-15T08:00:01.5Z" }, at: "2026-01-15T08:00:01.5Z" },
    ]);
  });

  const refused: readonly [string, RunOrder, RegExp][] = [
    ["a text with errors", request("stage.drop {", []), /errors/],
    ["a file with nothing to preview", request('logs.echo "a" { }', []), /no logs\.process/],
    [
      "a stage whose file is not there",
      request('stage.geoip {\n db = "/x.mmdb"\n source = "ip"\n db_type = "city"\n}', ["x"]),
      /^Line 2: .*x\.mmdb/,
    ],
    ["a clock that is not a time", request('stage.drop { expression = "x" }', [], { clock: "soon" }), /RFC 3339/],
  ];
  for (const [name, given, message] of refused) {
    it(`refuses ${name}`, async () =>
      expect(await execute(1, given, env)).toMatchObject({ ok: false, message: expect.stringMatching(message) }));
  }
});

describe("with the end of the input held", () => {
  const MULTILINE = 'stage.multiline {\n firstline = "^#"\n max_wait_time = "3s"\n}';
  const step = (executed: Executed & { ok: true }, kind: "deadline" | "end") =>
    takeStep(executed.result.id + 1, executed.running, { kind }, env);

  it("shows a block that waits, until when, and where the others came from", async () => {
    const held = await run(MULTILINE, ["#1", " a", "#2", " b"], { holdEnd: true });
    expect(
      held.result.samples.map(({ status, heldBy, heldUntil, mergedFrom }) => [status, heldBy, heldUntil, mergedFrom]),
    ).toEqual([
      ["merged", undefined, undefined, [0, 1]],
      ["merged", undefined, undefined, [0, 1]],
      ["held", "1", "2026-01-15T08:00:03Z", undefined],
      ["held", "1", "2026-01-15T08:00:03Z", undefined],
    ]);
    expect(held.result.clock).toEqual({
      start: "2026-01-15T08:00:00Z",
      now: "2026-01-15T08:00:00Z",
      ended: false,
      next: { at: "2026-01-15T08:00:03Z", path: "1" },
    });
    const stepped = step(held, "deadline");
    expect(stepped).toMatchObject({
      ok: true,
      result: { id: 2, balance: { in: 4, out: 4, held: 0 }, clock: { now: "2026-01-15T08:00:03Z", next: undefined } },
    });
  });

  it("does the steps again in a new run", async () => {
    const text = `${MULTILINE}\nstage.limit {\n rate = 1\n burst = 1\n}`;
    const lines = ["#1", "#2"];
    let executed = await run(text, lines, { holdEnd: true });
    for (let i = 0; i < 2; i++) {
      const next = step(executed, "deadline");
      if (!next.ok) throw new Error(next.message);
      executed = next;
    }
    const again = await run(text, lines, { holdEnd: true, steps: [{ kind: "deadline" }, { kind: "deadline" }] });
    expect({ ...executed.result, id: 1 }).toEqual(again.result);
  });

  it("says what a waiting limit holds and until when", async () => {
    const held = await run("stage.limit {\n rate = 2\n burst = 1\n}", ["a", "b", "c"], { holdEnd: true });
    expect(held.result.clock).toMatchObject({
      now: "2026-01-15T08:00:00.5Z",
      next: { at: "2026-01-15T08:00:01Z", path: "1" },
    });
    expect(held.result.samples[2]).toMatchObject({ status: "held", heldBy: "1", heldUntil: "2026-01-15T08:00:01Z" });
    expect(held.result.counts["1"]).toMatchObject({ held: 1 });
    expect(step(held, "end")).toMatchObject({
      ok: true,
      result: { balance: { out: 3, held: 0 }, clock: { ended: true } },
    });
  });

  it("does not know when a block ends that waits after another stage's first", async () => {
    const text = `${MULTILINE}\nstage.limit {\n rate = 0.1\n burst = 1\n}`;
    const { result } = await run(text, ["#1", "#2", "#3"], { holdEnd: true });
    expect(result.samples.map(({ heldBy, heldUntil }) => [heldBy, heldUntil])).toEqual([
      [undefined, undefined],
      ["2", "2026-01-15T08:00:10Z"],
      ["1", "2026-01-15T08:00:10Z"],
    ]);
  });
});
