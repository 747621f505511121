/** Counts of stages add up, over everything that was ever recorded. */
import { expect, it } from "vitest";
import { readVectorFiles, VECTOR_HOST } from "../../conformance/vector-files.ts";
import { buildWithResources } from "../pipeline/resources.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { Step } from "../pipeline/trace.ts";
import { previewCases } from "../testing/index.ts";
import { Preview } from "./preview.ts";
import { type StageCounts, stageCounts } from "./stage-counts.ts";

const LIMIT = "stage.limit {\n rate = 1\n burst = 1\n}\n";
const MATCH = 'stage.match {\n selector = "{a=\\"1\\"}"\n';
/**
 * Cases without a vector: parts of one entry that wait, are joined again, or are held inside other stages; and what passes
 * those by.
 */
const OWN = [
  `${MATCH}${LIMIT}}\nstage.decolorize { }`,
  `${MATCH}${MATCH}${LIMIT}}\n}\nstage.decolorize { }`,
  `${MATCH}stage.decolorize { }\n${LIMIT}stage.split_json { }\n${LIMIT}}`,
  `${MATCH}${MATCH}stage.split_json { }\n${LIMIT}${LIMIT}}\n}\n${MATCH}${LIMIT}}`,
  `stage.split_json { }\n${LIMIT}`,
  `stage.match {\n selector = "{a=\\"1\\"}"\n stage.split_json { }\n ${LIMIT} }\nstage.decolorize { }`,
  'stage.split_json { }\nstage.multiline { firstline = "^1" }\nstage.drop { expression = "2" }',
  `stage.match {\n selector = "{a=\\"1\\"}"\n stage.split_json { }\n stage.multiline {\n firstline = "^1"\n max_lines = 2\n }\n }\n${LIMIT}`,
];
const CASES = previewCases([
  ...readVectorFiles(),
  {
    kind: "stages",
    cases: OWN.map((stages, i) => ({
      name: `own ${i}`,
      stages,
      entries: Array.from({ length: 5 }, () => [
        { line: "[1,2,3,1,2]", labels: { a: "1" } },
        { line: "1", labels: { a: "2" } },
      ]).flat(),
    })),
  },
]);

/** Who is inside which stage, told from who came in and who left, without a count. */
class Inside {
  readonly #byPath = new Map<string, Snapshot[]>();

  see({ path, before, held, emitted, dropped }: Step): void {
    let inside = this.#byPath.get(path) ?? [];
    for (const left of [...emitted, ...dropped.map(({ entry }) => entry)]) {
      // A block leaves whole: none that it is made of stays.
      inside = inside.filter((one) => !isPartOf(one, left));
    }
    this.#byPath.set(path, before !== undefined && held ? [...inside, before] : inside);
  }

  /** In stage `path`; in one with stages inside, all that are in these or wait for them. */
  count({ path, children }: StageNode, counts: ReadonlyMap<string, StageCounts>): number {
    if (children.length === 0) return this.#byPath.get(path)?.length ?? 0;
    return children.reduce((sum, child) => sum + this.count(child, counts) + (counts.get(child.path)?.waiting ?? 0), 0);
  }
}

const isPartOf = (one: Snapshot, whole: Snapshot): boolean => one.origins.every((id) => whole.origins.includes(id));

const withChildren = (stages: readonly StageNode[]): StageNode[] =>
  stages.flatMap((stage) => [stage, ...withChildren(stage.children)]);

/** What does not add up; and the counts. */
function checkCounts(
  preview: Preview,
  stages: readonly StageNode[],
  now: Inside,
): { counts: StageCounts[]; wrong: string[] } {
  const counts = preview.counts();
  const wrong: string[] = [];
  for (const stage of withChildren(stages)) {
    const one = counts.get(stage.path) ?? stageCounts();
    const { in: into, out, dropped, merged, split, changed, unchanged, missed, waiting } = one;
    const held = now.count(stage, counts);
    const isWhole = Math.min(waiting, merged, split) >= 0 && changed + unchanged + missed <= into;
    if (held !== one.held || into !== out + dropped + held + merged - split || !isWhole)
      wrong.push(`${stage.path}: ${held} are inside: ${JSON.stringify(one)}`);
  }
  const last = stages.at(-1);
  const { emitted, held } = preview.balance;
  if (last !== undefined && (counts.get(last.path)?.out ?? 0) !== emitted) wrong.push(`${emitted} were sent`);
  const inside = [...counts.values()].reduce((sum, one) => sum + one.held + one.waiting, 0);
  if (inside > 0 !== held > 0) wrong.push(`${inside} are inside, and ${held} are held`);
  return { counts: [...counts.values()], wrong };
}

it("counts add up at every moment, over all vectors and examples", () => {
  let tried = 0;
  const seen = { merged: 0, split: 0, held: 0, waiting: 0, missed: 0 };
  for (const { name, stages, samples, start, endAdvance } of CASES) {
    const now = new Inside();
    const listener = { step: (step: Step) => now.see(step) };
    const options = { start, seed: 1, host: VECTOR_HOST };
    const made = buildWithResources(() => new Preview({ stages, dialect: "logs" }, options, listener));
    if (!made.ok) continue;
    tried++;
    const preview = made.built;
    for (const sample of samples) {
      preview.send([sample]);
      const { counts, wrong } = checkCounts(preview, stages, now);
      if (wrong.length > 0) expect([name, wrong]).toEqual([name, []]);
      for (const one of counts) for (const what of Object.keys(seen) as (keyof typeof seen)[]) seen[what] += one[what];
      if (preview.stuck) break;
    }
    preview.advance(endAdvance);
    preview.end();
    const { counts, wrong } = checkCounts(preview, stages, now);
    const left = preview.stuck ? [] : counts.filter(({ held, waiting }) => held + waiting > 0);
    if (wrong.length + left.length > 0) expect([name, wrong, left]).toEqual([name, [], []]);
  }
  expect(tried).toBeGreaterThan(500);
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(5);
}, 240_000);
