// `npm run faults [-- --quick --only NAME --kills N --rate R --minutes M --seed S]`: tries what must not lose anything, for real.
// A line for each scenario says how it went, with its figures. Ends with `N passed, N failed`; exit code 1 when any failed.
import { parseArgs } from "node:util";
import { messageOf } from "../base/message-of.mjs";
import { mulberry32 } from "../base/mulberry32.mjs";
import { buildOrExit } from "../build.mjs";
import { tryAway } from "./away.mjs";
import { tryChanges } from "./changes.mjs";
import { tryClock } from "./clock.mjs";
import { tryFullDisk, tryFullJournal } from "./full-disk.mjs";
import { tryKills } from "./kills.mjs";
import { tryProfiles } from "./profiles.mjs";
import { tryTroubles } from "./troubles.mjs";
import { tryTwoServers } from "./two-servers.mjs";

/** From the longest to the shortest. @type {Readonly<Record<string, (settings: import("./scratch.mjs").Settings) => Promise<import("./scratch.mjs").Result>>>} */
const SCENARIOS = {
  kills: (settings) => tryKills("journal", settings),
  changes: tryChanges,
  "kills-wal": (settings) => tryKills("wal", settings),
  clock: tryClock,
  "kills-profiles": tryProfiles,
  "kills-without-journal": (settings) => tryKills("nothing", { ...settings, kills: 1 }),
  away: tryAway,
  troubles: tryTroubles,
  "two-servers": tryTwoServers,
  "full-disk": tryFullDisk,
  "full-journal": tryFullJournal,
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

/** Short forms wait most of the time; the others are about rates, too. */
const AT_ONCE = settings.quick ? 3 : 1;
const waiting = [...only];
let failed = 0;

/** @param {string} name */
async function tryOne(name) {
  // The same kills again by `--seed`.
  const random = mulberry32(seed + Object.keys(SCENARIOS).indexOf(name));
  /** @param {string} line */
  const log = (line) => console.log(`  ${name}: ${line}`);
  const began = performance.now();
  /** @type {import("./scratch.mjs").Result} */
  const { figures, problems, skipped } = await SCENARIOS[name]({ ...settings, random, log }).catch((error) => ({
    figures: "",
    problems: [`it broke: ${error instanceof Error ? error.stack : String(error)}`],
  }));
  const took = ((performance.now() - began) / 1000).toFixed(0);
  const said = problems.map((problem) => `\n         ${problem.replaceAll("\n", " ")}`);
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name} (${took} s): ${figures}${said.join("")}`);
  if (skipped !== undefined) console.log(`SKIPPED ${name}: ${skipped}`);
  if (problems.length > 0) failed++;
}

async function tryOneByOne() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await tryOne(name);
}

buildOrExit(["node"]);
console.log(`seed ${seed}`);
await Promise.all(Array.from({ length: AT_ONCE }, tryOneByOne));
console.log(`${only.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
