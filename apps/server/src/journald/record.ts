/** One line of `journalctl --output=json`: the fields of an entry of the journal, its time and its place. */
import { MICROSECOND, type Nanos } from "@sluice/engine";
import { decodeBytes } from "../core/text.ts";

export interface JournalRecord {
  readonly cursor: string;
  readonly timestamp: Nanos;
  /** Those of the entry itself, without its place and times. */
  readonly fields: ReadonlyMap<string, string>;
}

const PRIORITIES = ["emerg", "alert", "crit", "error", "warning", "notice", "info", "debug"] as const;

/** Undefined where the text is no such line. */
export function readRecord(text: string): JournalRecord | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
  const { __CURSOR: cursor, __REALTIME_TIMESTAMP: time } = parsed as Record<string, unknown>;
  if (typeof cursor !== "string" || typeof time !== "string" || !/^\d{1,18}$/.test(time)) return undefined;
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed)) if (!name.startsWith("__")) fields.set(name, textOf(value));
  return { cursor, timestamp: BigInt(time) * MICROSECOND, fields };
}

/** What is not text comes as a list of bytes, a field that is there more than once as a list of its values. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || value.length === 0) return "";
  if (!value.every((one) => typeof one === "number")) return textOf(value.at(-1));
  return decodeBytes(Buffer.from(value), 0, value.length);
}

/** Fields as labels, as Alloy names them. */
export function labelsOf(fields: ReadonlyMap<string, string>): [string, string][] {
  const labels: [string, string][] = [];
  for (const [name, value] of fields) {
    labels.push([`__journal_${name.toLowerCase()}`, value]);
    if (name === "PRIORITY") labels.push(["__journal_priority_keyword", PRIORITIES[Number(value)] ?? value]);
  }
  return labels;
}
