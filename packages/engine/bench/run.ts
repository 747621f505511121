/**
 * Throughput of the engine on one thread, untraced.
 * usage: npm run bench [-- WORKLOAD…] [--entries N] [--rounds N] [--no-yardstick]
 *
 * In every round the yardstick (the least that one thread needs to parse the nginx workload by hand, with no engine)
 * runs before and after each workload, which is compared with the mean of the two, since machines drift within seconds;
 * medians over the rounds are printed. Entries are made before and are the same in every round.
 */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SeededRandom, utf8Length } from "@sluice/languages/base";
import type { Clock } from "../src/base/clock.ts";
import { LabelSet } from "../src/base/label-set.ts";
import { loadStages } from "../src/document/load.ts";
import { MetricRegistry } from "../src/metrics/registry.ts";
import { Pipeline } from "../src/pipeline/pipeline.ts";
import { benchFolder, type Generated, generate, median, WORKLOADS } from "./workload.ts";

const USAGE = `usage: npm run bench [-- WORKLOAD…] [--entries N] [--rounds N] [--no-yardstick]
workloads: ${WORKLOADS.join(", ")}
  --no-yardstick  leave the yardstick out, and with it the fractions: for profiles, which it would be in
`;

const ACCESS =
  /^(?<remote>\S+) - (?<user>\S+) \[(?<ts>[^\]]+)\] "(?<method>\S+) (?<path>\S+) (?<proto>[^"]+)" (?<status>\d{3}) (?<bytes>\d+) "(?<referer>[^"]*)" "(?<agent>[^"]*)" (?<duration>[\d.]+)$/u;

/** What the yardstick does with one entry. */
function byHand({ line, labels }: Generated): unknown {
  const { method, status, agent, duration } = ACCESS.exec(line)!.groups as Record<string, string>;
  const out: Record<string, string | undefined> = { ...labels, method, status };
  return (
    !agent!.startsWith("kube-probe") && out.status && Date.parse("2026-01-15T08:00:00Z") + Number.parseFloat(duration!)
  );
}

/** Seconds that one run of a workload takes, loading excluded. */
function runWorkload(
  stages: string,
  entries: readonly { labels: LabelSet; line: string }[],
): { seconds: number; out: number } {
  const loaded = loadStages(stages);
  const error = loaded.diagnostics.find((d) => d.severity === "error");
  if (error !== undefined) throw new Error(error.message);
  const clock: Clock = { now: () => BigInt(Date.now()) * 1_000_000n };
  let out = 0;
  const pipeline = new Pipeline(loaded.stages, {
    clock,
    random: new SeededRandom(1),
    metrics: new MetricRegistry(),
    log: { write: () => {}, enabled: () => false },
    dialect: "logs",
    host: { resource: () => undefined, sha256: (text) => hash("sha256", text, "hex") },
    deliver: () => {
      out++;
    },
    fault: ({ error: fault }) => {
      throw fault;
    },
  });
  const started = process.hrtime.bigint();
  const now = clock.now();
  for (const { labels, line } of entries) pipeline.push({ labels, line, timestamp: now });
  pipeline.flush("input");
  return { seconds: Number(process.hrtime.bigint() - started) / 1e9, out };
}

function printRow(name: string, rate: string, megabytes: string, fraction: string, out: string): void {
  process.stdout.write(
    `${name.padEnd(12)}${rate.padStart(12)}${megabytes.padStart(9)}${fraction.padStart(11)}   ${out}\n`,
  );
}

function main(argv: readonly string[]): number {
  const chosen: string[] = [];
  let count = 100_000;
  let rounds = 5;
  let measuresYardstick = true;
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    if (arg === "--help" || arg === "-h") {
      process.stdout.write(USAGE);
      return 0;
    }
    if (arg === "--entries") count = Number(argv[++i]);
    else if (arg === "--rounds") rounds = Number(argv[++i]);
    else if (arg === "--no-yardstick") measuresYardstick = false;
    else if (WORKLOADS.includes(arg)) chosen.push(arg);
    else {
      process.stderr.write(`no workload or option ${arg}\n${USAGE}`);
      return 2;
    }
  }
  if (!(Number.isInteger(count) && count > 0 && Number.isInteger(rounds) && rounds > 0)) {
    process.stderr.write(USAGE);
    return 2;
  }
  const names = chosen.length === 0 ? WORKLOADS : chosen;
  const access = measuresYardstick ? generate("nginx", count) : [];
  const jobs = names.map((name) => {
    const generated = generate(name, count);
    return {
      name,
      stages: readFileSync(join(benchFolder(), `${name}.alloy`), "utf8"),
      entries: generated.map(({ labels, line }) => ({ labels: LabelSet.of(labels), line })),
      bytes: generated.reduce((sum, { line }) => sum + utf8Length(line), 0),
      seconds: [] as number[],
      fractions: [] as number[],
      out: 0,
    };
  });
  const yardstick: number[] = [];
  let kept = 0;
  const measureYardstick = (): number => {
    kept = 0;
    const started = process.hrtime.bigint();
    for (const entry of access) if (byHand(entry)) kept++;
    return Number(process.hrtime.bigint() - started) / 1e9;
  };
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    let before = measureYardstick();
    if (round > 0) yardstick.push(before);
    for (const job of jobs) {
      const { seconds, out } = runWorkload(job.stages, job.entries);
      const after = measureYardstick();
      job.out = out;
      if (round > 0) {
        job.seconds.push(seconds);
        job.fractions.push((before + after) / 2 / seconds);
        yardstick.push(after);
      }
      before = after;
    }
  }
  process.stdout.write(`medians of ${rounds} rounds, ${count} entries each, one thread, untraced\n\n`);
  printRow("workload", "entries/s", "MB/s", "fraction", "out");
  const base = measuresYardstick ? count / median(yardstick) : undefined;
  if (base !== undefined) printRow("yardstick", String(Math.round(base)), "", "1.000", String(kept));
  for (const job of jobs) {
    const seconds = median(job.seconds);
    const rate = count / seconds;
    const fraction = base === undefined ? "" : median(job.fractions).toFixed(3);
    printRow(job.name, String(Math.round(rate)), (job.bytes / seconds / 1e6).toFixed(1), fraction, String(job.out));
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
