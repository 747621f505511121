/** The declared flow of stages, compared with what they do to entries in every recorded vector and every example. */
import { goString } from "@sluice/languages/govalue";
import { describe, expect, it } from "vitest";
import { readVectorFiles, VECTOR_HOST } from "../../conformance/vector-files.ts";
import { loadStages } from "../document/load.ts";
import { buildWithResources } from "../pipeline/resources.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { FlowKind, StageFlow } from "../pipeline/stage-flow.ts";
import { flowOf, type StageNode } from "../pipeline/stage-spec.ts";
import { Preview, type PreviewListener } from "../preview/preview.ts";
import { previewCases } from "../testing/index.ts";

const everyNode = (nodes: readonly StageNode[]): StageNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(node.children)]);

type Named = ReadonlyMap<string, string>;

function namesOf({ labels, metadata, extracted }: Snapshot): Readonly<Record<FlowKind, Named>> {
  return {
    label: new Map(labels),
    metadata: new Map(metadata.map(([name, value]) => [name, value])),
    extracted: new Map([...extracted].map(([name, value]) => [name, goString(value) ?? JSON.stringify(value)])),
  };
}

const changed = (before: Named, after: Named): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));

function undeclared(flow: StageFlow, before: Snapshot, after: Snapshot): string[] {
  const [old, now] = [namesOf(before), namesOf(after)];
  return (["extracted", "label", "metadata"] as const).flatMap((kind) => {
    if (flow.setsAny?.includes(kind)) return [];
    const told = new Set(
      [...(flow.sets ?? []), ...(flow.removes ?? [])].flatMap((use) => (use.kind === kind ? [use.name] : [])),
    );
    return changed(old[kind], now[kind])
      .filter((name) => !told.has(name) && !(kind === "label" && flow.keepsLabels && !now[kind].has(name)))
      .map((name) => `${kind} ${name}`);
  });
}

it("a stage changes nothing of an entry but what it says, in all vectors and examples", () => {
  const wrong: string[] = [];
  let compared = 0;
  for (const { name, stages, samples, start, endAdvance } of previewCases(readVectorFiles())) {
    const nodes = new Map(everyNode(stages).map((node) => [node.path, node]));
    const listener: PreviewListener = {
      step({ path, before, emitted, united }) {
        const node = nodes.get(path)!;
        // What stages inside a match do is theirs; a stage that joins entries sends on what came in earlier.
        if (before === undefined || node.children.length > 0 || united.length > 0) return;
        const flow = flowOf(node);
        for (const entry of emitted) {
          if (!entry.origins.some((origin) => before.origins.includes(origin))) continue;
          compared++;
          wrong.push(...undeclared(flow, before, entry).map((what) => `${name}: ${node.spec.name} changed ${what}`));
          if (!flow.setsTime && entry.timestamp !== before.timestamp)
            wrong.push(`${name}: ${node.spec.name} set the time`);
          if (!flow.setsLine && entry.line !== before.line) wrong.push(`${name}: ${node.spec.name} set the line`);
          if (flow.dropsAll) wrong.push(`${name}: ${node.spec.name} let an entry through`);
        }
      },
    };
    const build = buildWithResources(
      () => new Preview({ stages, dialect: "logs" }, { start, seed: 1, host: VECTOR_HOST }, listener),
    );
    // Vectors also name databases that are broken or missing.
    if (!build.ok) continue;
    const preview = build.built;
    preview.send(samples);
    preview.advance(endAdvance);
    preview.end();
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(3000);
  // Everything that was ever recorded.
}, 240_000);

const flow = (text: string): StageFlow => {
  const { stages, diagnostics } = loadStages(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return flowOf(stages[0]!);
};

describe("what stages say that they read", () => {
  it.each([
    ['stage.drop { source = "a,b" }', ["extracted a", "extracted b"]],
    ['stage.labels { values = { level = "lvl", app = "" } }', ["extracted lvl", "extracted app"]],
    ['stage.labels {\n values = { a = "" }\n source_type = "structured_metadata"\n}', ["metadata a"]],
    ['stage.structured_metadata { values = { t = "trace" } }', ["extracted trace", "label trace"]],
    ['stage.tenant { label = "team" }', ["label team"]],
    ['stage.tenant { source = "team" }', ["extracted team"]],
    ['stage.match {\n selector = `{app="x", env!=""} | = "y"`\n}'.replace("| =", "|="), ["label app", "label env"]],
    [
      'stage.template {\n source = "s"\n template = "{{ .Value }} {{ .a }} {{ .Entry }}"\n}',
      ["extracted s?", "extracted a?"],
    ],
    [
      'stage.replace {\n expression = "(x)"\n replace = "{{ .Value }}{{ .b }}"\n source = "s"\n}',
      ["extracted s", "extracted b?"],
    ],
    [
      'stage.metrics {\n metric.counter {\n  name = "n"\n  action = "inc"\n  match_all = true\n }\n metric.gauge {\n  name = "g"\n  action = "set"\n }\n}',
      ["extracted g"],
    ],
  ])("%s", (text, expected) => {
    const body = text.startsWith("stage.match") ? text.replace(/\}$/, " stage.decolorize { }\n}") : text;
    const reads = flow(body).reads ?? [];
    expect(reads.map(({ kind, name, optional }) => `${kind} ${name}${optional ? "?" : ""}`)).toEqual(expected);
  });

  it("a template that takes its data as a whole may read anything", () => {
    const of = (template: string) => flow(`stage.template {\n source = "s"\n template = \`${template}\`\n}`).readsAny;
    expect([of("{{ toJson . }}"), of("{{ .a }}"), of("{{ range $k, $v := . }}{{ $k }}{{ end }}")]).toEqual([
      ["extracted"],
      undefined,
      ["extracted"],
    ]);
  });
});
