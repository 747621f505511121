// `node scripts/bench/tail.mjs [--files N] [--seconds S]`: the cost of following many idle files. Prints the server's share
// of a core, the time of the first line, and the delay of a line of a file that was idle.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildOrExit } from "../build.mjs";

const { values } = parseArgs({
  options: { files: { type: "string", default: "5000" }, seconds: { type: "string", default: "20" } },
});
const files = Number(values.files);
const seconds = Number(values.seconds);

buildOrExit(["server"]);
const { ConfigFiles, SluiceServer } = await import("../../apps/server/dist/src/index.js");

const folder = mkdtempSync(join(tmpdir(), "sluice-bench-"));
/** @param {number} i */
const log = (i) => join(folder, "logs", `app-${i}.log`);
mkdirSync(join(folder, "logs"));
const hourAgo = new Date(Date.now() - 3_600_000);
for (let i = 0; i < files; i++) {
  writeFileSync(log(i), `line of ${i}\n`);
  utimesSync(log(i), hourAgo, hourAgo);
}

let lines = 0;
/** @type {number | undefined} */
let firstAt;
/**
 * What resolves with the time at which a line was printed that contains a text.
 * @type {Map<string, (at: number) => void>}
 */
const waiting = new Map();
/** @param {string} text */
const print = async (text) => {
  firstAt ??= performance.now();
  for (const line of text.trimEnd().split("\n")) {
    lines++;
    for (const [wanted, resolve] of waiting) if (line.includes(wanted)) resolve(performance.now());
  }
};
/** @type {import("../../apps/server/dist/src/index.js").Logger} */
const quiet = { enabled: () => false, write: () => {}, with: () => quiet };

const startedAt = performance.now();
const started = await SluiceServer.start({
  configFile: join(folder, "config.alloy"),
  config: ConfigFiles.one(
    "config.alloy",
    `logs.source.file "all" {
  targets    = [{ __path__ = "logs/*.log" }]
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
  ),
  host: "127.0.0.1",
  port: 0,
  page: folder,
  version: "bench",
  log: quiet,
  print,
  dataDir: join(folder, "data"),
});
if (!started.ok) throw new Error(started.message ?? JSON.stringify(started.diagnostics));

while (lines < files && performance.now() - startedAt < 120_000) await sleep(50);
const allAt = performance.now();
await sleep(3000);

const cpu = process.cpuUsage();
const from = performance.now();
let longest = 0;
let last = performance.now();
const ticker = setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
}, 5);
await sleep(seconds * 1000);
clearInterval(ticker);
const { user, system } = process.cpuUsage(cpu);
/** @param {number} time */
const part = (time) => `${((time / 1000 / (performance.now() - from)) * 100).toFixed(1)} %`;
const share = `${part(user + system)} (${part(user)} user, ${part(system)} system)`;

/** @type {number[]} */
const latencies = [];
for (let n = 0; n < 5; n++) {
  const i = Math.floor((files * (n + 0.5)) / 5);
  const text = `late ${n} of ${i}.`;
  /** @type {Promise<number>} */
  const arrived = new Promise((resolve) => waiting.set(text, resolve));
  const writtenAt = performance.now();
  appendFileSync(log(i), `${text}\n`);
  latencies.push((await arrived) - writtenAt);
  waiting.delete(text);
}

/** @param {number} time */
const ms = (time) => `${Math.round(time)} ms`;
console.log(`${files} idle files, ${seconds} s, Node ${process.version}`);
console.log(`share of a core              ${share}`);
console.log(`longest hold of the loop     ${ms(longest)}`);
console.log(
  `first line after the start   ${firstAt === undefined ? "none" : ms(firstAt - startedAt)}, all ${lines >= files ? ms(allAt - startedAt) : "not"}`,
);
console.log(`line in a file that was idle ${latencies.map(ms).join(", ")}`);
console.log(`resident memory              ${Math.round(process.memoryUsage().rss / 1e6)} MB`);

await started.server.stop();
rmSync(folder, { recursive: true, force: true });
