/** Which values are kept beside the line: those that people search and group by, up to a number. */

import { isSecretName } from "../base/secrets/secret-names.ts";
import { REDACTED } from "../redact/index.ts";
import { isTimeName, timeAt } from "../vocabulary/index.ts";
import { isUnnamed } from "./read/bracket-names.ts";
import { isUseful, isUseless } from "./read/fields.ts";
import { present, type Value } from "./rows.ts";

const MAX_KEPT = 20;
const MIN_SHARE = 0.02;
/** Long texts are no metadata: traces, bodies. */
const MAX_MEAN_LENGTH = 200;

const NAMED_LEVEL = /^(?:detected_)?(?:level|severity)(?:_\d+)?$/i;

/** `never`: values that are used otherwise. */
export function chooseMetadata(values: readonly Value[], entries: number, never: ReadonlySet<Value>): Value[] {
  const ranked = values
    // What is called a level and is none would be taken for one.
    // Passwords and keys belong nowhere, even where they are redacted.
    .filter((value) => !isSecretName(value.name) || isSessionNumber(value))
    .filter((value) => !never.has(value) && !NAMED_LEVEL.test(value.name))
    .map((value) => ({ value, worth: worthOf(value, entries) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth);
  // Messages of different kinds have values of one name, which are one.
  const names = new Set([...new Set(ranked.map(({ value }) => value.name))].slice(0, MAX_KEPT));
  const kept = new Set(ranked.flatMap(({ value }) => (names.has(value.name) ? [value] : [])));
  return values.filter((value) => kept.has(value));
}

/** Begins the reason of a value that never varies. */
export const SAME = "the same in all";

/** Why a value is not kept, in few words. */
export function whyLeft(value: Value, entries: number): string {
  const texts = present(value);
  if (new Set(texts).size === 1) return texts.length < entries ? `${SAME} that have it` : SAME;
  if (isSecretName(value.name) && !isSessionNumber(value)) return "secret by name";
  if (NAMED_LEVEL.test(value.name)) return "no level, as the name says";
  if (isUseless(value.name)) return "about the log itself";
  if (isMixed(value, texts)) return "values of several kinds";
  if (texts.length < Math.max(1, entries * MIN_SHARE)) return "in few entries";
  if (texts.reduce((sum, text) => sum + text.length, 0) > texts.length * MAX_MEAN_LENGTH) return "long";
  return worthOf(value, entries) > 0 ? `beyond ${MAX_KEPT} values` : "no level, as the name says";
}

/** Firewalls count sessions, and PostgreSQL writes their start and process: what is short and counted gives no access. */
const isSessionNumber = (value: Value): boolean =>
  /^sess(?:ion)?_?id$/i.test(value.name) &&
  present(value).every((text) => /^(?:\d{1,12}|[\da-f]{8}\.[\da-f]{1,7})$/.test(text));

/** Share of the values of a column that may be of another form than most. */
const MAY_DIFFER = 0.1;

/**
 * A column of text that nothing names, with words in some lines and numbers or names with signs in others, means several things.
 * Separators say themselves what a column is.
 */
function isMixed({ name, stage }: Value, texts: readonly string[]): boolean {
  if (!/^column_\d+$/.test(name) || !/^parse(?::\d+)?:text/.test(stage)) return false;
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(formOf(text), (counts.get(formOf(text)) ?? 0) + 1);
  return Math.max(...counts.values()) < texts.length * (1 - MAY_DIFFER);
}

const formOf = (text: string): string =>
  /^[A-Za-z][a-z-]*$/.test(text) ? "word" : /^[+-]?\d/.test(text) ? "number" : /^\w/.test(text) ? "name" : "sign";

/** Endings of names by which people search and count: who, from where, what came of it, how much. */
const USE =
  /(?:^|_|[a-z])(?:id|ip|addr|address|port|user|status|code|action|bytes?|size|duration|count|method|path|url)$/i;

function worthOf(value: Value, entries: number): number {
  const texts = present(value);
  if (texts.length < Math.max(1, entries * MIN_SHARE) || isUseless(value.name)) return 0;
  if (isMixed(value, texts) || texts.every((text) => text === REDACTED)) return 0;
  let length = 0;
  const distinct = new Set<string>();
  for (const text of texts) {
    length += text.length;
    if (distinct.size < 50) distinct.add(text);
  }
  if (length > texts.length * MAX_MEAN_LENGTH) return 0;
  // `audit(1773130330.677:98138):`
  if (texts.every((text) => /^\w+\(1\d{9}(?:\.\d+)?:\d+\):?$/.test(text))) return 0;
  const worth = texts.length / entries;
  // What never changes tells little.
  const constant = distinct.size === 1 && texts.length >= 10;
  // The entry has its time already.
  if (isTimeName(value.name) && texts.every((text) => timeAt(text, 0)?.end === text.length)) return worth * 0.05;
  if (isUseful(value.name)) return worth + (constant ? 1 : 3);
  if (USE.test(value.name)) return worth + (constant ? 0.5 : 2);
  if (isUnnamed(value.name)) return distinct.size === 1 ? 0 : worth * 0.1;
  if (/^column_\d+$/.test(value.name)) return distinct.size === 1 ? 0 : worth * 0.1;
  return constant ? worth * 0.2 : worth;
}
