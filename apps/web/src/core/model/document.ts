/** What the user works on: a configuration's text, the samples, how they are sent, and its tests. */
import { DEFAULT_SEED, type LineEnd } from "@sluice/engine";
import { withoutTurns } from "../text/shown-name.ts";
import type { ClockStep } from "./clock-steps.ts";
import { type SampleEntry, sameEntry } from "./samples.ts";

export interface DocumentContent {
  /** Shown in the header and the title, and the name of an exported file. */
  readonly name: string;
  readonly text: string;
  /** How lines end in an exported file: as they did in the imported one. */
  readonly lineEnd: LineEnd;
  readonly samples: readonly SampleEntry[];
  /** Labels of every sample, as written: `job="nginx"`. */
  readonly commonLabels: string;
  /** Where the virtual clock starts, RFC 3339. */
  readonly clock: string;
  /** For everything random in a pipeline. */
  readonly seed: number;
  /** The input stays open after the last sample: what is held stays held until the clock is stepped. */
  readonly holdEnd: boolean;
  /** Steps of the clock since; repeated after every edit. */
  readonly steps: readonly ClockStep[];
  /** The samples as text, while it has a mistake and the samples are still those from before it. */
  readonly draft: string | null;
  /** The text of its test file (docs/tests.md), with line feeds alone; empty without tests. */
  readonly tests: string;
}

export { type LineEnd, lineEndOf } from "@sluice/engine";

export const DEFAULT_CLOCK = "2026-01-15T08:00:00Z";
/** The name of a new pipeline; further ones have a number after it. */
export const UNTITLED = "Untitled pipeline";
export const MAX_NAME = 200;
/** UTF-16 units of a configuration at most. */
export const MAX_TEXT = 1024 * 1024;
/** UTF-16 units of a test file at most. */
export const MAX_TESTS_TEXT = 1024 * 1024;

/** An empty pipeline, ready for its first stage. */
const EMPTY_CONFIG = 'logs.process "main" {\n  forward_to = []\n  \n}\n';

export const emptyDocument = (name: string): DocumentContent => ({
  name,
  text: EMPTY_CONFIG,
  lineEnd: "\n",
  samples: [],
  commonLabels: "",
  clock: DEFAULT_CLOCK,
  seed: DEFAULT_SEED,
  holdEnd: false,
  steps: [],
  draft: null,
  tests: "",
});

/** Whether it is empty, whatever its name. */
export const isBlank = ({ text, samples, commonLabels, draft, tests }: DocumentContent): boolean =>
  text === EMPTY_CONFIG && samples.length === 0 && commonLabels === "" && draft === null && tests === "";

/** Whether it has a configuration. */
export const hasPipeline = ({ text }: Pick<DocumentContent, "text">): boolean =>
  text !== EMPTY_CONFIG && text.trim() !== "";

/** Whether it still has a default name. */
export const isUntitled = ({ name }: Pick<DocumentContent, "name">): boolean => name.startsWith(UNTITLED);

/** Texts of documents have line feeds alone and no byte order mark, as the editor has them: places in both are the same. */
export const normalizeText = (text: string): string => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

export function contentOf(content: DocumentContent): DocumentContent {
  const { name, text, lineEnd, samples, commonLabels, clock, seed, holdEnd, steps, draft, tests } = content;
  return { name, text, lineEnd, samples, commonLabels, clock, seed, holdEnd, steps, draft, tests };
}

/** Whether two documents are equal. Ids of samples count, since the selection refers to them. */
export function sameContent(a: DocumentContent, b: DocumentContent): boolean {
  return (
    sameSettings(a, b) &&
    a.name === b.name &&
    a.text === b.text &&
    a.tests === b.tests &&
    a.samples.length === b.samples.length &&
    a.samples.every((sample, i) => sample === b.samples[i] || sameSample(sample, b.samples[i]!))
  );
}

const sameSample = (a: SampleEntry, b: SampleEntry): boolean => a.id === b.id && sameEntry(a, b);

function sameSettings(a: DocumentContent, b: DocumentContent): boolean {
  return (
    a.lineEnd === b.lineEnd &&
    a.commonLabels === b.commonLabels &&
    a.clock === b.clock &&
    a.seed === b.seed &&
    a.holdEnd === b.holdEnd &&
    a.draft === b.draft &&
    JSON.stringify(a.steps) === JSON.stringify(b.steps)
  );
}

/** `name`, or `name 2` … where it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let n = 2; ; n++) if (!taken.includes(`${name} ${n}`)) return `${name} ${n}`;
}

/** A name as it is kept: it is shown in sentences and lists, and is the name of files. */
export const tidyName = (name: string): string => withoutTurns(name).trim().slice(0, MAX_NAME);

/** The document's name for a file. */
export const nameOfFile = (file: string): string =>
  tidyName(file.replace(/\.gz$/i, "").replace(/\.(alloy|river|ya?ml|txt|log|jsonl?)$/i, ""));
