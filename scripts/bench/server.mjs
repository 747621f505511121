// `npm run bench:server [-- --seconds S --rate R --journal --folder DIR --node-option=--FLAG …]`: the nginx workload over the
// push API, through the server, to a stub of Loki. Prints the server's resident memory and processor time, how long pushes took,
// and the outcome of all entries; ends with 1 if one was lost, or the rate was not reached. With `--journal` it runs in turns
// without a journal behind the source and with one, for each way to sync, and prints what that costs. Data is kept in `DIR`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listen } from "../base/listen.mjs";
import { memoryOf, sumOfSeries } from "../base/measured-process.mjs";
import { protobufBody } from "../base/push-body.mjs";
import { buildOrExit } from "../build.mjs";
import { createPusher, startServer } from "./host.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    rate: { type: "string", default: "50000" },
    journal: { type: "boolean", default: false },
    folder: { type: "string", default: tmpdir() },
    "node-option": { type: "string", multiple: true, default: [] },
  },
});
const [seconds, rate] = [Number(values.seconds), Number(values.rate)];
/** Entries of a push, as agents send them, and connections that they come over. */
const PER_PUSH = 1000;
const CONNECTIONS = 4;
/** Different bodies that are sent again and again. */
const BODIES = 50;
/** How far behind its rate it may fall, as a part of all. */
const TOLERANCE = 0.02;
/** The system counts processor time in ticks, a hundred a second everywhere. */
const TICKS = 100;

buildOrExit(["node"]);
const root = fileURLToPath(new URL("../..", import.meta.url));
const bench = join(root, "packages/engine/bench");

const generated = spawnSync(process.execPath, [join(bench, "generate.mjs"), "nginx", String(BODIES * PER_PUSH)], {
  encoding: "utf8",
  maxBuffer: 1 << 30,
}).stdout.trimEnd();
/** @type {{ labels: Readonly<Record<string, string>>, line: string }[]} */
const entries = generated.split("\n").map((line) => JSON.parse(line));
const bodies = Array.from({ length: BODIES }, (_, i) => protobufBody(entries.slice(i * PER_PUSH, (i + 1) * PER_PUSH)));

/** Turns without and with a journal: machines drift. */
const TURNS = 3;
let requests = 0;
let bytes = 0;
const upstream = createServer((incoming, answer) => {
  incoming.on("data", (part) => {
    bytes += part.length;
  });
  incoming.on("end", () => {
    requests++;
    answer.writeHead(204).end();
  });
});
const upstreamPort = await listen(upstream);

/** How a journal syncs, or that there is none. @typedef {"none" | "group" | "interval" | "off"} Sync */
/** @type {readonly Sync[]} */
const SYNCS = ["none", "group", "interval", "off"];

/** @param {Sync} sync */
const configOf = (sync) => `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  use_incoming_timestamp = true
  forward_to             = [logs.${sync === "none" ? "process.nginx" : "journal.intake"}.receiver]
}
${sync === "none" ? "" : `logs.journal "intake" {\n  forward_to = [logs.process.nginx.receiver]\n  sync = "${sync}"\n}\n`}logs.process "nginx" {
  forward_to = [logs.write.up.receiver]
${readFileSync(join(bench, "nginx.alloy"), "utf8")}
}
logs.write "up" {
  endpoint {
    url = "http://127.0.0.1:${upstreamPort}/push"
  }
}
`;

/**
 * What one server made of it.
 * @param {Sync} sync
 * @param {number} seconds
 */
