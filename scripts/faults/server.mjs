// The server under test: the real command in a process of its own, which can be killed and started again on its data.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listen } from "../base/listen.mjs";
import { memoryOf, sumOfSeries } from "../base/measured-process.mjs";

const BIN = fileURLToPath(new URL("../../apps/cli/bin/sluice.mjs", import.meta.url));
const WORLD = new URL("world.mjs", import.meta.url).href;

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/** A port that is free now: the server has to listen on the same one again after a kill. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Those that run, by their scenario's folder. @type {Map<string, Set<import("node:child_process").ChildProcess>>} */
const running = new Map();

/** Ends what a scenario that broke has left running. @param {string} folder */
export async function endServers(folder) {
  const left = [...(running.get(folder) ?? [])];
  const ends = left.map((child) => once(child, "close"));
  for (const child of left) child.kill("SIGKILL");
  await Promise.all(ends);
}

/**
 * Starts `sluice run FILE` with its data in `folder`; resolves when it runs, and rejects with what it printed where it ends.
 * @param {string} file
 * @param {string} folder
 * @param {{ world?: import("./world.mjs").World, data?: string }} [options] `data`: its directory, instead of one in `folder`.
 */
export async function startServer(file, folder, { world, data = join(folder, "data") } = {}) {
  const options = ["run", "--listen", "127.0.0.1:0", "--log-level", "warn", "--data-dir", data, file];
  const child = fork(BIN, options, {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: world === undefined ? [] : ["--import", WORLD],
    env: { ...process.env, SLUICE_BUILD: "off", ...(world && { FAULTS_WORLD: JSON.stringify(world) }) },
  });
  const those = running.get(folder) ?? new Set();
  running.set(folder, those.add(child));
  child.once("close", () => those.delete(child));
  let seen = "";
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on("close", resolve));
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    child.stderr?.on("data", (some) => {
      seen = (seen + some).slice(-20_000);
      const match = /Open (http:\S+)/.exec(seen);
      if (match) resolve(match[1]);
    });
    child.on("close", () => reject(new Error(seen)));
  });

  /** @param {string} path @param {string} [text] @returns {Promise<{ status: number, text: string }>} */
  const post = async (path, text) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, ...(text !== undefined && { body: text }) });
    return { status: answer.status, text: await answer.text() };
  };
  /** @returns {Promise<{ components: Component[] }>} */
  const status = async () => (await fetch(`${url}api/status`)).json();
  return {
    pid: /** @type {number} */ (child.pid),
    url,
    /** What it wrote to its log last. */
    get log() {
      return seen;
    },
    /** The sum of a family's series; 0 where it has none, or the server does not answer. @param {string} name */
    async metric(name) {
      const text = await fetch(`${url}metrics`)
        .then((answer) => answer.text())
        .catch(() => "");
      return sumOfSeries(text, name);
    },
    status,
    /** @param {string} id */
    async healthOf(id) {
      const { components } = await status();
      return components.find((one) => one.id === id)?.health;
    },
    /** As `POST /-/reload` answers. */
    reload: () => post("-/reload"),
    /** @param {string} text */
    deploy: (text) => post("api/deploy", JSON.stringify({ text, note: "tried" })),
    /** Changes the world that it was started with. @param {import("./world.mjs").World} next */
    async changeWorld(next) {
      const changed = once(child, "message");
      child.send(next);
      await changed;
    },
    /** Resident now, in bytes; undefined where the system does not say. */
    resident() {
      try {
        return memoryOf(child.pid, "VmRSS");
      } catch {
        return undefined;
      }
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** @typedef {{ id: string, health: { state: string, message: string }, details: Record<string, unknown> }} Component */
