/** Every pipeline that there is to try a preview on: the examples of all stages, and the recorded vectors. */
import { decodeRaw, encodeUtf8, formatRfc3339, type Nanos, parseRfc3339 } from "@sluice/languages/base";
import { decodeBase64 } from "@sluice/languages/gobase64";
import { parseDuration } from "@sluice/languages/goduration";
import type { WrittenSample } from "../base/written-entry.ts";
import { loadStages } from "../document/load.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { Sample } from "../preview/preview.ts";
import type { SampleContent } from "../preview/sample-content.ts";
import { STAGES } from "../stages/index.ts";
import { DEFAULT_START } from "./run-stages.ts";

export interface PreviewCase {
  readonly name: string;
  /** The written stages. */
  readonly text: string;
  readonly stages: readonly StageNode[];
  readonly samples: readonly Sample[];
  readonly start: Nanos;
  readonly endAdvance: Nanos;
}

interface VectorEntry extends Partial<WrittenSample> {
  readonly line_b64?: string;
  readonly repeat?: number;
  readonly scrape?: boolean;
}

interface Vector {
  readonly name?: string;
  readonly title?: string;
  readonly stages?: string;
  readonly config?: string;
  readonly now?: string;
  readonly entries?: readonly VectorEntry[];
  readonly input?: readonly VectorEntry[];
  readonly end_advance?: string;
}

/** Functions of templates that are slow on purpose, since they hash passwords: half of the time of all cases together. */
const SLOW = /derivePassword|htpasswd|bcrypt/;

/**
 * The cases that load, from the vectors in `files` (parsed; other kinds are ignored) and all examples, except those that hash
 * passwords, which conformance runs.
 */
export function previewCases(files: readonly unknown[]): PreviewCase[] {
  const vectors = (files as readonly { kind: string; cases: readonly Vector[] }[]).filter(
    ({ kind }) => kind === "stages",
  );
  const examples: Vector[] = STAGES.flatMap(({ name, examples }) =>
    examples.map((example) => ({ ...example, title: `${name}: ${example.title}` })),
  );
  return [...vectors.flatMap(({ cases }) => cases), ...examples].flatMap((vector) => {
    const text = (vector.stages ?? vector.config)!;
    if (SLOW.test(text)) return [];
    const stages = stagesOf(text);
    return stages === undefined ? [] : [toCase(vector, text, stages)];
  });
}

/** Number of cases of one shape that are tried: several, since their results differ. */
const ALIKE = 4;
const LITERAL = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|\d[\w.]*/g;
/** What a template does with others and itself, which decides whether its stage fails. */
const CONTROL = /\b(?:define|template|block|range|with)\b/g;

/**
 * Leaves out what differs from several others in literals alone, as most vectors of a stage do. For tests of what shows
 * results, to which the same stages with other values are the same.
 */
export function fewAlike(cases: readonly PreviewCase[]): PreviewCase[] {
  const seen = new Map<string, number>();
  return cases.filter(({ text }) => {
    const shape = text.replaceAll(LITERAL, (literal) => `<${literal.match(CONTROL) ?? ""}>`).replaceAll(/\s+/g, " ");
    const before = seen.get(shape) ?? 0;
    seen.set(shape, before + 1);
    return before < ALIKE;
  });
}

/** By text: vectors share some, and test files that share a process ask for all of them again. */
const known = new Map<string, readonly StageNode[] | undefined>();

function stagesOf(text: string): readonly StageNode[] | undefined {
  if (!known.has(text)) {
    const loaded = loadStages(text);
    known.set(text, loaded.ok ? loaded.stages : undefined);
  }
  return known.get(text);
}

function toCase(vector: Vector, text: string, stages: readonly StageNode[]): PreviewCase {
  return {
    name: (vector.name ?? vector.title)!,
    text,
    stages,
    samples: toSamples(vector.entries ?? vector.input ?? []),
    start: parseRfc3339(vector.now ?? DEFAULT_START)!,
    endAdvance: nanos(vector.end_advance),
  };
}

/** Samples in written form, for readers of texts. */
export const toContents = (samples: readonly Sample[]): SampleContent[] =>
  samples.map(({ line, labels, timestamp, metadata, extracted, advance }) => ({
    line,
    labels,
    metadata,
    extracted,
    timestamp: timestamp === undefined ? undefined : formatRfc3339(timestamp),
    advance: advance === undefined ? undefined : `${advance}ns`,
  }));

function toSamples(entries: readonly VectorEntry[]): Sample[] {
  // Time passes even if a vector only checks metrics.
  let passed = 0n;
  return entries.flatMap((entry) => {
    if (entry.scrape) {
      passed += nanos(entry.advance);
      return [];
    }
    const sample = {
      line: entry.line_b64 === undefined ? (entry.line ?? "") : decodeRaw(bytesOf(entry.line_b64)),
      labels: entry.labels ?? {},
      timestamp: entry.timestamp === undefined ? undefined : parseRfc3339(entry.timestamp),
      metadata: entry.structured_metadata,
      extracted: entry.extracted,
      advance: nanos(entry.advance) + passed,
    };
    passed = 0n;
    return Array.from({ length: entry.repeat ?? 1 }, () => sample);
  });
}

function bytesOf(base64: string): Uint8Array {
  const bytes = decodeBase64(encodeUtf8(base64));
  if (typeof bytes === "number") throw new Error(`bad base64 at ${bytes}`);
  return bytes;
}

function nanos(text: string | undefined): Nanos {
  const parsed = parseDuration(text ?? "0s");
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.nanos;
}
