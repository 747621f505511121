/**
 * Time to find the patterns of 10,000 lines of each labelled system, wrapped and plain, as a multiple of a yardstick that runs
 * before and after it: splitting the same lines at white space and counting their words.
 * usage: node scripts/bench/patterns.mjs [--lines N] [--rounds N]
 */
import { parseArgs } from "node:util";
import { findPatterns } from "../src/patterns/index.ts";
import { generateLabelled } from "./labelled/generate.ts";
import { SYSTEMS } from "./labelled/systems.ts";
import { median } from "./workload.ts";

const { values } = parseArgs({
  options: { lines: { type: "string", default: "10000" }, rounds: { type: "string", default: "5" } },
});
const count = Number(values.lines);
const rounds = Number(values.rounds);

function countWords(lines: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of lines) for (const word of line.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts.size;
}

function measure(work: () => unknown): number {
  const started = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - started) / 1e6;
}

const asCri = (line: string): string => `2026-01-15T08:00:00.123456789Z stdout F ${line}`;
const asJson = (line: string): string => JSON.stringify({ time: "2026-01-15T08:00:00Z", level: "info", msg: line });

const plain = SYSTEMS.map((system) => ({
  name: system.name,
  lines: generateLabelled(system, count).map(({ line }) => line),
}));
const first = plain[0]!.lines;
const words = (i: number): string =>
  Array.from({ length: 12 }, (_, k) => `w${(i * 7919 + k * 104729) % 99991}x`).join(" ");
const jobs = [
  ...plain,
  { name: "HDFS in CRI", lines: first.map(asCri) },
  { name: "HDFS in JSON", lines: first.map(asJson) },
  { name: "all different", lines: first.map((_, i) => `${"abcdefgh"[i % 8]!.repeat((i % 97) + 1)} ${words(i)}`) },
];

process.stdout.write(`medians of ${rounds} rounds, ${count} lines each\n\n`);
process.stdout.write(`${"lines of".padEnd(14)}${"ms".padStart(8)}${"ratio".padStart(8)}${"patterns".padStart(10)}\n`);
for (const { name, lines } of jobs) {
  const times: number[] = [];
  const ratios: number[] = [];
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const before = measure(() => countWords(lines));
    const time = measure(() => findPatterns(lines));
    const after = measure(() => countWords(lines));
    if (round === 0) continue;
    times.push(time);
    ratios.push(time / ((before + after) / 2));
  }
  const patterns = String(findPatterns(lines).patterns.length);
  const [time, ratio] = [median(times).toFixed(0), median(ratios).toFixed(1)];
  process.stdout.write(`${name.padEnd(14)}${time.padStart(8)}${ratio.padStart(8)}${patterns.padStart(10)}\n`);
}
