// Whether the page's port is free, asked before anything is built: a build takes a minute, and a server that cannot listen
// ends at once. On a terminal the next free port is offered, elsewhere it is named.
import { createServer } from "node:net";
import { createInterface } from "node:readline/promises";

/** The page's address where `--listen` does not say another: that of `sluice run`, which a test compares. */
export const DEFAULT_LISTEN = "127.0.0.1:3180";
/** Ports above the one asked for that are tried. */
const TRIED = 20;

/**
 * What the process gives: questions need a terminal, and tests answer them otherwise.
 * @typedef {object} Asking
 * @property {boolean} isTerminal
 * @property {(question: string) => Promise<string>} ask
 */

/** @type {Asking} */
const PROCESS = {
  isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true,
  async ask(question) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await terminal.question(question);
    } finally {
      terminal.close();
    }
  },
};

/**
 * The command line of `sluice run`, with another `--listen` where its port is in use and somebody took the one that is free.
 * `refusal`: why it cannot run. What is wrong with the address otherwise is left to the server.
 * @param {readonly string[]} argv
 * @param {Asking} [asking]
 * @returns {Promise<{ argv: readonly string[], refusal?: undefined } | { argv?: undefined, refusal: string }>}
 */
export async function claimPort(argv, asking = PROCESS) {
  const named = listenOf(argv);
  const [, host, digits] = /^(.*):(\d{1,5})$/.exec(named) ?? [];
  const port = Number(digits);
  if (host === undefined || port === 0 || port > 65535 || (await isFree(host, port))) return { argv };
  const busy = `${host === "" ? "" : `${host} `}port ${port} is in use`;
  const free = await nextFree(host, port);
  if (free === undefined) return { refusal: `${busy}; --listen HOST:PORT names another` };
  const other = `${host}:${free}`;
  if (!asking.isTerminal) return { refusal: `${busy}; ${free} is free: --listen ${other}` };
  const answer = (await asking.ask(`${busy}. Listen on ${free} instead? [Y/n] `)).trim();
  if (!/^(?:y|yes|)$/i.test(answer)) return { refusal: `${busy}; --listen HOST:PORT names another` };
  return { argv: [`--listen=${other}`, ...withoutListen(argv)] };
}

/** @param {readonly string[]} argv */
function listenOf(argv) {
  let found = DEFAULT_LISTEN;
  for (const [i, one] of argv.entries()) {
    if (one === "--") break;
    if (one === "--listen") found = argv[i + 1] ?? found;
    else if (one.startsWith("--listen=")) found = one.slice("--listen=".length);
  }
  return found;
}

/** @param {readonly string[]} argv */
function withoutListen(argv) {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return argv.filter(
    (one, i) => i >= end || !(one === "--listen" || one.startsWith("--listen=") || argv[i - 1] === "--listen"),
  );
}

/**
 * @param {string} host
 * @param {number} port
 */
async function nextFree(host, port) {
  for (let other = port + 1; other <= Math.min(65535, port + TRIED); other++)
    if (await isFree(host, other)) return other;
  return undefined;
}

/**
 * False only where something listens there: any other mistake is the server's to explain.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(!("code" in error && error.code === "EADDRINUSE")));
    server.listen({ port, ...(host === "" ? {} : { host: host.replace(/^\[(.*)\]$/, "$1") }), exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}
