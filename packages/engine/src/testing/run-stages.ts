/**
 * Runs a configuration text over entries under a virtual clock: what table tests of stages need, and nothing that
 * depends on the platform. Outcomes come back in the short form in which tests and examples write them.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import {
  encodeUtf8,
  formatRfc3339,
  type Nanos,
  parseRfc3339,
  SeededRandom,
  toWellFormedData,
} from "@sluice/languages/base";
import { parseDuration } from "@sluice/languages/goduration";
import { VirtualClock } from "../base/clock.ts";
import { Entry, extractedFromLabels, NO_METADATA } from "../base/entry.ts";
import { LabelSet } from "../base/label-set.ts";
import { type Balance, Ledger } from "../base/origin.ts";
import type { WrittenEntry, WrittenSample } from "../base/written-entry.ts";
import { loadStages } from "../document/load.ts";
import { formatPrometheus } from "../metrics/exposition.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { Pipeline, type PipelineFault, type PipelineInput } from "../pipeline/pipeline.ts";
import { type PlaybackEvent, playback } from "../pipeline/playback.ts";
import type { Dialect, StageHost, StageLog } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { type Step, TraceRecorder } from "../pipeline/trace.ts";

/** The instant at which runs start unless they say otherwise. */
export const DEFAULT_START = "2024-03-10T12:00:00Z";

/** An entry as tests write it; a bare text is a line without labels. */
export type EntryInput = Partial<WrittenSample>;

export interface RunOptions {
  /** Virtual start, RFC 3339. */
  readonly now?: string | undefined;
  /** Go duration that passes after the last entry, before the input ends. */
  readonly endAdvance?: string | undefined;
  /** Seed of the run's chance. */
  readonly seed?: number | undefined;
  readonly dialect?: Dialect | undefined;
  readonly host?: StageHost | undefined;
  /** Record every step. */
  readonly trace?: boolean | undefined;
}

export interface RunResult {
  readonly out: readonly WrittenEntry[];
  readonly dropped: readonly { readonly entry: WrittenEntry; readonly reason: string; readonly code: string }[];
  /** The exposition at the end, line by line. */
  readonly metrics: readonly string[];
  readonly logs: readonly { readonly level: string; readonly message: string }[];
  readonly faults: readonly PipelineFault[];
  readonly balance: Balance;
  /** Steps of each input entry; empty without `trace`. */
  readonly steps: readonly (readonly Step[])[];
}

/** A host without files. */
export const TEST_HOST: StageHost = {
  resource: () => undefined,
  sha256: (text) => bytesToHex(sha256(encodeUtf8(text))),
};

/** Makes an entry with an origin of its own; labels are in its extracted map, as where a pipeline begins. */
export function entry(input: EntryInput | string = {}): Entry {
  const { line = "", labels = {}, timestamp = DEFAULT_START, extracted = {}, structured_metadata } = toInput(input);
  const set = LabelSet.of(labels);
  const values = extractedFromLabels(set);
  for (const [name, value] of Object.entries(extracted)) if (!values.has(name)) values.set(name, value);
  return new Entry(set, line, instant(timestamp), structured_metadata ?? NO_METADATA, values, new Ledger().admit());
}

/** Loads `config` (a body of stages) and runs `inputs` through it. Throws when the configuration is refused. */
export function runStages(
  config: string,
  inputs: readonly (EntryInput | string)[],
  options: RunOptions = {},
): RunResult {
  const loaded = loadStages(config);
  const refused = loaded.diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  if (refused.length > 0) throw new Error(`configuration refused: ${refused.map((one) => one.message).join("; ")}`);
  return runNodes(loaded.stages, inputs, options);
}

/** The diagnostics of a body of stages, as `severity code: message`. */
export function diagnose(config: string): string[] {
  return loadStages(config).diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

/** Runs decoded stages. */
export function runNodes(
  nodes: readonly StageNode[],
  inputs: readonly (EntryInput | string)[],
  options: RunOptions = {},
): RunResult {
  const clock = new VirtualClock(instant(options.now ?? DEFAULT_START));
  const metrics = new MetricRegistry();
  const out: WrittenEntry[] = [];
  const dropped: { entry: WrittenEntry; reason: string; code: string }[] = [];
  const logs: { level: string; message: string }[] = [];
  const faults: PipelineFault[] = [];
  const trace = options.trace ? new TraceRecorder() : undefined;
  const log: StageLog = {
    enabled: () => true,
    write: (level, message) => logs.push({ level, message }),
  };
  const pipeline = new Pipeline(nodes, {
    clock,
    random: new SeededRandom(options.seed ?? 1),
    metrics,
    log,
    host: options.host ?? TEST_HOST,
    dialect: options.dialect ?? "logs",
    deliver: (one) => out.push(describe(one)),
    dropped: (one, { reason, code }) => dropped.push({ entry: describe(one), reason, code }),
    fault: (fault) => faults.push(fault),
    trace,
  });
  playback(pipeline, clock, inputs.map(toEvent), { endAdvance: duration(options.endAdvance) });
  const exposed = formatPrometheus(metrics.collect(clock.now()));
  const balance = pipeline.balance();
  pipeline.close();
  const steps = trace === undefined ? [] : inputs.map((_, id) => trace.stepsOf(id));
  return { out, dropped, metrics: exposed.split("\n").filter(Boolean), logs, faults, balance, steps };
}

const toInput = (input: EntryInput | string): EntryInput => (typeof input === "string" ? { line: input } : input);

function toEvent(given: EntryInput | string): PlaybackEvent {
  const input = toInput(given);
  return {
    advance: duration(input.advance),
    input: (now): PipelineInput => ({
      labels: LabelSet.of(input.labels ?? {}),
      line: input.line ?? "",
      timestamp: input.timestamp === undefined ? now : instant(input.timestamp),
      metadata: input.structured_metadata,
      extracted: input.extracted,
    }),
  };
}

function describe(one: Entry): WrittenEntry {
  return {
    line: one.line.toWellFormed(),
    labels: one.labels.toRecord(),
    timestamp: formatRfc3339(one.timestamp),
    extracted: toWellFormedData(one.extracted.toRecord()),
    structured_metadata: one.metadata,
  };
}

function instant(text: string): Nanos {
  const at = parseRfc3339(text);
  if (at === undefined) throw new Error(`not an RFC 3339 time: ${text}`);
  return at;
}

function duration(text: string | undefined): Nanos {
  if (text === undefined) return 0n;
  const parsed = parseDuration(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.nanos;
}
