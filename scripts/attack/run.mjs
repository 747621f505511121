// `npm run attack [-- --quick] [-- --list] [-- NAME…]`: what a client, a file, an upstream or an operator could do to bring the server
// down, make it lose entries, or give away secrets. Attacks start servers of their own on the loopback, or ask one that was
// asked by others before (`t.any`); two attacks at once; a line for each says how it went and the longest hold of the event loop. Ends with `N passed, N failed`; exit code 1 when any failed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { attacks as api } from "./api.mjs";

import { attacks as connections } from "./connections.mjs";
import { attacks as files } from "./files.mjs";

import { attacks as host } from "./host.mjs";
import { attacks as live } from "./live.mjs";
import { attacks as memory } from "./memory.mjs";
import { attacks as preview } from "./preview.mjs";
import { attacks as processes } from "./process.mjs";
import { attacks as profiles } from "./profiles.mjs";
import { attacks as push } from "./push.mjs";
import { attacks as tail } from "./tail.mjs";
import { startUpstream } from "./upstream.mjs";
import { startVictim } from "./victim.mjs";
import { buildOrExit } from "../build.mjs";

const ATTACKS = [
  ...push,
  ...connections,

  ...profiles,
  ...memory,
  ...preview,
  ...tail,

  ...files,
  ...processes,
  ...host,
  ...api,
  ...live,
];
/** What no attack may do to a server, unless it says what it may (`holds`) and why; as `attack/probe.mjs` measures it. */
const MAX_HOLD_MS = 100;
/**
 * How often a longer hold is measured: what our code does, it does each time, and what the machine did to it (a core that
 * others slow down, a page that had to be fetched), it does once.
 */
const MEASURED = 5;
const MAX_MEMORY = 1 << 30;
/** They wait most of the time, and holds are counted in the server's own processor time. */
const AT_ONCE = 2;

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean" }, list: { type: "boolean" } },
  allowPositionals: true,
});
const chosen = ATTACKS.filter(
  ({ name, quick }) => (!values.quick || quick) && positionals.every((word) => name.includes(word)),
);
if (chosen.length === 0) {
  console.error(`no attack has all of ${JSON.stringify(positionals)} in its name; --list shows them`);
  process.exit(2);
}
if (values.list) {
  for (const { name, quick } of chosen) console.log(`${name}${quick ? "  (quick)" : ""}`);
  process.exit(0);
}
buildOrExit(["node", "page"]);

/** Runs one attack, and again if it only held the event loop too long; gives the result that counts. */
async function attempt(attack, servers) {
  const holds = [];
  for (;;) {
    const { failures, notes, hold, memory } = await runOnce(attack, servers);
    holds.push(hold.toFixed(0));
    const tooLong = hold > (attack.holds ?? MAX_HOLD_MS);
    if (tooLong && failures.length === 0 && holds.length < MEASURED) continue;
    if (tooLong) failures.push(`the event loop was held for ${holds.join(", ")} ms`);
    const before = tooLong || holds.length === 1 ? "" : ` (before: ${holds.slice(0, -1).join(", ")} ms)`;
    const measured = [`longest hold ${hold.toFixed(0)} ms${before}`, `${(memory / 2 ** 20).toFixed(0)} MiB`];
    return { failures, notes: [...notes, ...measured] };
  }
}

/** Gives what it did not stand, what is worth a word, the longest hold in milliseconds, and the most memory in bytes. */
async function runOnce({ run }, servers) {
  const folder = mkdtempSync(join(tmpdir(), "sluice-attack-"));
  const failures = [];
  const notes = [];
  const victims = [];
  const shared = new Set();
  const upstreams = [];
  const t = {
    folder,
    async victim(config, options) {
      const victim = await startVictim(folder, config, options);
      victims.push(victim);
      return victim;
    },
    /** One that attacks before have left running, for what is asked of a server and leaves nothing there. */
    async any(config) {
      const victim = await servers.get(config);
      shared.add(victim);
      return victim;
    },
    async upstream(answer) {
      const upstream = await startUpstream(answer);
      upstreams.push(upstream);
      return upstream;
    },
    expect(ok, otherwise) {
      if (!ok && !failures.includes(otherwise)) failures.push(otherwise);
    },
    note: (text) => notes.push(text),
  };
  let hold = 0;
  let memory = 0;
  try {
    await run(t);
  } catch (error) {
    failures.push(error.cause === undefined ? error.message : `${error.message}: ${error.cause.message}`);
  }
  for (const victim of shared) {
    const { longestHoldMs, peakMemory } = await victim.measured();
    hold = Math.max(hold, longestHoldMs);
    memory = Math.max(memory, peakMemory);
    if (victim.end === undefined) continue;
    const { code, signal } = victim.end;
    failures.push(`the server ended with ${code ?? signal}: ${lastLine(victim.stderr)}`);
  }
  for (const victim of victims) {
    const killed = victim.end?.signal === "SIGKILL";
    const { longestHoldMs, peakMemory } = await victim.measured();
    hold = Math.max(hold, longestHoldMs);
    memory = Math.max(memory, peakMemory);
    const { code, signal } = await victim.stop();
    if (code !== 0 && !killed) failures.push(`the server ended with ${code ?? signal}: ${lastLine(victim.stderr)}`);
  }
  for (const upstream of upstreams) await upstream.close();
  rmSync(folder, { recursive: true, force: true });
  if (memory > MAX_MEMORY) failures.push(`the server took ${(memory / 2 ** 20).toFixed(0)} MiB`);
  return { failures, notes, hold, memory };
}

/** Servers that attacks share that run one after the other: one for each configuration. */
class SharedServers {
  #folder = mkdtempSync(join(tmpdir(), "sluice-attack-"));
  #running = new Map();

  /** One that runs and has forgotten what was measured in it. */
  async get(config) {
    const known = this.#running.get(config);
    if (known !== undefined && known.end === undefined) {
      await known.forget();
      return known;
    }
    const victim = await startVictim(join(this.#folder, String(this.#running.size)), config);
    this.#running.set(config, victim);
    return victim;
  }

  /** Stops them; gives how those ended that did not in order. */
  async stop() {
    const failures = [];
    for (const victim of this.#running.values()) {
      // What ended before was reported with the attack that ended it.
      if (victim.end !== undefined) continue;
      const { code, signal } = await victim.stop();
      if (code !== 0) failures.push(`the server ended with ${code ?? signal}: ${lastLine(victim.stderr)}`);
    }
    rmSync(this.#folder, { recursive: true, force: true });
    return failures;
  }
}

const lastLine = (text) => text.trimEnd().split("\n").at(-1).slice(0, 200);

let passed = 0;
let failed = 0;
const waiting = [...chosen];
function report(name, failures, notes) {
  if (failures.length > 0) failed++;
  else passed++;
  const said = failures.map((failure) => `         ${failure.replaceAll("\n", " ")}\n`);
  const about = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  process.stdout.write(`${failures.length > 0 ? "FAILED" : "ok    "} ${name}${about}\n${said.join("")}`);
}

async function attackOneByOne() {
  const servers = new SharedServers();
  for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
    const { failures, notes } = await attempt(attack, servers);
    report(attack.name, failures, notes);
  }
  const ends = await servers.stop();
  if (ends.length > 0) report("the end of servers that several attacks asked", ends, []);
}
await Promise.all(Array.from({ length: AT_ONCE }, attackOneByOne));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
