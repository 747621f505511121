/** The worker's own code on the real engine, without a worker. */
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../examples/index.ts";
import { analyze } from "../language/analyze.ts";
import { parseLabels } from "../state/label-text.ts";
import { splitLines } from "../state/samples.ts";
import { type ExecuteEnv, execute, stepsOf } from "./execute.ts";
import type { RunRequest } from "./protocol.ts";

const env: ExecuteEnv = { host: { resource: () => undefined, sha256: () => "" }, now: () => 0, goOn: async () => true };
const request = (text: string, lines: readonly string[], more: Partial<RunRequest> = {}): RunRequest => ({
  type: "run",
  id: 1,
  text,
  pipeline: undefined,
  samples: lines.map((line) => ({ line, labels: { job: "t" } })),
  clock: "2026-01-15T08:00:00Z",
  seed: 1,
  ...more,
});

async function run(text: string, lines: readonly string[], more: Partial<RunRequest> = {}) {
  const executed = await execute(request(text, lines, more), env);
  if (executed?.ok !== true) throw new Error(executed?.message ?? "cancelled");
  return executed;
}

describe("execute", () => {
  it("says what became of each entry, and by which stage", async () => {
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
      ["unchanged", [], ["1"], []],
    ]);
    expect(result.counts["2"]).toMatchObject({ in: 3, out: 2, dropped: 1 });
    expect(result.balance).toMatchObject({ in: 3, out: 2, dropped: 1, held: 0 });
  });

  it("gives an entry's steps afterwards, and none of another run", async () => {
    const { running } = await run('stage.static_labels { values = { a = "1" } }', ["x"]);
    expect(stepsOf(running, { type: "steps", run: 1, sample: 0 })?.[0]).toMatchObject({
      path: "1",
      status: "changed",
      emitted: [{ labels: { a: "1", job: "t" } }],
    });
    expect(stepsOf(running, { type: "steps", run: 2, sample: 0 })).toBeUndefined();
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
      await execute(request('stage.drop { expression = "x" }', ["x"]), { ...env, goOn: async () => false }),
    ).toBeUndefined();
  });

  const refused: readonly [string, RunRequest, RegExp][] = [
    ["a text with errors", request("stage.drop {", []), /errors/],
    ["a file with nothing to preview", request('logs.echo "a" { }', []), /no logs\.process/],
    ["a clock that is no time", request('stage.drop { expression = "x" }', [], { clock: "soon" }), /RFC 3339/],
  ];
  for (const [name, given, message] of refused) {
    it(`refuses ${name}`, async () =>
      expect(await execute(given, env)).toMatchObject({ ok: false, message: expect.stringMatching(message) }));
  }
});

describe("examples", () => {
  for (const example of EXAMPLES) {
    it(`${example.name}: no problems, every stage does something, most entries come out`, async () => {
      const analysis = analyze(example.config);
      expect(analysis.problems).toEqual([]);
      const labels = parseLabels(example.labels);
      expect(labels.ok).toBe(true);
      const lines = splitLines(example.lines);
      expect(lines.length).toBeGreaterThanOrEqual(30);
      const { result } = await run(example.config, lines, {
        samples: lines.map((line) => ({ line, labels: labels.ok ? labels.labels : {} })),
        clock: example.clock,
      });
      for (const stage of analysis.pipelines[0]!.stages) expect(result.counts[stage.path]!.in).toBeGreaterThan(0);
      expect(result.balance.out).toBeGreaterThan(lines.length / 2);
      expect(result.balance.dropped).toBeGreaterThan(0);
      expect(result.samples.filter((sample) => sample.errors.length > 0)).toEqual([]);
    });
  }
});
