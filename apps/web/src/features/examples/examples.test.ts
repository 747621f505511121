/** Every example runs without problems, its tests pass and take every path, and its card matches the engine's result. */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import {
  ALLOY_RELEASES,
  exportConfig,
  openDocument,
  Preview,
  parseRfc3339,
  previewablePipelines,
  readTestFile,
  runTests,
  type StageHost,
  type StageNode,
  toSample,
} from "@sluice/engine";
import { formatLabels } from "@sluice/engine/lokipush";
import { describe, expect, it } from "vitest";
import { parseLabels } from "../../core/text/label-text.ts";
import { analyze } from "../../core/workers/analyze.ts";
import { documentOf, EXAMPLES, type Example, loadExample, sumOfExample } from "./examples.ts";

const DATABASE = new URL("../../../../../public/demo-city.mmdb", import.meta.url);

const hostOf = ({ database }: Example): StageHost => ({
  resource: (path) => (path === database ? new Uint8Array(readFileSync(DATABASE)) : undefined),
  sha256: (text) => hash("sha256", text, "hex"),
});

function* pathsOf(nodes: readonly StageNode[]): Generator<string> {
  for (const { path, children } of nodes) {
    yield path;
    yield* pathsOf(children);
  }
}

async function play(example: Example) {
  const { config, entries } = await loadExample(example);
  const [pipeline] = previewablePipelines(openDocument(config, { purpose: "preview" }));
  const labels = parseLabels(example.labels);
  if (!labels.ok || pipeline === undefined) throw new Error(`example ${example.id} cannot be played`);
  const start = parseRfc3339(example.clock)!;
  const samples = entries.map((entry) => toSample(entry, labels.labels));
  const preview = Preview.run(pipeline, samples, {
    start,
    seed: 42,
    host: hostOf(example),
    end: !example.holdEnd,
  });
  return { preview, entries, labels: labels.labels, paths: [...pathsOf(pipeline.stages)] };
}

describe.each(EXAMPLES.map((example) => [example.id, example] as const))("%s", (_id, example) => {
  it("has no problems, a line for every stage, and sends most of its lines", async () => {
    const { config } = await loadExample(example);
    // That a crash loses what is in memory is a note, and holds for the one that clients push to.
    expect(analyze(config).problems.filter(({ code }) => code !== "no-journal")).toEqual([]);
    const { preview, entries, paths } = await play(example);
    expect(entries.length).toBeGreaterThanOrEqual(20);
    const counts = preview.counts();
    expect(paths.filter((path) => (counts.get(path)?.in ?? 0) === 0)).toEqual([]);
    expect(preview.balance.out).toBeGreaterThan(0);
    expect(entries.flatMap((_, i) => preview.outcomeOf(i).errors)).toEqual([]);
  });

  it("has the recorded sum", async () => {
    expect(sumOfExample(await documentOf(example))).toBe(example.sum);
  });

  it("has tests that pass and take every path", async () => {
    const { config, tests } = await loadExample(example);
    const read = readTestFile(tests);
    if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join("\n"));
    const run = runTests(read.file, openDocument(config, { purpose: "preview" }), { host: hostOf(example) });
    const failed = run.results.filter(({ status }) => status !== "passed");
    expect(failed.map(({ test, problem, parts }) => [test.name, problem ?? parts.filter(({ same }) => !same)])).toEqual(
      [],
    );
    const missing = run.coverage.stages.flatMap(({ path, paths }) =>
      paths.filter(({ tests }) => tests === 0).map((one) => `${path}: ${one.missing}`),
    );
    expect(missing).toEqual([]);
    expect(run.passed).toBeGreaterThan(2);
  });

  it("matches its card", async () => {
    const { preview, entries, labels } = await play(example);
    const { line, out } = example.shown;
    const at = entries.findIndex((entry) => entry.line === line);
    expect(line).toBe(entries[at]?.line);
    const { drops, outputs } = preview.outcomeOf(at);
    const left = outputs[0]?.entry;
    if (out.kind === "dropped") expect(drops.map(({ path }) => path)).toEqual([out.stage]);
    else if (out.kind === "series") expect(preview.exposition()).toContain(`\n${out.series} ${out.value}\n`);
    else if (out.kind === "labels") {
      const came = { ...labels, ...entries[at]?.labels };
      const got = [...(left?.labels ?? [])].filter(([name]) => !Object.hasOwn(came, name));
      expect(formatLabels(got)).toBe(out.labels);
    } else {
      expect(left?.line.split("\n")[0]).toBe(out.line);
      if (out.about !== undefined)
        expect(outputs.length > 1 ? `${outputs.length} entries of 1` : `${left?.origins.length} lines in 1`).toBe(
          out.about,
        );
    }
  });
});

it("the files are those of the examples", () => {
  const files = readdirSync(new URL(".", import.meta.url)).filter((name) => /\.(alloy|log|jsonl|yaml)$/.test(name));
  const ids = files.map((name) => name.replace(/\..*/, ""));
  expect([...new Set(ids)].sort()).toEqual(EXAMPLES.map(({ id }) => id).sort());
  expect(files).toHaveLength(3 * EXAMPLES.length);
});

/** What examples have that is new in a release 1.x of Alloy. */
const NEWER: Readonly<Record<string, readonly [what: string, since: number][]>> = {
  arrays: [["stage.split_json", 19]],
  secrets: [
    ["delimiters", 12],
    ["skip_regex", 19],
  ],
};

it.each(ALLOY_RELEASES)(
  "exported for Alloy %s, each example says what that refuses, and nothing else",
  async (release) => {
    for (const example of EXAMPLES) {
      const { config } = await loadExample(example);
      const exported = exportConfig(config, "loki", release);
      if (!exported.ok) throw new Error(exported.reason);
      const refused = exported.notes.flatMap(({ kind, what }) => (kind === "refused" ? what : []));
      const newer = NEWER[example.id] ?? [];
      const expected = newer.flatMap(([what, since]) => (Number(release.slice(2)) < since ? what : []));
      expect([example.id, refused.sort()]).toEqual([example.id, expected.sort()]);
    }
  },
);
