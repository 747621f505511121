/**
 * The undo history of a document as it is stored with it: the newest steps, within bounds that are smaller than those of
 * a history in memory. It is of one revision of its document and fits no other content.
 */
import * as v from "valibot";
import { type Change, sizeOfChange } from "../model/change.ts";
import type { DocumentContent } from "../model/document.ts";
import type { History, Transaction } from "../model/history.ts";
import { Content, Sample, text } from "./document-record.ts";

/** Steps back and forth that are stored of one document. */
export const MAX_KEPT_STEPS = 300;
/** Bytes of these steps, by `sizeOfChange`. */
export const MAX_KEPT_BYTES = 8 * 1024 * 1024;
/** Documents whose histories are stored: those that were stored last. */
export const MAX_KEPT_HISTORIES = 20;

/** What is stored of a history apart from its steps. */
export interface HistoryInfo {
  /** The revision of the document that its last step led to. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updated: number;
  /** Ids of steps, as in `History`. */
  readonly past: readonly number[];
  readonly future: readonly number[];
  readonly fits: Extent;
}

/** How much the document has: steps fit it only if none of it was lost when it was read. */
type Extent = readonly [text: number, samples: number, tests: number];

const extentOf = ({ text, samples, tests }: DocumentContent): Extent => [text.length, samples.length, tests.length];

/** The steps of a history that are stored: the next to undo first, then the next to redo, as far as there is room. */
export function boundHistory(
  { past, future }: History,
  most = { steps: MAX_KEPT_STEPS, bytes: MAX_KEPT_BYTES },
): History {
  let steps = 0;
  let bytes = 0;
  const newest = (all: readonly Transaction[]): readonly Transaction[] => {
    let from = all.length;
    for (; from > 0; from--) {
      bytes += all[from - 1]!.bytes;
      if (++steps > most.steps || bytes > most.bytes) break;
    }
    return all.slice(from);
  };
  return { past: newest(past), future: newest(future) };
}

export const historyInfo = (
  { past, future }: History,
  { updated, content }: { readonly updated: number; readonly content: DocumentContent },
  revision: number,
): HistoryInfo => ({
  revision,
  updated,
  past: past.map(({ id }) => id),
  future: future.map(({ id }) => id),
  fits: extentOf(content),
});

/** A history as it is stored with this revision of its document: what there is room for, and its steps by their ids. */
export function keptHistory(
  history: History,
  record: { readonly updated: number; readonly content: DocumentContent },
  revision: number,
): { readonly info: HistoryInfo; readonly steps: ReadonlyMap<number, Transaction> } {
  const bounded = boundHistory(history);
  const steps = new Map([...bounded.past, ...bounded.future].map((step) => [step.id, step]));
  return { info: historyInfo(bounded, record, revision), steps };
}

const whole = v.pipe(v.number(), v.safeInteger());
const count = v.pipe(whole, v.minValue(0));
const MAX_LABEL = 10_000;

const Splice = v.object({ at: count, removed: v.string(), inserted: v.string() });
const SampleSplice = v.object({ at: count, removed: v.array(Sample), inserted: v.array(Sample) });
const Rest = v.partial(v.omit(Content, ["text", "samples", "tests"]));
const Span = v.object({ start: count, end: count });
const Step = v.object({
  id: whole,
  label: text(MAX_LABEL),
  change: v.object({
    text: v.optional(Splice),
    samples: v.optional(SampleSplice),
    tests: v.optional(Splice),
    before: Rest,
    after: Rest,
  }),
  before: v.object({
    sampleId: v.nullable(whole),
    stagePath: v.nullable(text(MAX_LABEL)),
    caret: v.nullable(Span),
  }),
});
const Info: v.GenericSchema<unknown, HistoryInfo> = v.object({
  revision: count,
  updated: v.fallback(v.pipe(v.number(), v.finite()), 0),
  past: v.pipe(v.array(whole), v.maxLength(MAX_KEPT_STEPS)),
  future: v.pipe(v.array(whole), v.maxLength(MAX_KEPT_STEPS)),
  fits: v.strictTuple([count, count, count]),
});

/** What was stored; undefined where it is damaged. */
export function readHistoryInfo(value: unknown): HistoryInfo | undefined {
  const parsed = v.safeParse(Info, value);
  return parsed.success ? parsed.output : undefined;
}

/**
 * The history of `content` from what was stored; undefined where it is of another content. A damaged step ends it: those
 * beyond it fit nothing.
 */
export function readHistory(
  info: HistoryInfo,
  stepOf: (id: number) => unknown,
  { revision, content }: { readonly revision: number; readonly content: DocumentContent },
): History | undefined {
  if (info.revision !== revision || info.fits.some((size, i) => size !== extentOf(content)[i])) return undefined;
  return { past: newest(info.past.map(stepOf)), future: newest(info.future.map(stepOf)) };
}

/** Steps that were stored together; undefined where there are none. */
export function readSteps(value: unknown): History | undefined {
  const parsed = v.safeParse(v.object({ past: v.array(v.unknown()), future: v.array(v.unknown()) }), value);
  return parsed.success ? { past: newest(parsed.output.past), future: newest(parsed.output.future) } : undefined;
}

/** Those that can be read, up to the first that is damaged, from the newest. */
function newest(values: readonly unknown[]): readonly Transaction[] {
  const steps: Transaction[] = [];
  for (const value of values.slice(-MAX_KEPT_STEPS).reverse()) {
    const step = readStep(value);
    if (step === undefined) break;
    steps.push(step);
  }
  return steps.reverse();
}

function readStep(value: unknown): Transaction | undefined {
  const parsed = v.safeParse(Step, value);
  if (!parsed.success) return undefined;
  const { id, label, before, change: read } = parsed.output;
  const change = read as Change;
  // What is typed now is a step of its own.
  return { id, label, before, change, group: undefined, at: 0, bytes: sizeOfChange(change) };
}
