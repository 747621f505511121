/** Reads values between separators, as CSV has them. */
import { quoteMeta } from "@sluice/languages/re2";
import { freeName, toName, writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { levelOf, MESSAGE_NAMES, timeAt } from "../../vocabulary/index.ts";
import { knownNames } from "./known-tables.ts";
import type { HeaderLine, Reading, ReadValue, Texts } from "./reading.ts";
import { isQuery } from "./units.ts";

/** Longest text that is parsed. */
const MAX_TEXT = 64 * 1024;

interface Separator {
  readonly char: string;
  readonly title: string;
  /** In an expression, and in a class of characters. */
  readonly written: string;
  readonly inClass: string;
  /** Values may be in quotes, which hold it. */
  readonly quotes: boolean;
}

const SEPARATORS: readonly Separator[] = [
  { char: "\t", title: "values between tabs", written: "\\t", inClass: "\\t", quotes: false },
  { char: ",", title: "values between commas", written: ",", inClass: ",", quotes: true },
  { char: ";", title: "values between semicolons", written: ";", inClass: ";", quotes: true },
  { char: "|", title: "values between bars", written: "\\|", inClass: "|", quotes: false },
];
/** Separators of a line at least, and where a line names the columns; the share of rows that must have the same number. */
const MIN_SEPARATORS = 4;
const MIN_NAMED = 3;
const SAME = 0.85;
/** Columns that are taken out; further ones are passed over. */
const MAX_COLUMNS = 40;

/** The values of a text, as they are written; undefined: it is not separated so. */
function splitFields(text: string, { char, quotes }: Pick<Separator, "char" | "quotes">): string[] | undefined {
  const fields: string[] = [];
  let at = 0;
  while (at <= text.length) {
    if (quotes && text[at] === '"') {
      const quoted = char === "," ? /"((?:[^"]|"")*)"(?=,|$)/y : /"((?:[^"]|"")*)"(?=;|$)/y;
      quoted.lastIndex = at;
      const found = quoted.exec(text);
      if (found === null) return undefined;
      fields.push(found[0]);
      at = quoted.lastIndex + 1;
      continue;
    }
    const end = text.indexOf(char, at);
    fields.push(text.slice(at, end < 0 ? text.length : end));
    if (end < 0) break;
    at = end + 1;
  }
  return fields;
}

type Split = readonly (readonly string[] | undefined)[];

interface Shape {
  readonly separator: Separator;
  readonly split: Split;
  readonly width: number;
  /** Blanks follow the separator, which are no part of the values. */
  readonly spaced: boolean;
  /** The line that names the columns, where there is one. */
  readonly header: Header | undefined;
  /** The last value is a text, which may have the separator in it. */
  readonly open: boolean;
}

interface Header extends HeaderLine {
  readonly names: readonly (string | undefined)[];
}

/** How most of the texts are separated; undefined: they are not. */
function shapeOf(texts: Texts): Shape | undefined {
  for (const separator of SEPARATORS) {
    const split = texts.map((text) =>
      text === undefined || text.length > MAX_TEXT || text.startsWith("#") || !text.includes(separator.char)
        ? undefined
        : splitFields(text, separator),
    );
    const counts = new Map<number, number>();
    let rows = 0;
    for (const [i, fields] of split.entries()) {
      if (texts[i] !== undefined && !texts[i]!.startsWith("#")) rows++;
      if (fields !== undefined) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most === undefined || most[0] <= MIN_NAMED || most[1] < rows * SAME) continue;
    const spaced = areSpaced(split, most[0]);
    const fields = spaced ? split.map((row) => row?.map((field) => field.trim())) : split;
    const header = headerIn(texts, fields, most[0]);
    if (header === undefined && most[0] <= MIN_SEPARATORS) continue;
    // A head before the first value is read first: the values are in what follows it.
    const headed = texts.filter((text) => text !== undefined && isHeaded(text, separator.char)).length;
    if (header === undefined && headed > most[1] / 2) continue;
    const open = isOpen(fields, most[0]);
    return {
      separator,
      split: open ? fields.map((row) => withRest(row, most[0], separator)) : fields,
      width: most[0],
      spaced,
      header,
      open,
    };
  }
  return undefined;
}

/** Some rows have more values than most, of which the last is a sentence without quotes. */
function isOpen(split: Split, width: number): boolean {
  const last = split.flatMap((fields) => (fields?.length === width ? [fields[width - 1]!] : []));
  const sentences = last.filter((text) => / \S+ /.test(text)).length;
  return (
    split.some((fields) => fields !== undefined && fields.length > width) &&
    !last.some((text) => text.startsWith('"')) &&
    sentences >= last.length * 0.3
  );
}

/** The values of a row, the last of which goes on to its end. */
const withRest = (
  fields: readonly string[] | undefined,
  width: number,
  { char }: Separator,
): readonly string[] | undefined =>
  fields === undefined || fields.length <= width
    ? fields
    : [...fields.slice(0, width - 1), fields.slice(width - 1).join(char)];

/** Nearly all values behind a separator begin with a blank. */
function areSpaced(split: Split, width: number): boolean {
  const values = split.flatMap((fields) => (fields?.length === width ? fields.slice(1) : []));
  return values.filter((field) => /^\s/.test(field)).length >= values.length * 0.9;
}

const NAME = /^[\p{L}@_][\p{L}\p{M}\p{N}@_ ./%#()[\]°:-]{0,60}$/u;
/** Share of the columns that a header names. */
const NAMED = 0.7;
/** The same of names of which no two are the same. */
const DIFFERENT = 0.6;
/** Share of the names of a header that another one has: in another order, or of other columns besides. */
const KNOWN = 0.6;
const MAX_HEADERS = 10;

/** The names in `fields`, empty where a column has none; undefined: they are no names. */
function namesIn(fields: readonly string[]): string[] | undefined {
  const names = fields.map((field) => unquoted(field).trim());
  const given = names.filter((name) => name !== "");
  if (given.length < Math.max(MIN_NAMED, names.length * NAMED) || !given.every((name) => NAME.test(name)))
    return undefined;
  return new Set(given).size >= names.length * DIFFERENT ? names : undefined;
}

/**
 * The first line is a header: names that no line of values has in their columns. Files that were put together have it several
 * times, and may have others: a column has a name where all of them agree.
 */
function headerIn(texts: Texts, split: Split, width: number): Header | undefined {
  const first = split.findIndex((fields) => fields?.length === width);
  const names = namesIn(split[first] ?? []);
  if (names === undefined) return undefined;
  const headers = new Map([[texts[first]!, names]]);
  for (const [row, fields] of split.entries()) {
    const text = texts[row]!;
    if (fields === undefined || headers.has(text) || headers.size === MAX_HEADERS) continue;
    const again = namesIn(fields);
    if (
      again !== undefined &&
      again.filter((name) => name !== "" && names.includes(name)).length >= again.length * KNOWN
    )
      headers.set(text, again);
  }
  const others = split.filter((fields, row) => fields?.length === width && !headers.has(texts[row]!));
  const isOfValues = (fields: readonly string[] | undefined) =>
    fields!.every((field, at) => names[at] === "" || unquoted(field) !== names[at]);
  if (others.length < 2 || !others.every(isOfValues)) return undefined;
  const alike = [...headers.values()].filter(({ length }) => length === width);
  return {
    texts: [...headers.keys()],
    rows: new Set(texts.flatMap((one, row) => (one !== undefined && headers.has(one) ? [row] : []))),
    names: names.map((name, at) =>
      name !== "" && alike.every((one) => one[at] === name) ? toName(name).toLowerCase() : undefined,
    ),
  };
}

/** The names that a comment gives to columns: `#time,level,user`. */
export function namesInComment(comment: string): readonly string[] | undefined {
  const text = comment.replace(/^#\s*/, "");
  for (const separator of SEPARATORS) {
    const fields = text.includes(separator.char) ? splitFields(text, separator) : undefined;
    const names = fields === undefined ? undefined : namesIn(fields);
    if (names !== undefined) return names;
  }
  return undefined;
}

const unquoted = (text: string): string =>
  text.length >= 2 && /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;

/** What is left of lines is separated values: hardly a blank behind a separator, hardly a pair among them. */
export function areDelimited(texts: Texts): boolean {
  const shape = shapeOf(texts);
  if (shape === undefined || shape.header !== undefined || shape.spaced) return false;
  let [cells, odd] = [0, 0];
  for (const fields of shape.split) {
    if (fields?.length !== shape.width) continue;
    if (fields[0]!.includes(" ")) return false;
    for (const field of fields) {
      cells++;
      if (/^\s|^[\w.-]+=/.test(field)) odd++;
    }
  }
  return odd <= cells * 0.1;
}

/** `header`: names of the columns, where a comment line says them. */
export function readDelimited(
  texts: Texts,
  taken: ReadonlySet<string>,
  header: readonly string[] | undefined,
): Reading | undefined {
  const shape = shapeOf(texts);
  return shape === undefined
    ? undefined
    : delimited(
        shape,
        taken,
        header?.length === shape.width ? header.map((name) => name || undefined) : shape.header?.names,
      );
}

/** The first value is a head of its own: several words, or a time that goes on behind the separator, or stands before a level. */
function isHeaded(text: string, separator: string): boolean {
  const bracket = text.startsWith("[") ? 1 : 0;
  const time = timeAt(text, bracket);
  const rest = time === undefined ? "" : text.slice(time.end + bracket);
  if (separator === "\t")
    return rest.startsWith("\t") && levelOf(rest.slice(1).split("\t", 1)[0]!.trim()) !== undefined;
  const [first, second] = text.slice(bracket, 400).split(separator, 2);
  // The first value is a time up to its seconds: what looks like their fraction is the next value.
  if (timeAt(first!, 0)?.end === first!.length && !/^\d{3,9}\s/.test(second ?? "")) return false;
  if (time?.form.dated) return !rest.startsWith(separator);
  return text.slice(0, Math.max(0, text.indexOf(separator))).split(" ").length > 2;
}

/** How the values of a column are quoted. */
type Quoting = "none" | "some" | "all";

function quotingOf(texts: Texts, { quotes }: Separator): Quoting {
  const given = texts.filter((text) => text !== undefined && text !== "");
  const quoted = given.filter((text) => text!.startsWith('"')).length;
  return !quotes || quoted === 0 ? "none" : quoted === given.length ? "all" : "some";
}

function delimited(
  { separator, split, width, spaced, header, open }: Shape,
  taken: ReadonlySet<string>,
  given: readonly (string | undefined)[] | undefined,
): Reading {
  const rows = new Set(
    split.flatMap((fields, i) => (fields?.length === width && header?.rows.has(i) !== true ? [i] : [])),
  );
  const column = (at: number): Texts => split.map((fields, i) => (rows.has(i) ? fields![at] : undefined));
  const used = new Set(taken);
  const plain = `[^${separator.inClass}]*`;
  const quoting = Array.from({ length: width }, (_, at) => quotingOf(column(at), separator));
  const anyCell = quoting.every((one) => one === "none") ? plain : cellOf("some", undefined, separator);
  const known =
    given ??
    knownNames(
      Array.from({ length: width }, (_, at) =>
        column(at).flatMap((text) => (text === undefined ? [] : [unquoted(text)])),
      ),
    );
  /** Of columns whose values all have one name in front of them: `user=bob`. */
  const keys = Array.from({ length: width }, (_, at) => (known === undefined ? keyOf(column(at)) : undefined));
  const prefixOf = (at: number) => (keys[at] === undefined ? "" : `${quoteMeta(keys[at]!)}=`);
  const between = spaced ? `${separator.written}\\s*` : separator.written;
  const values: ReadValue[] = [];
  const names: string[] = [];
  for (let at = 0; at < Math.min(width, MAX_COLUMNS); at++) {
    const own = known?.[at] ?? keys[at];
    const name = freeName(own === undefined ? `column_${at + 1}` : toName(own).toLowerCase(), used);
    used.add(name);
    names.push(name);
    const texts = column(at).map((text) => {
      const inner = text === undefined ? "" : unquoted(text.slice(keys[at] === undefined ? 0 : keys[at]!.length + 1));
      return inner === "-" || inner === "" ? undefined : inner;
    });
    const isMessage = (MESSAGE_NAMES.includes(name) && hasSentences(texts)) || havePairs(texts);
    values.push({ name, texts, role: isMessage ? "message" : undefined });
  }
  return {
    kind: "delimited",
    title: separator.title,
    values,
    rows,
    header,
    write: (source, wanted) => {
      const last = names.findLastIndex((name) => wanted.has(name));
      let expression = "^";
      const quoted: string[] = [];
      for (let at = 0; at <= last; at++) {
        if (at > 0) expression += between;
        const name = wanted.has(names[at]!) ? names[at]! : undefined;
        const doubled = quoting[at] === "all" && column(at).some((text) => text?.slice(1, -1).includes('""'));
        if (name !== undefined && (quoting[at] === "some" || doubled)) quoted.push(name);
        expression += prefixOf(at);
        // A comment that names the columns has as many, and is no line of values.
        expression +=
          open && at === width - 1
            ? `${name === undefined ? "" : `(?P<${name}>`}.*${name === undefined ? "" : ")"}`
            : cellOf(quoting[at]!, name, separator, at === 0 && given !== undefined && header === undefined);
      }
      // As many columns as lines of this kind have: others are something else.
      const left = width - 1 - last;
      expression += left > 0 ? `(?:${separator.written}${anyCell}){${left}}${open ? "" : "$"}` : "$";
      const stage = writeStage("regex", {
        ...(source === undefined ? {} : { source: writeText(source) }),
        expression: writeText(expression),
      });
      return [stage, ...quoted.map(withoutQuotes)].join("\n");
    },
    selector: `^(?:${anyCell}${separator.written}){${Math.min(MIN_SEPARATORS, width - 1)}}`,
  };
}

/** The name in front of each of the values; undefined: they have none in common. */
function keyOf(texts: Texts): string | undefined {
  const given = texts.filter((text) => text !== undefined);
  const key = /^([A-Za-z_][\w.-]*)=[^"]/.exec(given[0] ?? "")?.[1];
  if (key === undefined || given.some((text) => isQuery(text.slice(key.length + 1)))) return undefined;
  return given.every((text) => text.startsWith(`${key}=`) && !/"|\s[A-Za-z_][\w.-]*=/.test(text)) ? key : undefined;
}

/** Several pairs in most of the values. */
function havePairs(texts: Texts): boolean {
  const given = texts.filter((text) => text !== undefined);
  const paired = given.filter((text) => (text.match(/(?:^|\s)[A-Za-z_][\w.-]*=\S/g)?.length ?? 0) >= 2);
  return given.length > 0 && paired.length >= given.length * MOST_PAIRED;
}
const MOST_PAIRED = 0.6;

const hasSentences = (texts: Texts): boolean => texts.some((text) => text?.includes(" "));

/** The expression of one value, with its group where it is taken out. */
function cellOf(quoting: Quoting, name: string | undefined, { inClass }: Separator, noComment = false): string {
  const plain = noComment ? `(?:[^#${inClass}][^${inClass}]*)?` : `[^${inClass}]*`;
  const group = (inside: string) => (name === undefined ? inside : `(?P<${name}>${inside})`);
  if (quoting === "none") return group(plain);
  const quoted = '(?:[^"]|"")*';
  const bare = `[^"${inClass}]*`;
  if (quoting === "all") return `(?:"${group(quoted)}"|${bare})`;
  return name === undefined ? `(?:"${quoted}"|${bare})` : group(`"${quoted}"|${bare}`);
}

/** A value that is quoted in some lines alone has one group for both; quotes within quotes are doubled. */
const withoutQuotes = (name: string): string =>
  writeStage("template", {
    source: writeText(name),
    template: writeText('{{ Replace (TrimSuffix (TrimPrefix .Value "\\"") "\\"") "\\"\\"" "\\"" -1 }}'),
  });