async function measure(sync, seconds) {
  requests = 0;
  bytes = 0;
  const folder = mkdtempSync(join(values.folder, "sluice-bench-"));
  const file = join(folder, "config.alloy");
  writeFileSync(file, configOf(sync));
  const server = await startServer(file, folder, values["node-option"]);
  const { url, pid } = server;

  /** Milliseconds of processor time that the server has taken: all its threads, or the one that runs its code. @param {string} of */
  function processorTime(of) {
    const fields = readFileSync(`/proc/${pid}/${of}`, "utf8").split(") ")[1].split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
  }
  /** Megabytes. @param {"VmRSS" | "VmHWM"} name */
  const memory = (name) => memoryOf(pid, name) / 2 ** 20;

  const pusher = createPusher(server.addressOf("logs.source.api.in"), "application/x-protobuf", CONNECTIONS);
  /** @type {Map<unknown, number>} */
  const refused = new Map();
  /** Milliseconds. @type {number[]} */
  const waits = [];
  let accepted = 0;
  /** @param {Buffer} body */
  async function push(body) {
    const at = performance.now();
    const status = await pusher.push(body);
    waits.push(performance.now() - at);
    if (status === 204) accepted += PER_PUSH;
    else refused.set(status, (refused.get(status) ?? 0) + 1);
  }

  /** @type {number[]} */
  const samples = [];
  const began = performance.now();
  const beganProcessor = processorTime("stat");
  const beganMain = processorTime(`task/${pid}/stat`);
  const sampling = setInterval(() => samples.push(memory("VmRSS")), 1000);
  /** @type {Set<Promise<void>>} */
  const under = new Set();
  const pushes = Math.round((seconds * rate) / PER_PUSH);
  for (let i = 0; i < pushes; i++) {
    /** @type {Promise<void>} */
    const one = push(bodies[i % BODIES]).finally(() => under.delete(one));
    under.add(one);
    // A client waits for its answers.
    while (under.size >= 4 * CONNECTIONS) await Promise.race(under);
    const early = began + ((i + 1) * PER_PUSH * 1000) / rate - performance.now();
    if (early > 0) await sleep(early);
  }
  await Promise.all(under);
  const took = (performance.now() - began) / 1000;
  const processor = processorTime("stat") - beganProcessor;
  const main = processorTime(`task/${pid}/stat`) - beganMain;
  clearInterval(sampling);
  const peak = memory("VmHWM");
  await sleep(3000);
  const metrics = await (await fetch(`${url}metrics`)).text();
  const sent = sumOfSeries(metrics, "logs_write_sent_entries_total");
  const dropped = sumOfSeries(metrics, "logs_process_dropped_lines_total");
  const code = await server.stop();
  pusher.close();
  rmSync(folder, { recursive: true, force: true });

  const sorted = samples.toSorted((a, b) => a - b);
  const last = samples.slice(-60);
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)];
  const each = (processor * 1000) / accepted;
  const resident = mean(last);
  console.log(
    `entries     ${accepted} accepted in ${took.toFixed(1)} s: ${Math.round(accepted / took)} a second of ${rate}`,
  );
  console.log(
    `            ${sent} sent in ${requests} requests (${(bytes / 1e6).toFixed(0)} MB), ${dropped} dropped by the pipeline`,
  );
  for (const [status, count] of refused) console.log(`            ${count} pushes refused: ${status}`);
  console.log(`pushes      99 % answered within ${p99.toFixed(1)} ms`);
  console.log(
    `memory      ${Math.round(resident)} MB resident in the last minute, median ${Math.round(sorted[sorted.length >> 1])}, peak ${Math.round(peak)}`,
  );
  console.log(
    `processor   ${(processor / 1000).toFixed(1)} s: ${(processor / 10 / took).toFixed(0)} % of one, ${each.toFixed(2)} µs an entry, ${((main * 1000) / accepted).toFixed(2)} of them on its main thread`,
  );
  const lost = accepted - sent - dropped;
  const slow = accepted / took < rate * (1 - TOLERANCE);
  if (lost !== 0) console.error(`${lost} entries were lost`);
  if (slow) console.error("the rate was not reached");
  if (lost !== 0 || slow || refused.size > 0 || code !== 0) process.exitCode = 1;
  return { each, main: (main * 1000) / accepted, p99, resident };
}

/** @param {readonly number[]} all */
const mean = (all) => all.reduce((total, one) => total + one, 0) / all.length;

if (values.journal) {
  /** @type {Record<Sync, Awaited<ReturnType<typeof measure>>[]>} */
  const all = { none: [], group: [], interval: [], off: [] };
  for (let turn = 0; turn < TURNS; turn++)
    for (const sync of SYNCS) {
      console.log(`── ${sync === "none" ? "without a journal" : `with a journal, sync = "${sync}"`}`);
      all[sync].push(await measure(sync, seconds / TURNS / SYNCS.length));
    }
  /** @param {Sync} sync @param {"each" | "main" | "p99" | "resident"} name */
  const meanOf = (sync, name) => mean(all[sync].map((one) => one[name]));
  const fixed = (/** @type {number} */ value, /** @type {number} */ digits) => value.toFixed(digits);
  for (const sync of SYNCS) {
    const more = (/** @type {"each" | "p99" | "resident"} */ name) => meanOf(sync, name) - meanOf("none", name);
    const parts = [
      `${fixed(meanOf(sync, "each"), 2)} µs an entry (${fixed((100 * more("each")) / meanOf("none", "each"), 0)} % more)`,
      `${fixed(meanOf(sync, "main"), 2)} on the main thread`,
      `p99 ${fixed(meanOf(sync, "p99"), 1)} ms (${fixed(more("p99"), 1)} more)`,
      `${fixed(meanOf(sync, "resident"), 0)} MB (${fixed(more("resident"), 0)} more)`,
    ];
    console.log(`${sync.padEnd(11)} ${parts.join(", ")}`);
  }
} else await measure("none", seconds);
upstream.close();
