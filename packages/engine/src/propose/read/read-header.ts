/** Reads lines whose columns a comment names, as W3C's extended format has them: values between blanks, `-` for none. */
import { addTo } from "../../base/add-to.ts";
import { freeName, toName } from "../../detect/index.ts";
import { regexReading } from "./read-text.ts";
import type { Reading, Texts } from "./reading.ts";

/** Columns that are a table; share of the lines with as many values as there are names. */
const MIN_COLUMNS = 3;
const MAX_COLUMNS = 60;
const SAME = 0.8;
const MAX_LENGTH = 64 * 1024;

const VALUE = /"(?:[^"]|"")*"(?=\s|$)|\S+/g;
const DAY_AND_CLOCK = "\\d{4}-\\d{2}-\\d{2}\\s+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?";

/** `header`: the names. Whatever the values look like, the names are these. Undefined: the lines have other columns. */
export function readHeader(
  texts: Texts,
  taken: ReadonlySet<string>,
  header: readonly string[] | undefined,
): Reading | undefined {
  if (header === undefined || header.length < MIN_COLUMNS || header.length > MAX_COLUMNS) return undefined;
  const byColumn = new Map<number, string[]>();
  let [all, fitting] = [0, 0];
  for (const text of texts) {
    if (text === undefined || text.startsWith("#") || text.length > MAX_LENGTH) continue;
    all++;
    const values = text.match(VALUE) ?? [];
    if (values.length !== header.length) continue;
    fitting++;
    for (const [at, value] of values.entries()) addTo(byColumn, at, value);
  }
  if (fitting === 0 || fitting < all * SAME) return undefined;
  const used = new Set(taken);
  const named = (name: string, inside: string) => {
    const free = freeName(toName(name).toLowerCase(), used);
    used.add(free);
    return `(?P<${free}>${inside})`;
  };
  const cells: string[] = [];
  for (let at = 0; at < header.length; at++) {
    const name = header[at]!;
    const values = byColumn.get(at) ?? [];
    // A day and the clock behind it are one time.
    if (name === "date" && header[at + 1] === "time" && values.every((value) => /^\d{4}-/.test(value))) {
      cells.push(named("time", DAY_AND_CLOCK));
      at++;
    } else cells.push(cellOf(name, values, named));
  }
  const expression = `^${cells.join("\\s+")}\\s*$`;
  return regexReading(expression, texts, {
    kind: "text",
    title: "values between blanks, named by a header",
  });
}

/** A value may be in quotes, in some lines or in all; a dash for none never is. */
function cellOf(name: string, values: readonly string[], named: (name: string, inside: string) => string): string {
  const given = values.filter((value) => value !== "-");
  const quoted = given.filter((value) => value.startsWith('"')).length;
  if (quoted === 0) return named(name, "\\S+");
  const inside = '(?:[^"]|"")*';
  return quoted === given.length ? `(?:"${named(name, inside)}"|\\S+)` : `"?${named(name, `[^"\\s]*|${inside}`)}"?`;
}
