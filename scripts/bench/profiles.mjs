// `npm run bench:profiles [-- --seconds S --rounds N --soak N]`: throughput of `profiles.receive_http`, with profiles
// discarded or forwarded by `profiles.write` to one and two servers, beside a naive receiver made of the middleware of
// Express and Connect, and a bare server of the platform that ignores what it receives. Ends with 1 if a required ratio is
// missed. Load, servers and targets are processes of their own. Machines differ and drift, so the ratios count, from rounds
// in which all take turns; of each figure the best is shown.
import { fork } from "node:child_process";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { messageOf } from "../base/message-of.mjs";
import { buildOrExit } from "../build.mjs";

const CONNECTIONS = 32;
const SETTLE_MS = 200;
const USAGE = `usage: npm run bench:profiles [-- OPTION…]
  --seconds S   how long each is measured in a round (0.4)
  --rounds N    how often (15)
  --soak N      instead: N requests forwarded to one target, half of them pushes, and the server's memory meanwhile
  --body BYTES  of the profile in a soak (127000)
  --cpu-prof    each server writes a profile of its own into the current folder`;

const REQUIRED = {
  rate: { "/ingest": 1.5, Push: 3.5, "Push, gzip": 1.05 },
  forwarding: { "/ingest": 2.0, Push: 2.4 },
  second: 1.8,
};

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: "string", default: "0.4" },
        rounds: { type: "string", default: "15" },
        soak: { type: "string", default: "0" },
        body: { type: "string" },
        help: { type: "boolean", short: "h" },
        "cpu-prof": { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const options = {
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      soak: Number(values.soak),
      // As large as where speed is measured, unless it is said.
      body: values.body === undefined ? undefined : Number(values.body),
      profiled: values["cpu-prof"],
    };
    if (!(options.seconds > 0)) throw new Error("--seconds needs a number above 0");
    if (!Number.isInteger(options.rounds) || options.rounds < 1)
      throw new Error("--rounds needs a whole number above 0");
    if (!Number.isInteger(options.soak) || options.soak < 0) throw new Error("--soak needs a whole number");
    if (options.body !== undefined && !(Number.isInteger(options.body) && options.body > 0))
      throw new Error("--body needs a whole number above 0");
    return options;
  } catch (error) {
    console.error(`npm run bench:profiles: ${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}

/** @type {import("node:child_process").ChildProcess[]} */
const children = [];
const CHILD = join(dirname(fileURLToPath(import.meta.url)), "profiles/child.mjs");

/**
 * @typedef {import("./profiles/child.mjs").Addresses} Addresses
 * @typedef {import("./profiles/child.mjs").Usage} Usage
 * @typedef {{ addresses: Addresses, usage: () => Promise<Usage> }} Server
 */

/**
 * A server in a process of its own: its addresses, and a question for what it has used.
 * @param {string[]} args
 * @returns {Promise<Server>}
 */
async function startServer(...args) {
  const child = fork(CHILD, args, {
    stdio: ["ignore", 2, 2, "ipc"],
    execArgv: options.profiled ? ["--cpu-prof"] : [],
  });
  children.push(child);
  /**
   * Its next message.
   * @template T
   * @returns {Promise<T>}
   */
  const next = () =>
    new Promise((resolve, reject) => {
      /** @param {number | null} code */
      const onExit = (code) => reject(new Error(`the process of ${args[0]} ended with ${code}`));
      /** @param {T} message */
      const take = (message) => {
        child.off("exit", onExit);
        resolve(message);
      };
      child.once("exit", onExit).once("message", take);
    });
  /** @type {Addresses} */
  const addresses = await next();
  const usage = () => {
    child.send("usage");
    return next();
  };
  return { addresses, usage };
}

/** @typedef {{ rate: number, cpu: number, generator: number }} Measured */

/**
 * Requests a second, and processor time of the server for each in microseconds.
 * @param {{ server: Server, receiver: string, request: Buffer, seconds: number, Load: typeof import("./profiles/load.mjs").Load }} measuring
 * @returns {Promise<Measured>}
 */
async function measure({ server, receiver, request, seconds, Load }) {
  const load = new Load({ address: server.addresses[receiver], request, connections: CONNECTIONS });
  await Promise.race([sleep(SETTLE_MS), load.done]);
  const before = { ...(await server.usage()), answered: load.answered, at: performance.now(), own: process.cpuUsage() };
  await Promise.race([sleep(seconds * 1000), load.done]);
  const after = { ...(await server.usage()), answered: load.answered, at: performance.now() };
  const own = process.cpuUsage(before.own);
  await load.stop();
  const answered = after.answered - before.answered;
  const ms = after.at - before.at;
  return {
    rate: (answered / ms) * 1000,
    cpu: (after.cpu - before.cpu) / answered,
    generator: (own.user + own.system) / 1000 / ms,
  };
}

/** Other work of the machine only ever takes away: the round that had least of it is the nearest to the truth. So rounds are short and many. */
const BEST = { rate: Math.max, cpu: Math.min, generator: Math.max };

/** @type {readonly (readonly [name: string, server: "bare" | "naive" | "sluice", receiver: string])[]} */
const RECEIVERS = [
  ["bare", "bare", "none"],
  ["naive", "naive", "none"],
  ["discarded", "sluice", "none"],
  ["one target", "sluice", "one"],
  ["two targets", "sluice", "two"],
];

/** @param {{ seconds: number, rounds: number }} options */
async function bench({ seconds, rounds }) {
  const { makeRequests } = await import("./profiles/requests.mjs");
  const { Load } = await import("./profiles/load.mjs");
  const { profile, kinds } = makeRequests();
  const upstream = await startServer("upstream");
  const servers = {
    sluice: await startServer("sluice", upstream.addresses.first, upstream.addresses.second),
    naive: await startServer("naive"),
    bare: await startServer("bare"),
  };
  console.log(
    `${CONNECTIONS} connections, a profile of ${profile.length} bytes, ${rounds} rounds of ${seconds} s, Node ${process.version}`,
  );
  console.log(`load of the machine before: ${loadavg()[0].toFixed(1)}`);
  /** @type {Map<string, Measured[]>} */
  const results = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [kind, request] of Object.entries(kinds)) {
      for (const [name, server, receiver] of RECEIVERS) {
        const result = await measure({ server: servers[server], receiver, request, seconds, Load });
        const key = `${kind} ${name}`;
        results.set(key, [...(results.get(key) ?? []), result]);
      }
    }
  }
  /** @type {Best} */
  const of = (kind, name, figure) =>
    BEST[figure](...(results.get(`${kind} ${name}`) ?? []).map((result) => result[figure]));
  printRates(kinds, of);
  const missed = printRatios(of);
  console.log(`load of the machine after: ${loadavg()[0].toFixed(1)}`);
  for (const one of missed) console.error(`missed: ${one}`);
  if (missed.length > 0) process.exitCode = 1;
}

/** @typedef {(kind: string, name: string, figure: keyof Measured) => number} Best The best of a figure over all rounds. */

/**
 * @param {Readonly<Record<string, Buffer>>} kinds
 * @param {Best} of
 */
function printRates(kinds, of) {
  console.log(`\n${"".padEnd(26)}requests/s    MB/s  µs of processor  generator`);
  for (const [kind, request] of Object.entries(kinds)) {
    for (const [name] of RECEIVERS) {
      const rate = of(kind, name, "rate");
      const figures = [
        rate.toFixed(0).padStart(10),
        ((rate * request.length) / 1e6).toFixed(0).padStart(8),
        of(kind, name, "cpu").toFixed(0).padStart(17),
        `${(of(kind, name, "generator") * 100).toFixed(0)} %`.padStart(11),
      ];
      console.log(`${kind.padEnd(12)}${name.padEnd(14)}${figures.join("")}`);
    }
  }
}

/**
 * Prints the ratios; gives those that were missed, as sentences.
 * @param {Best} of
 */
function printRatios(of) {
  console.log("\nratios, and what is required");
  /** @type {string[]} */
  const missed = [];
  /**
   * `bounds`: what it has to be at least, or at most.
   * @param {string} what
   * @param {number} value
   * @param {{ least?: number, most?: number }} bounds
   */
  const ratio = (what, value, { least, most } = {}) => {
    const wanted = least !== undefined ? `≥ ${least}` : most !== undefined ? `≤ ${most}` : "";
    const kept = !((least !== undefined && value < least) || (most !== undefined && value > most));
    if (!kept) missed.push(`${what} is ${value.toFixed(2)}, and has to be ${wanted}`);
    console.log(`${what.padEnd(58)}${value.toFixed(2).padStart(6)}  ${wanted}${kept ? "" : "  missed"}`);
  };
  for (const [kind, least] of Object.entries(REQUIRED.rate)) {
    ratio(`${kind}: requests/s, discarded to naive`, of(kind, "discarded", "rate") / of(kind, "naive", "rate"), {
      least,
    });
    ratio(`${kind}: processor time, naive to discarded`, of(kind, "naive", "cpu") / of(kind, "discarded", "cpu"));
  }
  for (const [kind, most] of Object.entries(REQUIRED.forwarding))
    ratio(
      `${kind}: processor time, one target to discarded`,
      of(kind, "one target", "cpu") / of(kind, "discarded", "cpu"),
      { most },
    );
  for (const kind of Object.keys(REQUIRED.rate))
    ratio(
      `${kind}: processor time, two targets to one`,
      of(kind, "two targets", "cpu") / of(kind, "one target", "cpu"),
      { most: REQUIRED.second },
    );
  return missed;
}

/** Parts after which the memory is printed. */
const PARTS = 10;

/** @param {{ soak: number, body: number | undefined }} options */
async function soak({ soak: requests, body }) {
  const { makeRequests } = await import("./profiles/requests.mjs");
  const { Load } = await import("./profiles/load.mjs");
  const { profile, kinds } = makeRequests(body);
  const upstream = await startServer("upstream");
  const server = await startServer("sluice", upstream.addresses.first, upstream.addresses.second);
  const address = server.addresses.one;
  console.log(`${CONNECTIONS} connections, a profile of ${profile.length} bytes, Node ${process.version}`);
  console.log("\n   requests   resident       heap   external");
  /** @param {number} bytes */
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`.padStart(11);
  let sent = 0;
  for (let part = 1; part <= PARTS; part++) {
    const until = Math.round((requests * part) / PARTS);
    const half = Math.round((until - sent) / 2);
    const shares = [
      { request: kinds["/ingest"], count: half },
      { request: kinds.Push, count: until - sent - half },
    ];
    for (const { request, count } of shares) {
      let left = count;
      await new Load({ address, request, connections: CONNECTIONS, more: () => left-- > 0 }).done;
    }
    sent = until;
    const { rss, heapUsed, external } = await server.usage();
    console.log(`${String(sent).padStart(11)}${[rss, heapUsed, external].map(megabytes).join("")}`);
  }
}

const options = readOptions();
buildOrExit(["server"]);
try {
  await (options.soak > 0 ? soak(options) : bench(options));
} finally {
  for (const child of children) child.disconnect();
}
