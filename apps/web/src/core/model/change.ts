/**
 * Changes of a document as the smallest possible splices. A history of many keystrokes over a large
 * document is small, and the editor can take a change without losing its cursor and folds.
 */
import { commonEnds, spliceText, type TextSplice } from "@sluice/engine";
import type { DocumentContent } from "./document.ts";
import type { SampleEntry } from "./samples.ts";

export interface SampleSplice {
  readonly at: number;
  readonly removed: readonly SampleEntry[];
  readonly inserted: readonly SampleEntry[];
}

type Field = Exclude<keyof DocumentContent, "text" | "samples" | "tests">;

export interface Change {
  readonly text?: TextSplice;
  readonly samples?: SampleSplice;
  readonly tests?: TextSplice;
  /** Everything else, as a whole. */
  readonly before: Partial<Pick<DocumentContent, Field>>;
  readonly after: Partial<Pick<DocumentContent, Field>>;
}

const FIELDS: readonly Field[] = ["name", "lineEnd", "commonLabels", "clock", "seed", "holdEnd", "steps", "draft"];

function spliceSamples(before: readonly SampleEntry[], after: readonly SampleEntry[]): SampleSplice | undefined {
  if (before === after) return undefined;
  const { front, back } = commonEnds(before.length, after.length, (b, a) => before[b] === after[a]);
  if (front + back === before.length && front + back === after.length) return undefined;
  return {
    at: front,
    removed: before.slice(front, before.length - back),
    inserted: after.slice(front, after.length - back),
  };
}

/** The difference of `after`; undefined if they are equal. */
export function changeBetween(before: DocumentContent, after: DocumentContent): Change | undefined {
  const text = spliceText(before.text, after.text);
  const samples = spliceSamples(before.samples, after.samples);
  const tests = spliceText(before.tests, after.tests);
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  if (text === undefined && samples === undefined && tests === undefined && changed.length === 0) return undefined;
  const pick = (from: DocumentContent) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return {
    ...(text === undefined ? {} : { text }),
    ...(samples === undefined ? {} : { samples }),
    ...(tests === undefined ? {} : { tests }),
    before: pick(before),
    after: pick(after),
  };
}

/** The parts of a document that a change replaces, with their new values. */
export function applyChange(
  content: DocumentContent,
  { text, samples, tests, after }: Change,
): Partial<DocumentContent> {
  return {
    ...after,
    ...(text === undefined ? {} : { text: replace(content.text, text.at, text.removed.length, text.inserted) }),
    ...(samples === undefined
      ? {}
      : { samples: content.samples.toSpliced(samples.at, samples.removed.length, ...samples.inserted) }),
    ...(tests === undefined ? {} : { tests: replace(content.tests, tests.at, tests.removed.length, tests.inserted) }),
  };
}

/** The inverse of `change`. */
export function invertChange({ text, samples, tests, before, after }: Change): Change {
  const turned = <T>({ at, removed, inserted }: { at: number; removed: T; inserted: T }) => ({
    at,
    removed: inserted,
    inserted: removed,
  });
  return {
    ...(text === undefined ? {} : { text: turned(text) }),
    ...(samples === undefined ? {} : { samples: turned(samples) }),
    ...(tests === undefined ? {} : { tests: turned(tests) }),
    before: after,
    after: before,
  };
}

const replace = (text: string, at: number, removed: number, inserted: string): string =>
  text.slice(0, at) + inserted + text.slice(at + removed);

/** About how many bytes a change takes: two for each UTF-16 unit, and some for each entry. */
export function sizeOfChange({ text, samples, tests, before, after }: Change): number {
  const entries = [...(samples?.removed ?? []), ...(samples?.inserted ?? [])];
  const lines = entries.reduce((sum, { line }) => sum + 2 * line.length + 100, 0);
  const fields = 2 * (JSON.stringify(before).length + JSON.stringify(after).length);
  const texts = [text, tests].reduce(
    (sum, splice) => sum + (splice?.removed.length ?? 0) + (splice?.inserted.length ?? 0),
    0,
  );
  return 200 + 2 * texts + lines + fields;
}

/** Characters that one key can insert: itself, and what the editor closes or indents by itself. */
const KEYSTROKE = /^(?:.{1,2}|\s*)$/su;

/** Whether `next` continues the word or the deletion that `last` was: one undo takes both back. */
export function continuesTyping(last: TextSplice, next: TextSplice): boolean {
  if (!KEYSTROKE.test(next.inserted)) return false;
  if (next.removed === "" && last.inserted !== "" && next.inserted !== "") {
    const begins = /\s$/.test(last.inserted) && /^\S/.test(next.inserted);
    return next.at === last.at + last.inserted.length && !begins;
  }
  if (next.inserted === "" && last.inserted === "")
    return next.at + next.removed.length === last.at || next.at === last.at;
  return false;
}
