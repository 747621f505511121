// `npm run attack [-- --quick] [-- --list] [-- NAME…]`: what a client, a file, an upstream or an operator could do to bring the server
// down, make it lose entries, or give away secrets. Each attack starts servers of its own on the loopback, two
// attacks at once; a line for each says how it went and the longest hold of the event loop. Ends with `N passed, N failed`; exit code 1 when any failed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { attacks as api } from "./attack/api.mjs";
import { attacks as host } from "./attack/host.mjs";
import { attacks as live } from "./attack/live.mjs";
import { attacks as memory } from "./attack/memory.mjs";
import { attacks as preview } from "./attack/preview.mjs";
import { attacks as processes } from "./attack/process.mjs";
import { attacks as profiles } from "./attack/profiles.mjs";
import { attacks as push } from "./attack/push.mjs";
import { attacks as tail } from "./attack/tail.mjs";
import { startUpstream } from "./attack/upstream.mjs";
import { startVictim } from "./attack/victim.mjs";
import { buildOrExit } from "./build.mjs";

const ATTACKS = [...push, ...profiles, ...memory, ...preview, ...tail, ...processes, ...host, ...api, ...live];
/** What no attack may do to a server, unless it says what it may (`holds`) and why. */
const MAX_HOLD_MS = 100;
/**
 * How often a longer hold is measured: what our code does, it does each time, and what the machine did to it (a core that
 * others slow down, a page that had to be fetched), it does once.
 */
const MEASURED = 3;
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

/** Runs one attack, again where all that it did was to hold the event loop too long; gives the result to go by. */
async function attempt(attack) {
  const holds = [];
  for (;;) {
    const { failures, notes, hold, memory } = await runOnce(attack);
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
async function runOnce({ run }) {
  const folder = mkdtempSync(join(tmpdir(), "sluice-attack-"));
  const failures = [];
  const notes = [];
  const victims = [];
  const upstreams = [];
  const t = {
    folder,
    async victim(config, options) {
      const victim = await startVictim(folder, config, options);
      victims.push(victim);
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

const lastLine = (text) => text.trimEnd().split("\n").at(-1).slice(0, 200);

let failed = 0;
const waiting = [...chosen];
async function attackOneByOne() {
  for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
    const { failures, notes } = await attempt(attack);
    if (failures.length > 0) failed++;
    const said = failures.map((failure) => `         ${failure.replaceAll("\n", " ")}\n`);
    process.stdout.write(
      `${failures.length > 0 ? "FAILED" : "ok    "} ${attack.name} (${notes.join(", ")})\n${said.join("")}`,
    );
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, attackOneByOne));
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
