// A server under attack: the real command in a process of its own, with the probe in it.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../apps/cli/bin/sluice.mjs", import.meta.url));
const PROBE = new URL("probe.mjs", import.meta.url).href;
const START_MS = 60_000;
const STOP_MS = 40_000;
/** @type {Holds} */
const NOTHING_HELD = { longestHoldMs: 0, peakMemory: 0, cpu: { user: 0, system: 0 } };

/**
 * @typedef {object} VictimOptions
 * @property {readonly string[]} [args] Of `sluice run`.
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [token] Shown with requests of the API.
 *
 * @typedef {{ code: number | null, signal: string | null }} End
 * @typedef {{ longestHoldMs: number, peakMemory: number, cpu: { user: number, system: number } }} Holds
 * @typedef {"reset" | "measured" | "throwInTimer" | "rejectPromise"} Question
 */

/**
 * Starts `sluice run` on a configuration. `folder` is its working directory. Rejects when it ends at once.
 * @param {string} folder
 * @param {string} config
 * @param {VictimOptions} options
 */
export async function startVictim(folder, config, { args = [], env = {}, token } = {}) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "config.alloy");
  writeFileSync(file, config);
  const child = fork(BIN, ["run", "--listen", "127.0.0.1:0", ...args, file], {
    cwd: folder,
    execArgv: ["--import", PROBE],
    env: { ...process.env, ...env, SLUICE_BUILD: "off" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const victim = new Victim(child, token);
  await victim.started();
  return victim;
}

export class Victim {
  #child;
  /** @type {Readonly<Record<string, string>>} */
  #headers;
  /** @type {Map<number, (answer: Holds | undefined) => void>} */
  #questions = new Map();
  #nextId = 0;
  /** @type {Holds} */
  #holds = NOTHING_HELD;
  /**
   * `undefined` while it runs.
   * @type {End | undefined}
   */
  end;
  stdout = "";
  stderr = "";
  url = "";
  /**
   * Addresses of the listening components, by component.
   * @type {Record<string, string>}
   */
  addresses = {};

  /**
   * @param {import("node:child_process").ChildProcess} child
   * @param {string | undefined} token
   */
  constructor(child, token) {
    this.#child = child;
    this.#headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      this.stderr += text;
    });
    /** @param {{ id: number, answer: Holds | undefined }} message */
    const take = ({ id, answer }) => this.#questions.get(id)?.(answer);
    child.on("message", take);
    this.ended = once(child, "close").then(([code, signal]) => {
      /** @type {End} */
      const end = { code, signal };
      this.end = end;
      for (const answer of this.#questions.values()) answer(undefined);
      return end;
    });
  }

  get pid() {
    return this.#child.pid;
  }

  async started() {
    /** @type {Promise<string>} */
    const opened = new Promise((resolve) => {
      this.#child.stderr?.on("data", () => {
        const match = /Open (http:\S+)/.exec(this.stderr);
        if (match) resolve(match[1]);
      });
    });
    const url = await Promise.race([opened, this.ended, timeout(START_MS)]);
    if (typeof url !== "string") {
      this.kill();
      throw new Error(`the server did not start: ${this.stderr.trim()}`);
    }
    this.url = url;
    /** @type {{ components: readonly { id: string, details: { listening?: string, grpc_listening?: string } }[] }} */
    const status = await (await fetch(`${url}api/status`, { headers: this.#headers })).json();
    for (const { id, details } of status.components) {
      if (details.listening) this.addresses[id] = details.listening;
      if (details.grpc_listening) this.addresses[`${id}.grpc`] = details.grpc_listening;
    }
    await this.#ask("reset");
  }

  /**
   * Pushes lines over Loki's JSON API; gives the status.
   * @param {readonly string[]} lines
   * @param {{ labels?: Readonly<Record<string, string>>, component?: string }} options
   */
  async push(lines, { labels = { job: "honest" }, component } = {}) {
    const address = this.addresses[component ?? "logs.source.api.in"] ?? Object.values(this.addresses)[0];
    const at = `${Date.now()}000000`;
    const response = await fetch(`http://${address}/loki/api/v1/push`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ streams: [{ stream: labels, values: lines.map((line) => [at, line]) }] }),
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    return response.status;
  }

  /**
   * The sum of the series that begin so: with a name, and perhaps labels.
   * @param {string} beginning
   */
  async metric(beginning) {
    const text = await (await fetch(`${this.url}metrics`)).text();
    const lines = text.split("\n").filter((one) => one.startsWith(beginning));
    return lines.length === 0
      ? undefined
      : lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  }

  async measured() {
    const now = this.end === undefined ? await this.#ask("measured") : undefined;
    if (now !== undefined) this.#holds = now;
    return this.#holds;
  }

  /** Measures from now on. */
  async forget() {
    await this.#ask("reset");
    this.#holds = NOTHING_HELD;
  }

  throwInTimer() {
    return this.#ask("throwInTimer");
  }

  rejectPromise() {
    return this.#ask("rejectPromise");
  }

  /**
   * @param {Question} question
   * @returns {Promise<Holds | undefined>}
   */
  #ask(question) {
    const id = this.#nextId++;
    /** @type {Promise<Holds | undefined>} */
    const answer = new Promise((resolve) => this.#questions.set(id, resolve));
    this.#child.send({ id, question }, () => {});
    return Promise.race([answer, timeout(STOP_MS)]).finally(() => this.#questions.delete(id));
  }

  /** @param {NodeJS.Signals} name */
  signal(name) {
    this.#child.kill(name);
  }

  /** Asks it to stop as an operator would, and waits for the end. */
  async stop() {
    if (this.end !== undefined) return this.end;
    await this.measured();
    this.signal("SIGTERM");
    const end = await Promise.race([this.ended, timeout(STOP_MS)]);
    if (end === undefined) this.kill();
    return end ?? { code: null, signal: "none: it did not stop" };
  }

  kill() {
    if (this.end === undefined) this.#child.kill("SIGKILL");
  }
}

/**
 * Resolves to undefined after a while, and keeps nothing alive.
 * @param {number} ms
 * @returns {Promise<undefined>}
 */
export function timeout(ms) {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}

/**
 * Looks every so many ms until `look` gives something other than undefined or false; gives undefined when time is up.
 * @template T
 * @param {() => T | Promise<T>} look
 * @param {number} ms
 * @param {number} every
 */
export async function until(look, ms = 30_000, every = 50) {
  for (const deadline = performance.now() + ms; performance.now() < deadline; ) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  return undefined;
}

/**
 * Pushes a line every 20 ms while `work` is on. Gives its result, how many pushes were taken, how many were not, and the
 * longest wait for an answer.
 * @template T
 * @param {Victim} victim
 * @param {() => T | Promise<T>} work
 */
export async function whilePushing(victim, work) {
  let taken = 0;
  let refused = 0;
  let longest = 0;
  let done = false;
  const pushing = (async () => {
    while (!done) {
      const begun = performance.now();
      const status = await victim.push(["hello"]).catch(() => undefined);
      if (status === 204) taken++;
      else refused++;
      longest = Math.max(longest, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  try {
    return { result: await work(), taken, refused, longest };
  } finally {
    done = true;
    await pushing;
  }
}
