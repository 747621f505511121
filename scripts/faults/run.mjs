// `npm run faults [-- --quick --only NAME --kills N --rate R --minutes M --seed S]`: tries what must not lose anything, for real.
// A line for each scenario says how it went, with its figures. Ends with `N passed, N failed`; exit code 1 when any failed.
import { parseArgs } from "node:util";
import { messageOf } from "../base/message-of.mjs";
import { buildOrExit } from "../build.mjs";
import { tryAway } from "./away.mjs";
import { tryClock } from "./clock.mjs";
import { tryFullDisk, tryFullJournal } from "./full-disk.mjs";
import { tryKills } from "./kills.mjs";
import { tryProfiles } from "./profiles.mjs";
import { tryTroubles } from "./troubles.mjs";
import { tryTwoServers } from "./two-servers.mjs";

/** @type {Readonly<Record<string, (settings: import("./scratch.mjs").Settings) => Promise<import("./scratch.mjs").Result>>>} */
const SCENARIOS = {
  kills: (settings) => tryKills("journal", settings),
  "kills-wal": (settings) => tryKills("wal", settings),
  "kills-without-journal": (settings) => tryKills("nothing", { ...settings, kills: 1 }),
  "kills-profiles": tryProfiles,
  troubles: tryTroubles,
  away: tryAway,
  "full-journal": tryFullJournal,
  "full-disk": tryFullDisk,
  clock: tryClock,
  "two-servers": tryTwoServers,
};

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string", multiple: true },
        kills: { type: "string" },
        rate: { type: "string" },
        minutes: { type: "string" },
        seed: { type: "string", default: String(Date.now() % 1_000_000) },
      },
    });
    const { quick, only = Object.keys(SCENARIOS) } = values;
    const unknown = only.filter((name) => !Object.hasOwn(SCENARIOS, name));
    if (unknown.length > 0) throw new Error(`no scenario ${unknown.join(", ")}: ${Object.keys(SCENARIOS).join(", ")}`);
    /** @param {string | undefined} value @param {number} otherwise */
    const number = (value, otherwise) => {
      const asked = value === undefined ? otherwise : Number(value);
      if (!(asked >= 0)) throw new Error(`${value} is not a number`);
      return asked;
    };
    return {
      only,
      quick,
      kills: number(values.kills, quick ? 3 : 50),
      rate: number(values.rate, quick ? 4000 : 20_000),
      minutes: number(values.minutes, quick ? 0.05 : 10),
      seed: number(values.seed, 0),
    };
  } catch (error) {
    console.error(
      `npm run faults: ${messageOf(error)}\nusage: npm run faults [-- --quick --only NAME … --kills N --rate R --minutes M --seed S]`,
    );
    process.exit(2);
  }
}
const { only, seed, ...settings } = readOptions();
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

buildOrExit(["node"]);
console.log(`seed ${seed}`);
let failed = 0;
for (const name of only) {
  const began = performance.now();
  const { figures, problems, skipped } = await SCENARIOS[name]({ ...settings, random, log }).catch((error) => ({
    figures: "",
    problems: [`it broke: ${error instanceof Error ? error.stack : String(error)}`],
    skipped: undefined,
  }));
  const took = ((performance.now() - began) / 1000).toFixed(0);
  const said = problems.map((problem) => `\n         ${problem.replaceAll("\n", " ")}`);
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name} (${took} s): ${figures}${said.join("")}`);
  if (skipped !== undefined) console.log(`SKIPPED ${name}: ${skipped}`);
  if (problems.length > 0) failed++;
}
console.log(`${only.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
