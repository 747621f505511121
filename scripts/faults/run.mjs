// `npm run faults [-- --only NAME] [--kills N] [--rate R] [--seed S]`: tries what must not lose anything, for real, and prints a
// table. Ends with 1 where something that was acknowledged is missing.
import { parseArgs } from "node:util";
import { buildOrExit } from "../build.mjs";
import { tryKills } from "./kills.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    kills: { type: "string", default: "50" },
    rate: { type: "string", default: "20000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
let state = seed;
/** Mulberry32: the same kills again by `--seed`. */
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
/** @param {string} line */
const log = (line) => console.log(line);

/** @type {Record<string, () => Promise<{ figures: string, problems: string[] }>>} */
const FAULTS = {
  kills: () => tryKills({ kills: Number(values.kills), rate: Number(values.rate), random, log }),
};

buildOrExit(["node"]);
let failed = 0;
for (const [name, attempt] of Object.entries(FAULTS)) {
  if (values.only !== undefined && values.only !== name) continue;
  log(`── ${name} (seed ${seed})`);
  const began = performance.now();
  const { figures, problems } = await attempt();
  for (const problem of problems) log(`   ${problem}`);
  log(
    `   ${problems.length === 0 ? "ok" : "FAILED"} in ${((performance.now() - began) / 1000).toFixed(0)} s: ${figures}`,
  );
  if (problems.length > 0) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;
