/** Counts of stages add up, over everything that was ever recorded. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { buildWithResources } from "../pipeline/resources.ts";
import type { StageHost } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { previewCases, TEST_HOST } from "../testing/index.ts";
import { Preview, type StageCounts } from "./preview.ts";

const FOLDER = new URL("../../conformance/vectors/", import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const LIMIT = "stage.limit {\n rate = 1\n burst = 1\n}\n";
/** What no vector has: parts of one entry that wait, are joined again, or are held inside other stages. */
const OWN = [
  `stage.split_json { }\n${LIMIT}`,
  `stage.match {\n selector = "{a=\\"1\\"}"\n stage.split_json { }\n ${LIMIT} }\nstage.decolorize { }`,
  'stage.split_json { }\nstage.multiline { firstline = "^1" }\nstage.drop { expression = "2" }',
  `stage.match {\n selector = "{a=\\"1\\"}"\n stage.split_json { }\n stage.multiline {\n firstline = "^1"\n max_lines = 2\n }\n }\n${LIMIT}`,
];
const CASES = previewCases([
  ...FILES.map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))),
  {
    kind: "stages",
    cases: OWN.map((stages, i) => ({
      name: `own ${i}`,
      stages,
      entries: [{ line: "[1,2,3,1,2]", labels: { a: "1" }, repeat: 5 }],
    })),
  },
]);
const PLACES = [FOLDER, new URL("../../../../public/", import.meta.url)];
const HOST: StageHost = {
  ...TEST_HOST,
  resource(path) {
    const place = PLACES.map((folder) => new URL(path, folder)).find((url) => existsSync(url));
    return place === undefined ? undefined : readFileSync(place);
  },
};

/** What does not add up; and the counts. */
function checkCounts(preview: Preview, stages: readonly StageNode[]): { counts: StageCounts[]; wrong: string[] } {
  const counts = preview.counts();
  const wrong: string[] = [];
  for (const [path, one] of counts) {
    const { in: into, out, dropped, held, merged, split, changed, unchanged, missed, waiting } = one;
    const isWhole = Math.min(held, waiting, merged, split) >= 0 && changed + unchanged + missed <= into;
    if (into !== out + dropped + held + merged - split || !isWhole) wrong.push(`${path}: ${JSON.stringify(one)}`);
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
    const made = buildWithResources(() => new Preview({ stages, dialect: "logs" }, { start, seed: 1, host: HOST }));
    if (!made.ok) continue;
    tried++;
    const preview = made.built;
    for (const sample of samples) {
      preview.send([sample]);
      const { counts, wrong } = checkCounts(preview, stages);
      if (wrong.length > 0) expect([name, wrong]).toEqual([name, []]);
      for (const one of counts) for (const what of Object.keys(seen) as (keyof typeof seen)[]) seen[what] += one[what];
      if (preview.stuck) break;
    }
    preview.advance(endAdvance);
    preview.end();
    const { counts, wrong } = checkCounts(preview, stages);
    expect([name, wrong]).toEqual([name, []]);
    if (!preview.stuck) expect([name, counts.filter(({ held, waiting }) => held + waiting > 0)]).toEqual([name, []]);
  }
  expect(tried).toBeGreaterThan(500);
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(5);
}, 60_000);
