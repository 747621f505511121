// `npm run bench:reload [-- --seconds S --rate R]`: reloads a server every second, good and broken configurations in turn,
// while entries are pushed. Prints the outcome of entries, connections and scrapes; ends with 1 if anything was lost, mixed
// up, cut or refused.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { listen } from "../base/listen.mjs";
import { buildOrExit } from "../build.mjs";
import { createPusher, startServer } from "./host.mjs";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, rate: { type: "string", default: "2000" } },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const CONNECTIONS = 4;
/** Pushes a second, over all connections. */
const PUSHES = 40;
const SCRAPE_EVERY_MS = 250;

buildOrExit(["node"]);
const folder = mkdtempSync(join(tmpdir(), "sluice-bench-"));

/**
 * How often each entry came, by its number, and how many were worked on by two versions.
 * @type {Map<string, number>}
 */
const received = new Map();
let mixed = 0;
/** @type {Set<string>} */
const versions = new Set();
const upstream = createServer((incoming, answer) => {
  /** @type {Buffer[]} */
  const parts = [];
  incoming.on("data", (part) => parts.push(part));
  incoming.on("end", () => {
    for (const { stream, values: entries } of JSON.parse(Buffer.concat(parts).toString()).streams) {
      for (const [, line] of entries) received.set(line, (received.get(line) ?? 0) + 1);
      versions.add(stream.first);
      if (stream.first !== stream.second) mixed += entries.length;
    }
    answer.writeHead(204).end();
  });
});
const upstreamPort = await listen(upstream);

/** @param {number} version */
const config = (version) => `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.first.receiver]
}
logs.process "first" {
  forward_to = [logs.process.second.receiver]
  stage.static_labels {
    values = { first = "${version}" }
  }
}
logs.process "second" {
  forward_to = [logs.write.up.receiver]
  stage.static_labels {
    values = { second = "${version}" }
  }
}
logs.write "up" {
  endpoint {
    url      = "http://127.0.0.1:${upstreamPort}/push"
    encoding = "json"
  }
}
`;
/** @type {readonly ((text: string) => string)[]} */
const BROKEN = [
  (text) => text.replace("stage.static_labels", "stage.no_such"),
  (text) => text.replace("logs.process.second.receiver", "logs.process.gone.receiver"),
  // A port that another program has: the stub's own.
  (text) => text.replace("listen_port    = 0", `listen_port    = ${upstreamPort}`),
  (text) => text.slice(0, -3),
];

const file = join(folder, "config.alloy");
writeFileSync(file, config(0));
const server = await startServer(file, folder);
const { url, components } = server;

const pusher = createPusher(server.addressOf("logs.source.api.in"), "application/json", CONNECTIONS);
let pushed = 0;
let refused = 0;
/** @param {number} count */
async function push(count) {
  const entries = Array.from({ length: count }, () => [`${Date.now()}000000`, `entry ${pushed++}`]);
  const status = await pusher.push(JSON.stringify({ streams: [{ stream: { job: "bench" }, values: entries }] }));
  if (status !== 204) refused++;
}

let running = true;
/** @type {Promise<void>[]} */
const pushes = [];
const pushing = (async () => {
  const begun = performance.now();
  for (let i = 1; running; i++) {
    pushes.push(push(Math.round(rate / PUSHES)));
    await sleep(Math.max(0, begun + (i * 1000) / PUSHES - performance.now()));
  }
  await Promise.all(pushes);
})();

let scrapes = 0;
let badScrapes = 0;
const scraping = (async () => {
  for (; running; await sleep(SCRAPE_EVERY_MS)) {
    scrapes++;
    try {
      const response = await fetch(`${url}metrics`);
      const text = await response.text();
      const whole = components.every(({ id }) => text.includes(`component_id="${id}"`));
      if (response.status !== 200 || !whole || !/sluice_config_hash\{sha256="[0-9a-f]{64}"\} 1\n/.test(text))
        badScrapes++;
    } catch {
      badScrapes++;
    }
  }
})();

let wrongAnswers = 0;
/** @type {number[]} */
const times = [];
for (let i = 1; i <= seconds; i++) {
  const begun = performance.now();
  const good = i % 2 === 0;
  writeFileSync(file, good ? config(i) : BROKEN[(i >> 1) % BROKEN.length](config(i)));
  // A connection of its own: one that is kept can be closed, as idle, by the time that it is used again.
  const response = await fetch(`${url}-/reload`, { method: "POST", headers: { Connection: "close" } });
  const said = await response.text();
  if (response.status !== (good ? 200 : 400) || (!good && !/config\.alloy:\d+:\d+: error: /.test(said))) {
    wrongAnswers++;
    console.error(`reload ${i}: ${response.status} ${said}`);
  }
  times.push(performance.now() - begun);
  await sleep(Math.max(0, 1000 - (performance.now() - begun)));
}
running = false;
await Promise.all([pushing, scraping]);
pusher.close();
const code = await server.stop();
upstream.close();
rmSync(folder, { recursive: true, force: true });

const lost = Array.from({ length: pushed }, (_, i) => `entry ${i}`).filter((line) => !received.has(line)).length;
const twice = [...received.values()].filter((count) => count > 1).length;
times.sort((a, b) => a - b);
const figures = {
  "entries pushed": pushed,
  "entries a second": Math.round(pushed / seconds),
  "entries lost": lost,
  "entries twice": twice,
  "entries by half of each": mixed,
  "pushes refused": refused,
  "configurations that worked on entries": versions.size,
  "connections (kept)": `${pusher.sockets.size} (${CONNECTIONS})`,
  scrapes,
  "scrapes that failed or showed half": badScrapes,
  "reloads answered wrongly": wrongAnswers,
  "reload, median and longest (ms)": `${times[times.length >> 1].toFixed(0)}, ${times[times.length - 1].toFixed(0)}`,
  "exit code": code,
};
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(40)}${value}`);
const bad =
  lost +
  twice +
  mixed +
  refused +
  badScrapes +
  wrongAnswers +
  (code ?? 1) +
  Math.max(0, pusher.sockets.size - CONNECTIONS);
process.exit(bad === 0 ? 0 : 1);
