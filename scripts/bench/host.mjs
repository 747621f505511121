// What benchmarks of a running server share: the real command in a process of its own, and a client that pushes to it.
import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf } from "../base/message-of.mjs";

const BIN = fileURLToPath(new URL("../../apps/cli/bin/sluice.mjs", import.meta.url));

/**
 * Starts `sluice run FILE` with its data in `folder`; rejects with what it printed where it does not start. It has to be built.
 * @param {string} file
 * @param {string} folder
 * @param {readonly string[]} nodeOptions
 */
export async function startServer(file, folder, nodeOptions = []) {
  const options = ["run", "--listen", "127.0.0.1:0", "--log-level", "warn", "--data-dir", join(folder, "data"), file];
  const child = spawn(process.execPath, [...nodeOptions, BIN, ...options], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, SLUICE_BUILD: "off" },
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on("close", resolve));
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    let seen = "";
    child.stderr.on("data", (some) => {
      seen += some;
      const match = /Open (http:\S+)/.exec(seen);
      if (match) resolve(match[1]);
    });
    child.on("close", () => reject(new Error(seen)));
  });
  /** @type {{ components: readonly { id: string, details: { listening?: string } }[] }} */
  const { components } = await (await fetch(`${url}api/status`)).json();
  return {
    pid: child.pid,
    /** Of page and API; ends in a slash. */
    url,
    components,
    /**
     * `host:port` of a component that listens.
     * @param {string} id
     */
    addressOf(id) {
      const address = components.find((one) => one.id === id)?.details.listening;
      if (address === undefined) throw new Error(`${id} does not listen`);
      return address;
    },
    /** Asks it to stop; gives its exit code. */
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/**
 * Pushes bodies of that type over at most so many connections, which are kept.
 * @param {string} address
 * @param {string} type
 * @param {number} connections
 */
export function createPusher(address, type, connections) {
  const [host, port] = address.split(":");
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  return {
    /** All that it had. */
    sockets,
    /**
     * The status; where there is none, the code of the error.
     * @param {string | Buffer} body
     */
    push(body) {
      return new Promise((resolve) => {
        const headers = { "Content-Type": type, "Content-Length": Buffer.byteLength(body) };
        const sent = request({ agent, host, port, path: "/loki/api/v1/push", method: "POST", headers }, (answer) => {
          answer.resume();
          answer.on("end", () => resolve(answer.statusCode));
        });
        sent.on("socket", (socket) => sockets.add(socket));
        sent.on("error", (error) => resolve(codeOf(error)));
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
