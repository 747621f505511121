/**
 * Recorded answers of the original's receiver of profiles, and of what forwards them: each request goes over TCP byte for
 * byte to a component made as the server makes it, and what was recorded as essential must be equal.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type HostedKind, type Judgement, judge, type KnownGap } from "@sluice/engine/conformance";
import { conformanceFolder } from "./folder.ts";
import type { Checked, ProfilesFile } from "./profiles-cases.ts";
import { checkConfig } from "./profiles-config.ts";
import { checkName } from "./profiles-names.ts";
import { checkRequest } from "./profiles-requests.ts";
import { checkScenario } from "./profiles-scenarios.ts";

/** Cases that run side by side: they wait more than they work. */
const AT_ONCE = 12;

interface Case {
  readonly group: string;
  readonly name: string;
  run(): Promise<Checked>;
}

function casesOf({ vectors, names, config, scenarios }: ProfilesFile): Case[] {
  return [
    ...vectors.map((vector) => ({ group: vector.group, name: vector.id, run: () => checkRequest(vector) })),
    ...names.map((vector) => ({
      group: "names",
      name: JSON.stringify(vector.input),
      run: async () => checkName(vector),
    })),
    ...config.map((vector) => ({
      group: "config",
      name: `${vector.component}: ${vector.desc}`,
      run: () => checkConfig(vector),
    })),
    ...scenarios.map((scenario) => ({ group: "scenarios", name: scenario.id, run: () => checkScenario(scenario) })),
  ];
}

async function judgeFile(content: unknown, gaps: readonly KnownGap[]): Promise<Judgement[]> {
  const cases = casesOf(content as ProfilesFile);
  const judgements = new Array<Judgement>(cases.length);
  let next = 0;
  const work = async () => {
    while (next < cases.length) {
      const index = next++;
      const { group, name, run } = cases[index]!;
      const checked = await run().catch((error: unknown) => ({ got: undefined, difference: String(error) }));
      const gap = gaps.find((one) => one.name === name);
      judgements[index] = { name: `${group} ${name}`, tally: `profiles ${group}`, ...judge(checked, gap) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return judgements;
}

const gaps = JSON.parse(readFileSync(join(conformanceFolder(), "known-gaps.json"), "utf8")) as KnownGap[];

export const profilesKind: HostedKind = {
  kind: "profiles",
  vectors: join(conformanceFolder(), "vectors"),
  gaps,
  judge: (content) => judgeFile(content, gaps),
};
