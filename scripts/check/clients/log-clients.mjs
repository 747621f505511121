// Clients of others that send logs, each for as long as a test wants: winston-loki, OpenTelemetry's exporters and
// python-logging-loki, installed from their registries in the versions of their folders here, and the commands `logger` and
// `curl`. Each sends lines with its name and their numbers, and counts them.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "../../base/cached-install.mjs";
import { installNode, installPython, pythonIn } from "./installing.mjs";
import { haveToolchain, TOOLCHAINS } from "./toolchains.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** Of entries, for each client. */
const EVERY_MS = 50;
const PER_PUSH = 5;

/**
 * @typedef {{ stop(): Promise<{ sent: number, problems: string[] }> }} Sending
 * @typedef {(name: string, command: readonly string[], address: string) => Sending} StartClient
 * @typedef {import("node:child_process").ChildProcessWithoutNullStreams} Child
 *
 * @typedef {object} LogClient
 * @property {keyof typeof TOOLCHAINS} toolchain
 * @property {string} to The kind of the component that it sends to.
 * @property {() => readonly string[] | undefined} install
 * @property {StartClient} start
 */

/**
 * A program of ours around a client's library.
 * @param {string} folder
 * @param {(folder: string) => boolean} install
 * @param {(folder: string) => readonly string[]} commandIn
 */
const program = (folder, install, commandIn) => ({
  install: () => {
    const there = installOnce({ source: join(here, folder), what: folder, install, isThere: () => true });
    return there === undefined ? undefined : commandIn(there);
  },
  start: startProgram,
});

/** @type {Readonly<Record<string, LogClient>>} */
export const LOG_CLIENTS = {
  winston: {
    toolchain: "node",
    to: "logs.source.api",
    ...program("logs-node", installNode, (folder) => [process.execPath, join(folder, "winston.mjs")]),
  },
  otlp: {
    toolchain: "node",
    to: "logs.source.otlp",
    ...program("logs-node", installNode, (folder) => [process.execPath, join(folder, "otlp.mjs")]),
  },
  python: {
    toolchain: "python",
    to: "logs.source.api",
    ...program("logs-python", installPython, (folder) => [pythonIn(folder), join(folder, "handler.py")]),
  },
  logger: { toolchain: "logger", to: "logs.source.syslog", install: () => ["logger"], start: startLogger },
  curl: { toolchain: "curl", to: "logs.source.api", install: () => ["curl"], start: startCurl },
};

/**
 * Makes the clients ready. Gives those that can be started, and why each of the others cannot: what the machine lacks is
 * installed only with `install`.
 */
export function prepareLogClients({ install = false } = {}) {
  /** @type {{ name: string, to: string, start: (address: string) => Sending }[]} */
  const ready = [];
  /** @type {string[]} */
  const absent = [];
  for (const [name, client] of Object.entries(LOG_CLIENTS)) {
    const toolchain = TOOLCHAINS[client.toolchain];
    if (!haveToolchain(toolchain, install)) {
      absent.push(`${name}: this machine has no ${toolchain.name}`);
      continue;
    }
    const command = client.install();
    if (command === undefined) absent.push(`${name}: it could not be installed; is its registry within reach?`);
    else ready.push({ name, to: client.to, start: (address) => client.start(name, command, address) });
  }
  return { ready, absent };
}

/** @typedef {{ stdout: string, stderr: string, code: number | string | null }} Outcome */

/**
 * What a process says, and how it ends.
 * @param {Child} child
 * @returns {Promise<Outcome>}
 */
function outcomeOf(child) {
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (some) => {
    printed.stdout += some;
  });
  child.stderr.on("data", (some) => {
    printed.stderr += some;
  });
  // One that ends early takes no more of its input.
  child.stdin.on("error", () => {});
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ ...printed, code: error.message }));
    child.on("close", (code, signal) => resolve({ ...printed, code: code ?? signal }));
  });
}

/**
 * @param {string} name
 * @param {Outcome} outcome
 */
const complaintsOf = (name, { code, stderr }) => [
  ...(code === 0 ? [] : [`${name} ended with ${code}`]),
  ...(stderr === "" ? [] : [stderr.trim()]),
];

/**
 * What a client sends: with a number of its own in the place of `{id}`, from 0 on.
 * @param {string} name
 */
const lineOf = (name) => `client=${name} id={id} user=ann{id}@shop.example`;
/**
 * @param {string} name
 * @param {number} id
 */
const nth = (name, id) => lineOf(name).replaceAll("{id}", String(id));

/** @type {StartClient} */
function startProgram(name, [file, ...args], address) {
  const variables = { LINE: lineOf(name), ADDRESS: `http://${address}`, EVERY_MS: String(EVERY_MS) };
  // What a language warns of in its libraries is nothing that happened to an entry.
  const env = { ...process.env, ...variables, NODE_NO_WARNINGS: "1", PYTHONWARNINGS: "ignore" };
  const child = spawn(file, args, { env });
  const outcome = outcomeOf(child);
  return {
    async stop() {
      child.stdin.end();
      const ended = await outcome;
      const complaints = complaintsOf(name, ended);
      try {
        const { sent, problems } = JSON.parse(ended.stdout);
        return { sent, problems: [...problems, ...complaints] };
      } catch {
        return { sent: 0, problems: [`it did not say what it sent: ${ended.stdout}`, ...complaints] };
      }
    },
  };
}

/**
 * One connection for all, which is never made anew.
 * @type {StartClient}
 */
function startLogger(name, [file], address) {
  const [host, port] = address.split(":");
  const child = spawn(file, ["--server", host, "--port", port, "--tcp", "--rfc5424", "--tag", "shop"]);
  const outcome = outcomeOf(child);
  let sent = 0;
  const timer = setInterval(() => child.stdin.write(`${nth(name, sent++)}\n`), EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      child.stdin.end();
      return { sent, problems: complaintsOf(name, await outcome) };
    },
  };
}

/**
 * One process for each push, one after the other.
 * @type {StartClient}
 */
function startCurl(name, [file], address) {
  let sent = 0;
  let stopped = false;
  /** @type {string[]} */
  const problems = [];
  const args = ["--silent", "--show-error", "--fail-with-body", "--header", "Content-Type: application/json"];
  const url = `http://${address}/loki/api/v1/push`;
  const push = async () => {
    const values = Array.from({ length: PER_PUSH }, () => [`${Date.now()}000000`, nth(name, sent++)]);
    const child = spawn(file, [...args, "--write-out", "%{http_code}", "--data-binary", "@-", url]);
    const outcome = outcomeOf(child);
    child.stdin.end(JSON.stringify({ streams: [{ stream: { job: "shop" }, values }] }));
    const ended = await outcome;
    if (ended.stdout !== "204") problems.push(`curl was answered ${ended.stdout}`);
    problems.push(...complaintsOf(name, ended));
  };
  const pushing = (async () => {
    while (!stopped) {
      await push();
      await new Promise((resolve) => setTimeout(resolve, PER_PUSH * EVERY_MS));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await pushing;
      return { sent, problems };
    },
  };
}
