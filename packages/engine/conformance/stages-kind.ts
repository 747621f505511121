/** Runs a case of kind `stages`: entries through a body of stages, under the virtual clock. */

import { decodeRaw, parseRfc3339, SeededRandom, toWellFormedData } from "@sluice/languages/base";
import { parseDuration } from "@sluice/languages/goduration";
import { goString } from "@sluice/languages/govalue";
import { VirtualClock } from "../src/base/clock.ts";
import type { Entry } from "../src/base/entry.ts";
import type { ExtractedValue } from "../src/base/extracted.ts";
import { LabelSet } from "../src/base/label-set.ts";
import { loadStages } from "../src/document/load.ts";
import { formatPrometheus } from "../src/metrics/exposition.ts";
import { MetricRegistry } from "../src/metrics/registry.ts";
import { Pipeline } from "../src/pipeline/pipeline.ts";
import { type PlaybackEvent, playback } from "../src/pipeline/playback.ts";
import { ResourceError } from "../src/pipeline/resources.ts";
import type { OutEntry, StageCase, StageCaseEntry, StageResult, Verdict } from "./cases.ts";
import { canonical, decodeEdge, firstDifference } from "./compare.ts";
import type { ConformanceHost } from "./host.ts";

const DEFAULT_NOW = "2024-03-10T12:00:00Z";
const SILENT = { write: () => {}, enabled: () => false };

export function runStageCase(vector: StageCase, host: ConformanceHost): Verdict {
  let got: StageResult;
  try {
    got = execute(vector, host);
  } catch (error) {
    if (error instanceof ResourceError) {
      got = { error: error.message, out: [] };
      return { got, difference: compare(vector, got, host) };
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { got: { threw: String(error) }, difference: `threw ${message}` };
  }
  return { got, difference: compare(vector, got, host) };
}

function execute(vector: StageCase, host: ConformanceHost): StageResult {
  const loaded = loadStages(vector.stages);
  const refused = loaded.diagnostics.find((d) => d.severity === "error");
  if (refused !== undefined) return { error: refused.message, out: [] };

  const start = instant(vector.now ?? DEFAULT_NOW);
  const clock = new VirtualClock(start);
  const metrics = new MetricRegistry();
  const out: OutEntry[] = [];
  const scrapes: { at: string; metrics: string[] }[] = [];
  const faults: unknown[] = [];
  const pipeline = new Pipeline(loaded.stages, {
    clock,
    random: new SeededRandom(1),
    metrics,
    log: SILENT,
    dialect: "logs",
    host,
    deliver: (entry) => out.push(describe(entry, clock.now() - start)),
    fault: ({ error, limit }) => limit || faults.push(error),
  });
  const expose = () => formatPrometheus(metrics.collect(clock.now())).split("\n").filter(Boolean);
  const events = (vector.entries ?? []).flatMap((entry) =>
    Array.from({ length: entry.repeat ?? 1 }, () =>
      toEvent(entry, host, () => scrapes.push({ at: String(clock.now() - start), metrics: expose() })),
    ),
  );
  playback(pipeline, clock, events, { endAdvance: duration(vector.end_advance) });
  if (faults.length > 0) throw faults[0];
  const shown = expose();
  return { out, ...(shown.length > 0 ? { metrics: shown } : {}), ...(scrapes.length > 0 ? { scrapes } : {}) };
}

function toEvent(entry: StageCaseEntry, host: ConformanceHost, scrape: () => void): PlaybackEvent {
  const advance = duration(entry.advance);
  if (entry.scrape) return { advance, run: scrape };
  const line = entry.line_b64 === undefined ? (entry.line ?? "") : decodeRaw(host.base64.decode(entry.line_b64));
  return {
    advance,
    input: (now) => ({
      labels: LabelSet.of(entry.labels ?? {}),
      line,
      timestamp: entry.timestamp === undefined ? now : instant(entry.timestamp),
      metadata: entry.structured_metadata,
      extracted: entry.extracted as Record<string, ExtractedValue> | undefined,
    }),
  };
}

function describe(entry: Entry, at: bigint): OutEntry {
  const metadata = [...entry.metadata].sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0));
  return {
    line: entry.line.toWellFormed(),
    labels: toWellFormedData(entry.labels.toRecord()),
    timestamp: String(entry.timestamp),
    ...(metadata.length > 0 ? { structured_metadata: toWellFormedData(metadata) } : {}),
    extracted: toWellFormedData(entry.extracted.toRecord()),
    at: String(at),
  };
}

function compare(vector: StageCase, got: StageResult, host: ConformanceHost): string | undefined {
  if (vector.must_not_crash) return undefined;
  const { want } = vector;
  if (want.error !== undefined)
    return got.error === undefined ? `want error ${JSON.stringify(want.error)}, got none` : undefined;
  if (got.error !== undefined) return `refused: ${got.error}`;
  const normal = (entries: readonly OutEntry[]) => {
    const list = entries.map((entry) => normalize(entry, vector, host));
    return vector.unordered
      ? list
          .map(canonical)
          .sort()
          .map((text) => JSON.parse(text) as unknown)
      : list;
  };
  return (
    firstDifference(normal(want.out ?? []), normal(got.out ?? []), "out") ??
    firstDifference(want.metrics ?? [], got.metrics ?? [], "metrics") ??
    firstDifference(want.scrapes ?? [], got.scrapes ?? [], "scrapes")
  );
}

const JSON_ANY_ORDER = /key order .* not deterministic|keys in any order/;

function normalize(entry: OutEntry, vector: StageCase, host: ConformanceHost): Record<string, unknown> {
  const line = entry.line_b64 === undefined ? (entry.line ?? "") : decodeEdge(host.base64.decode(entry.line_b64));
  const parseTexts = vector.note !== undefined && JSON_ANY_ORDER.test(vector.note);
  const text = (value: unknown) => (parseTexts && typeof value === "string" ? tryParse(value) : value);
  const extracted = Object.entries(entry.extracted ?? {}).map(([name, value]) => [
    name,
    vector.extracted_as_strings
      ? typeof value === "string"
        ? value
        : (goString(value as ExtractedValue) ?? JSON.stringify(value))
      : text(value),
  ]);
  return {
    line: text(line),
    labels: entry.labels ?? {},
    timestamp: entry.timestamp,
    structured_metadata: entry.structured_metadata ?? [],
    extracted: Object.fromEntries(extracted),
    at: entry.at,
  };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function instant(text: string): bigint {
  const at = parseRfc3339(text);
  if (at === undefined) throw new Error(`not an RFC 3339 time: ${text}`);
  return at;
}

function duration(text: string | undefined): bigint {
  if (text === undefined) return 0n;
  const parsed = parseDuration(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.nanos;
}
