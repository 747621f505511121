/**
 * What taps cost a pipeline, in processor time of one thread.
 * usage: npm run bench:tap [-- WORKLOAD…] [--entries N] [--rounds N] [--rate R]
 *
 * In every round the same entries go through three pipelines in turn, in slices, so that all of them meet the machine as it
 * is: one that nobody ever watched, one from which a tap has gone, and one with a tap that follows R entries (100) of each
 * second. What a tap shows is made into JSON, as the server does. Medians over the rounds are printed.
 */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, LabelSet, loadStages, MetricRegistry, Pipeline } from "@sluice/engine";
import { benchFolder, generate, median, WORKLOADS } from "@sluice/engine/bench";
import { SeededRandom } from "@sluice/languages/base";
import { PipelineFollower } from "../src/watch/follower.ts";
import { REFILLS, TapSession } from "../src/watch/tap-session.ts";

/** Entries that go through one pipeline before the next has its turn. */
const SLICE = 500;
const MODES = ["never watched", "watched before", "one tap"] as const;

type Input = { readonly labels: LabelSet; readonly line: string };

class Measured {
  readonly #pipeline: Pipeline;
  readonly #follower: PipelineFollower;
  #tap: TapSession | undefined;
  #refilledAt = 0;
  #cpu = 0;
  shown = 0;
  bytes = 0;

  constructor(stages: string) {
    const loaded = loadStages(stages);
    const clock: Clock = { now: () => BigInt(Date.now()) * 1_000_000n };
    this.#pipeline = new Pipeline(loaded.stages, {
      clock,
      random: new SeededRandom(1),
      metrics: new MetricRegistry(),
      log: { write: () => {}, enabled: () => false },
      dialect: "logs",
      host: { resource: () => undefined, sha256: (text) => hash("sha256", text, "hex") },
      deliver: () => {},
    });
    this.#follower = new PipelineFollower(this.#pipeline, loaded.stages, clock);
  }

  watch(rate: number): void {
    this.#tap = new TapSession({ rate, paused: false }, (entry) => {
      this.shown++;
      this.bytes += JSON.stringify(entry).length;
      return true;
    });
    this.#follower.add(this.#tap);
  }

  leave(): void {
    this.#follower.remove(this.#tap!);
    this.#tap = undefined;
  }

  /** Seconds of this process's time that all slices took. */
  get seconds(): number {
    return this.#cpu / 1e6;
  }

  startAnew(): void {
    this.#cpu = 0;
    this.#refilledAt = 0;
    this.shown = 0;
    this.bytes = 0;
  }

  run(entries: readonly Input[]): void {
    const before = process.cpuUsage();
    for (const { labels, line } of entries) this.#pipeline.push({ labels, line, timestamp: 0n });
    const { user, system } = process.cpuUsage(before);
    this.#cpu += user + system;
    if (this.#tap === undefined) return;
    // By the time that the pipeline had, so that others on the machine do not make the tap look cheap.
    const began = process.cpuUsage();
    while (this.#cpu - this.#refilledAt >= 1e6 / REFILLS) {
      this.#refilledAt += 1e6 / REFILLS;
      this.#tap.refill();
      this.#follower.show();
    }
    const more = process.cpuUsage(began);
    this.#cpu += more.user + more.system;
  }
}

const percent = (value: number): string => `${value >= 0 ? "+" : ""}${(value * 100).toFixed(1)} %`;

function main(argv: readonly string[]): number {
  const options = { entries: 100_000, rounds: 7, rate: 100 };
  const chosen: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const name = argv[i]!.slice(2) as keyof typeof options;
    if (argv[i]!.startsWith("--") && name in options) options[name] = Number(argv[++i]);
    else if (WORKLOADS.includes(argv[i]!)) chosen.push(argv[i]!);
    else {
      process.stderr.write(`no workload or option ${argv[i]}; workloads: ${WORKLOADS.join(", ")}\n`);
      return 2;
    }
  }
  if (!Object.values(options).every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write("--entries, --rounds and --rate must be whole numbers above 0\n");
    return 2;
  }
  for (const workload of chosen.length > 0 ? chosen : ["nginx"]) {
    const entries = generate(workload, options.entries).map(({ labels, line }) => ({
      labels: LabelSet.of(labels),
      line,
    }));
    const stages = readFileSync(join(benchFolder(), `${workload}.alloy`), "utf8");
    const pipelines = MODES.map(() => new Measured(stages));
    pipelines[1]!.watch(options.rate);
    pipelines[1]!.run(entries.slice(0, 10_000));
    pipelines[1]!.leave();
    pipelines[2]!.watch(options.rate);
    for (const one of pipelines) one.run(entries.slice(0, 20_000));
    const rounds: number[][] = [];
    let shown = "";
    for (let round = 0; round < options.rounds; round++) {
      for (const one of pipelines) one.startAnew();
      for (let from = 0, turn = round; from < entries.length; from += SLICE, turn++) {
        const slice = entries.slice(from, from + SLICE);
        for (let i = 0; i < pipelines.length; i++) pipelines[(turn + i) % pipelines.length]!.run(slice);
      }
      rounds.push(pipelines.map(({ seconds }) => seconds));
      const { shown: count, bytes, seconds } = pipelines[2]!;
      shown = `${(count / seconds).toFixed(0)} entries/s shown, ${(bytes / Math.max(1, count) / 1024).toFixed(1)} kB each`;
    }
    process.stdout.write(`${workload}: ${options.entries} entries, ${options.rounds} rounds\n`);
    for (const [i, mode] of MODES.entries()) {
      const rate = options.entries / median(rounds.map((seconds) => seconds[i]!));
      const more = median(rounds.map((seconds) => seconds[i]! / seconds[0]! - 1));
      const detail = i === 2 ? `   ${shown}` : "";
      process.stdout.write(
        `  ${mode.padEnd(16)}${rate.toFixed(0).padStart(9)} entries/s   ${percent(more)}${detail}\n`,
      );
    }
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
