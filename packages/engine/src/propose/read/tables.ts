/** Whether the rests of lines are a table: the same number of values, hardly a word of a sentence among them. */
import { countTokens, tokenAt, unitAt } from "./units.ts";

/** Rows by which a table is known, and the share of them that must have the same number of values; odd ones are among them. */
const MIN_ROWS = 5;
const SAME = 0.8;
/** Values of a table at least: fewer are the beginning of a message. */
const MIN_VALUES = 5;
/** Share of the values that are no plain words. */
const VALUES = 0.5;
const VALUES_INSIDE = 0.75;
const MAX_COUNTED = 60;
/** Values by which a table is judged. */
const MAX_JUDGED = 2000;

/**
 * `at`: where the rest of each line begins; undefined where the line does not count. `inside`: they are messages, most of which
 * are sentences.
 */
export function isTable(texts: readonly string[], at: readonly (number | undefined)[], inside: boolean): boolean {
  if (areAccessLines(texts, at)) return true;
  const counts = new Map<number, number>();
  let rows = 0;
  for (const [i, from] of at.entries()) {
    if (from === undefined) continue;
    rows++;
    const count = countTokens(texts[i]!, from, MAX_COUNTED);
    counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined || most[0] < MIN_VALUES || most[1] < rows * SAME) return false;
  return !isHeaded(texts, at) && hasValues(texts, at, most[0], inside || rows < MIN_ROWS ? VALUES_INSIDE : VALUES);
}

/** `[26/Dec/2016:16:16:29 +0200] "GET …`: common and combined lines are one table, whose last columns some do not have. */
function areAccessLines(texts: readonly string[], at: readonly (number | undefined)[]): boolean {
  const rests = at.flatMap((from, i) => (from === undefined ? [] : [texts[i]!.slice(from, from + MAX_BEGINNING)]));
  return rests.length > 0 && rests.filter((rest) => ACCESS.test(rest)).length >= rests.length * SAME;
}

export const isAccessLine = (text: string): boolean => ACCESS.test(text.slice(0, MAX_BEGINNING));

const ACCESS = /\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}\] "/;
const MAX_BEGINNING = 400;

/** Units in which a head has its level or its program. */
const HEAD = 6;
const HEADED = 0.5;

/** A level, a program or a place in the source near the beginning: what follows is what somebody says. */
function isHeaded(texts: readonly string[], at: readonly (number | undefined)[]): boolean {
  let [headed, rows] = [0, 0];
  for (const [i, from] of at.entries()) {
    if (from === undefined) continue;
    rows++;
    let next = from;
    for (let n = 0; n < HEAD; n++) {
      const unit = unitAt(texts[i]!, next);
      if (unit.kind === "quoted" || unit.kind === "end") break;
      if (unit.kind === "level" || unit.kind === "tag" || unit.kind === "caller" || unit.kind === "priority") {
        headed++;
        break;
      }
      next = unit.end;
    }
  }
  return headed >= rows * HEADED;
}

/** A sentence has words in most places, even where all sentences are equally long. */
function hasValues(
  texts: readonly string[],
  at: readonly (number | undefined)[],
  count: number,
  share: number,
): boolean {
  let [values, all] = [0, 0];
  for (const [i, from] of at.entries()) {
    if (all > MAX_JUDGED) break;
    if (from === undefined || countTokens(texts[i]!, from, MAX_COUNTED) !== count) continue;
    for (let next = from; ; ) {
      const token = tokenAt(texts[i]!, next);
      if (token.kind === "end") break;
      all++;
      if (token.kind !== "mark" && !isPlainWord(token.value)) values++;
      next = token.end;
    }
  }
  return values >= all * share;
}

const isPlainWord = (value: string): boolean => /^[("'[]?[A-Za-z][a-z]*[)"'\]]?[.,:;!?]?$/.test(value);
