// The server under test: the real command in a process of its own, which can be killed and started again on its data.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listen } from "../base/listen.mjs";

const BIN = fileURLToPath(new URL("../../apps/cli/bin/sluice.mjs", import.meta.url));

/** A port that is free now: the server has to listen on the same one again after a kill. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts `sluice run FILE` with its data in `folder`; resolves when it runs, and rejects with what it printed where it ends.
 * @param {string} file
 * @param {string} folder
 */
export async function startServer(file, folder) {
  const options = ["run", "--listen", "127.0.0.1:0", "--log-level", "warn", "--data-dir", join(folder, "data"), file];
  const child = spawn(process.execPath, [BIN, ...options], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, SLUICE_BUILD: "off" },
  });
  let seen = "";
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on("close", resolve));
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    child.stderr.on("data", (some) => {
      seen = (seen + some).slice(-20_000);
      const match = /Open (http:\S+)/.exec(seen);
      if (match) resolve(match[1]);
    });
    child.on("close", () => reject(new Error(seen)));
  });
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
      return text
        .split("\n")
        .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
    },
    /** @returns {Promise<{ components: { id: string, health: { state: string, message: string }, details: Record<string, unknown> }[] }>} */
    status: async () => (await fetch(`${url}api/status`)).json(),
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
