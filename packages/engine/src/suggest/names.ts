/** Names for selected values: from the text beside them in the line, and unique. */
import { guessTimeFormats } from "@sluice/languages/gotime";
import { findJsonValue, parseJsonObject } from "@sluice/languages/json";
import { toName } from "../detect/index.ts";
import type { Sample } from "../preview/preview.ts";
import type { SourceFile, Statement } from "../syntax/ast.ts";
import { walkStatements } from "../syntax/index.ts";
import { isLevelWord, nameByForm } from "../vocabulary/index.ts";
import { keyBefore, pairAround } from "./extract.ts";
import type { LineSelection } from "./extraction.ts";

/** Number of entries that are examined for names. */
const SAMPLED = 1000;

/** What the selected text may be called: after its key where it has one, else after its form or its place. */
export function nameOf(selection: LineSelection): string {
  const { line, start, end } = selection;
  const key = jsonKey(selection) ?? pairAround(selection)?.[1] ?? keyBefore(line.slice(0, start))?.[1];
  if (key !== undefined) return toName(key);
  const text = line.slice(start, end);
  if (isLevelWord(text)) return "level";
  // Behind a request stands its status, and nowhere else do three digits say that they are one.
  if (/^[1-5]\d\d$/.test(text) && /HTTP\/\d(?:\.\d)?\\?" $/.test(line.slice(0, start))) return "status";
  return nameByForm(text) ?? (guessTimeFormats([text]).length > 0 ? "time" : "value");
}

function jsonKey({ line, start }: LineSelection): string | undefined {
  if (!parseJsonObject(line).ok) return undefined;
  return findJsonValue(line, start)?.path.findLast((step) => typeof step === "string");
}

/** Names of values that the entries have already. */
export function takenNames(entries: readonly Sample[]): Set<string> {
  const taken = new Set<string>();
  for (const { labels, metadata, extracted } of entries.slice(0, SAMPLED)) {
    for (const name of Object.keys(labels)) taken.add(name);
    for (const [name] of metadata ?? []) taken.add(name);
    for (const name of Object.keys(extracted ?? {})) taken.add(name);
  }
  return taken;
}

/** Texts that arguments called `name` have anywhere in the file: what metrics are called, among others. */
export function writtenNames(file: SourceFile): Set<string> {
  const written = new Set<string>();
  const visit = (statement: Statement) => {
    if (statement.kind !== "attribute" || statement.name !== "name") return;
    // Names of metrics have no escapes.
    if (statement.value.kind === "literal") written.add(statement.value.text.slice(1, -1));
  };
  walkStatements(file.body, visit);
  return written;
}
