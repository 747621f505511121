/**
 * What the page remembers in the browser. Whatever is found there is checked piece by piece: a damaged piece is left
 * out, and never stops the page.
 */

import { readSteps } from "../state/clock-steps.ts";
import type { DocumentContent } from "../state/document-store.ts";
import { tidy } from "../state/sample-text.ts";
import { readDuration, readTime } from "../state/sample-time.ts";
import type { MetadataPairs, SampleEntry } from "../state/samples.ts";
import { MAX_SAMPLES } from "../state/samples.ts";
import {
  DEFAULT_SETTINGS,
  type InspectorTab,
  NO_SELECTION,
  type SelectionState,
  type SettingsState,
  type Theme,
} from "../state/stores.ts";

export const KEYS = {
  document: "sluice.designer.document",
  selection: "sluice.designer.selection",
  settings: "sluice.designer.settings",
} as const;

/** What is used of `localStorage`. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

type Unknown = Readonly<Record<string, unknown>>;

function read(storage: TextStorage | undefined, key: string): Unknown | undefined {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? "null");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** False: it could not be stored (full, or not allowed). */
export function write(storage: TextStorage | undefined, key: string, value: unknown): boolean {
  try {
    storage?.setItem(key, JSON.stringify(value));
    return storage !== undefined;
  } catch {
    return false;
  }
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
const oneOf = <T extends string>(value: unknown, allowed: readonly T[], fallback: T): T =>
  allowed.includes(value as T) ? (value as T) : fallback;

/** The stored document; undefined when there is none that can be used. */
export function readDocument(storage: TextStorage | undefined): DocumentContent | undefined {
  const stored = read(storage, KEYS.document);
  const content = text(stored?.text);
  if (stored === undefined || content === undefined) return undefined;
  return {
    name: text(stored.name) || "Untitled pipeline",
    text: content,
    samples: readSamples(stored.samples),
    commonLabels: text(stored.commonLabels) ?? "",
    clock: text(stored.clock) ?? DEFAULT_CLOCK,
    seed: typeof stored.seed === "number" && Number.isSafeInteger(stored.seed) ? stored.seed : DEFAULT_SEED,
    holdEnd: stored.holdEnd === true,
    steps: readSteps(stored.steps),
    draft: textOrNull(stored.draft),
  };
}

export const DEFAULT_CLOCK = "2026-01-15T08:00:00Z";
export const DEFAULT_SEED = 42;

function readSamples(value: unknown): SampleEntry[] {
  if (!Array.isArray(value)) return [];
  const seen = new Set<number>();
  const samples: SampleEntry[] = [];
  for (const one of value.slice(0, MAX_SAMPLES) as unknown[]) {
    const sample = readSample(one);
    if (sample === undefined || seen.has(sample.id)) continue;
    seen.add(sample.id);
    samples.push(sample);
  }
  return samples;
}

function readSample(value: unknown): SampleEntry | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, line, labels, metadata, timestamp, advance } = value as Unknown;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || typeof line !== "string") return undefined;
  const at = text(timestamp);
  const after = text(advance);
  const content = tidy({
    line,
    labels: readLabels(labels),
    metadata: readMetadata(metadata),
    timestamp: at === undefined || readTime(at) === undefined ? undefined : at,
    advance: after === undefined || readDuration(after) === undefined ? undefined : after,
  });
  return { id, ...content };
}

function readMetadata(value: unknown): MetadataPairs | undefined {
  if (!Array.isArray(value)) return undefined;
  return (value as unknown[]).filter(
    (pair): pair is readonly [string, string] =>
      Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"),
  );
}

function readLabels(value: unknown): Record<string, string> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

export function readSelection(storage: TextStorage | undefined): SelectionState {
  const stored = read(storage, KEYS.selection);
  if (stored === undefined) return NO_SELECTION;
  return {
    sampleId: typeof stored.sampleId === "number" ? stored.sampleId : null,
    stagePath: textOrNull(stored.stagePath),
    pipelineId: textOrNull(stored.pipelineId),
  };
}

export function readSettings(storage: TextStorage | undefined): SettingsState {
  const stored = read(storage, KEYS.settings);
  if (stored === undefined) return DEFAULT_SETTINGS;
  return {
    theme: oneOf<Theme>(stored.theme, ["system", "light", "dark"], "system"),
    layouts: readLayouts(stored.layouts),
    problemsOpen: stored.problemsOpen === true,
    inspectorTab: oneOf<InspectorTab>(stored.inspectorTab, ["steps", "output", "metrics"], "steps"),
    wrap: stored.wrap !== false,
  };
}

/** Layouts whose sizes are percentages that add up. */
function readLayouts(value: unknown): Record<string, Record<string, number>> {
  if (typeof value !== "object" || value === null) return {};
  const layouts: Record<string, Record<string, number>> = {};
  for (const [group, sizes] of Object.entries(value as Unknown)) {
    if (typeof sizes !== "object" || sizes === null) continue;
    const pairs = Object.entries(sizes).filter(
      (pair): pair is [string, number] => typeof pair[1] === "number" && pair[1] >= 0 && pair[1] <= 100,
    );
    const sum = pairs.reduce((total, [, size]) => total + size, 0);
    if (pairs.length > 0 && pairs.length === Object.keys(sizes).length && Math.abs(sum - 100) < 1)
      layouts[group] = Object.fromEntries(pairs);
  }
  return layouts;
}
