// What benchmarks of a server that runs share: the real command in a process of its own, and a client that pushes to it.
import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../apps/cli/bin/sluice.mjs", import.meta.url));

/** Starts `sluice run FILE` with its data in `folder`; rejects with what it printed where it does not start. It has to be built. */
export async function startServer(file, folder, nodeOptions = []) {
  const options = ["run", "--listen", "127.0.0.1:0", "--log-level", "warn", "--data-dir", join(folder, "data"), file];
  const child = spawn(process.execPath, [...nodeOptions, BIN, ...options], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, SLUICE_BUILD: "off" },
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const url = await new Promise((resolve, reject) => {
    let seen = "";
    child.stderr.on("data", (some) => {
      seen += some;
      const match = /Open (http:\S+)/.exec(seen);
      if (match) resolve(match[1]);
    });
    child.on("close", () => reject(new Error(seen)));
  });
  const { components } = await (await fetch(`${url}api/status`)).json();
  return {
    pid: child.pid,
    /** Of page and API; ends in a slash. */
    url,
    components,
    /** `host:port` of a component that listens. */
    addressOf: (id) => components.find((one) => one.id === id).details.listening,
    /** Asks it to stop; gives its exit code. */
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Pushes bodies of that type over at most so many connections, which are kept. */
export function createPusher(address, type, connections) {
  const [host, port] = address.split(":");
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sockets = new Set();
  return {
    /** All that it had. */
    sockets,
    /** The status; where there is none, the code of the error. */
    push(body) {
      return new Promise((resolve) => {
        const headers = { "Content-Type": type, "Content-Length": Buffer.byteLength(body) };
        const sent = request({ agent, host, port, path: "/loki/api/v1/push", method: "POST", headers }, (answer) => {
          answer.resume();
          answer.on("end", () => resolve(answer.statusCode));
        });
        sent.on("socket", (socket) => sockets.add(socket));
        sent.on("error", ({ code }) => resolve(code));
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
