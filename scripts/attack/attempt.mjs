// One attack on servers of its own, or on one that several share: its failures, and what was measured meanwhile.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../base/message-of.mjs";
import { startUpstream } from "./upstream.mjs";
import { startVictim } from "./victim.mjs";

/**
 * @typedef {import("./victim.mjs").Victim} Victim
 *
 * @typedef {object} Attack
 * @property {string} name
 * @property {boolean} [quick] Part of `npm run check`.
 * @property {number} [holds] Milliseconds for which it may hold the event loop, where that is more than others may.
 * @property {(t: Attempt) => unknown} run
 *
 * @typedef {object} Attempt What an attack works with.
 * @property {string} folder
 * @property {(config: string, options?: import("./victim.mjs").VictimOptions) => Promise<Victim>} victim Starts a server.
 * @property {(config: string) => Promise<Victim>} any A server that earlier attacks left running, for what leaves nothing there.
 * @property {(answer?: import("./upstream.mjs").Answering) => ReturnType<typeof startUpstream>} upstream
 * @property {(ok: unknown, otherwise: string) => void} expect
 * @property {(text: string) => void} note
 */

/** What no attack may do to a server, unless it says what it may (`holds`) and why; as `probe.mjs` measures it. */
const MAX_HOLD_MS = 100;
/**
 * How often a longer hold is measured: what our code does, it does each time, and what the machine did to it (a core that
 * others slow down, a page that had to be fetched), it does once.
 */
const MEASURED = 5;
const MAX_MEMORY = 1 << 30;

/**
 * Runs one attack, and again if it only held the event loop too long; gives the result that counts.
 * @param {Attack} attack
 * @param {SharedServers} servers
 */
export async function attempt(attack, servers) {
  /** @type {string[]} */
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

/**
 * Gives its failures, its notes, the longest hold in milliseconds, and the most memory in bytes.
 * @param {Attack} attack
 * @param {SharedServers} servers
 */
async function runOnce({ run }, servers) {
  const folder = mkdtempSync(join(tmpdir(), "sluice-attack-"));
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const notes = [];
  /** @type {Victim[]} */
  const victims = [];
  /** @type {Set<Victim>} */
  const shared = new Set();
  /** @type {Awaited<ReturnType<typeof startUpstream>>[]} */
  const upstreams = [];
  /** @type {Attempt} */
  const t = {
    folder,
    async victim(config, options) {
      const victim = await startVictim(folder, config, options);
      victims.push(victim);
      return victim;
    },
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
    const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : "";
    failures.push(`${messageOf(error)}${cause}`);
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
export class SharedServers {
  #folder = mkdtempSync(join(tmpdir(), "sluice-attack-"));
  /** @type {Map<string, Victim>} */
  #running = new Map();

  /**
   * One that runs and has forgotten what was measured in it.
   * @param {string} config
   */
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
    /** @type {string[]} */
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

/** @param {string} text */
const lastLine = (text) => text.trimEnd().split("\n").at(-1)?.slice(0, 200);
