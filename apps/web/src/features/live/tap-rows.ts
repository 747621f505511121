/**
 * Entries of a tap as rows: the newest first, bounded in number and size, taken in together ten times a second, each
 * with its outcome in words.
 */

import type { EntryJson } from "@sluice/engine";
import type { TapEntry } from "@sluice/protocol";
import type { SampleStatus } from "../../core/model/run.ts";
import { diffPairs } from "../../core/text/diff-pairs.ts";
import { parseSentence } from "../../core/text/sentence.ts";

/** Limits of kept rows, and of their UTF-16 units as received; the oldest go first. */
export const MAX_ROWS = 10_000;
export const MAX_SIZE = 64 * 1024 * 1024;
/** The most characters of a line in a row: more is never in sight. */
const SHOWN = 400;

export interface TapRow {
  /** Identifies a row: each tap numbers its entries from the start. */
  readonly key: number;
  /** The number of the tap, counting a replaced pipeline as a new one. */
  readonly tap: number;
  readonly entry: TapEntry;
  readonly status: SampleStatus | "changed";
  readonly line: string;
  readonly out: readonly RowPart[];
  /** UTF-16 units as received. */
  readonly size: number;
}

export interface RowPart {
  readonly kind: "text" | "label" | "new" | "note";
  readonly text: string;
}

/** `stage`: the tapped stage, if there is one. */
export function tapRow(
  entry: TapEntry,
  stage: string | undefined,
  size: number,
  { key, tap }: Pick<TapRow, "key" | "tap">,
): TapRow {
  const status = statusOf(entry, stage);
  return { key, tap, entry, status, line: entry.before.line.slice(0, SHOWN), out: outOf(entry, status), size };
}

function statusOf(entry: TapEntry, stage: string | undefined): TapRow["status"] {
  const own = stage === undefined ? undefined : (entry.stages[stage] as SampleStatus | undefined);
  if (own !== undefined) return own;
  const [after] = entry.after;
  if (entry.status === "passed" && after !== undefined && differs(entry.before, after)) return "changed";
  return entry.status;
}

/** Extracted values do not leave the pipeline. */
const differs = (a: EntryJson, b: EntryJson): boolean =>
  a.line !== b.line ||
  a.timestamp !== b.timestamp ||
  JSON.stringify(a.labels) !== JSON.stringify(b.labels) ||
  JSON.stringify(a.structured_metadata) !== JSON.stringify(b.structured_metadata);

function outOf(entry: TapEntry, status: TapRow["status"]): RowPart[] {
  const note = (text: string): RowPart => ({ kind: "note", text: text.slice(0, SHOWN) });
  if (entry.after.length === 0) {
    if (entry.pending === true || status === "held") return [note("inside the pipeline")];
    return [note(reasonOf(entry) ?? entry.drops[0]?.reason ?? "no output")];
  }
  const [after] = entry.after as readonly [EntryJson];
  const parts: RowPart[] = [{ kind: "text", text: "{" }];
  const changes = diffPairs(Object.entries(entry.before.labels), Object.entries(after.labels));
  const shown = changes.filter(({ kind }) => kind !== "removed");
  for (const [i, { name, after: value, kind }] of shown.entries()) {
    if (i > 0) parts.push({ kind: "text", text: ", " });
    parts.push({ kind: kind === "same" ? "label" : "new", text: `${name}=${JSON.stringify(value)}` });
  }
  parts.push({ kind: "text", text: "} " });
  if (after.line !== entry.before.line) parts.push({ kind: "new", text: after.line.slice(0, SHOWN) });
  const removed = changes.length - shown.length;
  const notes = [
    after.line === entry.before.line ? "line unchanged" : "",
    removed > 0 ? `${removed} ${removed === 1 ? "label" : "labels"} removed` : "",
    after.timestamp === entry.before.timestamp ? "" : "time set",
    entry.after.length > 1 ? `and ${entry.after.length - 1} more` : "",
  ].filter(Boolean);
  parts.push(note(` ${(status === "missed" && reasonOf(entry)) || notes.join(", ")}`));
  return parts;
}

/** Why it was dropped or missed: the reason of the first stage that did so. */
function reasonOf({ steps }: TapEntry): string | undefined {
  const step = steps.find(({ status }) => status === "dropped" || status === "missed" || status === "error");
  const text = step?.reasons[0]?.text ?? step?.error?.message;
  return (
    text &&
    parseSentence(text)
      .map((part) => part.text)
      .join("")
  );
}

/** Adds new rows, newest first, and replaces entries that were pending. */
export function addRows(rows: readonly TapRow[], came: readonly TapRow[]): readonly TapRow[] {
  if (came.length === 0) return rows;
  const nameOf = ({ tap, entry }: TapRow) => `${tap} ${entry.index}`;
  const again = new Set(came.map(nameOf));
  const isReplaced = (row: TapRow) => row.entry.pending === true && again.has(nameOf(row));
  const kept = rows.some(isReplaced) ? rows.filter((row) => !isReplaced(row)) : rows;
  const all = [...came.slice(-MAX_ROWS).reverse(), ...kept].slice(0, MAX_ROWS);
  let size = 0;
  const end = all.findIndex((row) => {
    size += row.size;
    return size > MAX_SIZE;
  });
  return end < 0 ? all : all.slice(0, Math.max(1, end));
}
