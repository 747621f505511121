/** Pairs whose values have blanks and no quotes: each lasts until the next key. Also the heads of CEF and LEEF in front of them. */
import { writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { firstLine } from "../first-line.ts";
import { escapeRegex } from "./column-regex.ts";
import { EVENT_FORMATS } from "./event-formats.ts";
import { type Found, gather } from "./read-records.ts";
import { regexReading } from "./read-text.ts";
import type { Reading, Texts } from "./reading.ts";

/** Characters of a text that are looked at, and pairs that it must have. */
const MAX_LOOKED = 8192;
const MIN_PAIRS = 3;
/** Share of the texts that begin with a pair, and of those in which a value has blanks. */
const BEGINS = 0.6;
const SPACED = 0.05;

const QUOTED = /(?<==)(?:"(?:[^"\\]|\\.)*"|'[^']*')/g;
const KEY = /(?:^|\s)([A-Za-z_][\w.-]*)=/g;
/** Two words or more that no key introduces. */
const WORDS = /=[^\s,;|]+(?: +[^\s=,;|]+){2,}(?:\s|$)/;
const SEPARATED = /[,;|] ?[A-Za-z_][\w.-]*=/g;

const keysOf = (text: string): string[] => [...text.matchAll(KEY)].map(([, key]) => key!);

/** The pairs of a line without what is in quotes; undefined: it is no row of pairs between blanks. */
function plainPairs(line: string): { readonly text: string; readonly keys: readonly string[] } | undefined {
  if (!/^\s*[A-Za-z_][\w.-]*=/.test(line)) return undefined;
  const plain = line.replaceAll(QUOTED, "_").replaceAll("\\=", "__");
  const keys = keysOf(plain);
  const separated = plain.match(SEPARATED)?.length ?? 0;
  return keys.length < MIN_PAIRS || separated * 2 > keys.length ? undefined : { text: plain, keys };
}

/** What a security event has behind its head: one pair is enough, and a value may have blanks in any of them. */
export function readExtension(texts: Texts, taken: ReadonlySet<string>): Reading | undefined {
  const separator = separatorIn(texts.filter((text) => text !== undefined));
  const reading = gather(
    texts,
    taken,
    separator === undefined ? "pairs between blanks" : `pairs between ${BETWEEN[separator] ?? separator}`,
    (text) => {
      const line = firstLine(text, MAX_LOOKED);
      const keys = separator === undefined ? keysOf(line.replaceAll("\\=", "__")) : keysBetween(line, separator);
      return keys.map((key) => bareOf(key, separator));
    },
    { least: 1, share: SHARE },
  );
  return reading === undefined ? undefined : unescaped(reading);
}

const BETWEEN: Readonly<Record<string, string>> = { "\t": "tabs", "|": "bars", "^": "carets" };

const keysBetween = (line: string, separator: string): string[] =>
  line.split(separator).flatMap((pair) => /^([A-Za-z_][\w.-]*)=/.exec(pair)?.[1] ?? []);

/** The sign, or the tab, in front of all keys but the first: LEEF names it in its head. Undefined: blanks. */
function separatorIn(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const sign of new Set(firstLine(text, MAX_LOOKED).match(/[^\w .\\=-](?=[A-Za-z_][\w.-]*=)/g)))
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const isBetween = (text: string) => {
    const pairs = firstLine(text, MAX_LOOKED).split(most![0]);
    return pairs.length > 1 && pairs.every((pair) => /^[A-Za-z_][\w.-]*=/.test(pair));
  };
  return most !== undefined && texts.filter(isBetween).length >= texts.length * BEGINS ? most[0] : undefined;
}

export function readRunOn(texts: Texts, taken: ReadonlySet<string>): Reading | undefined {
  const given = texts.filter((text) => text !== undefined);
  const rows = given.flatMap((text) => plainPairs(firstLine(text, MAX_LOOKED)) ?? []);
  if (rows.length < given.length * BEGINS) return undefined;
  const tabbed = rows.filter(({ text, keys }) => text.split(/\t(?=[A-Za-z_][\w.-]*=)/).length === keys.length).length;
  const byTabs = rows.length > 0 && tabbed >= rows.length * BEGINS;
  const spaced = rows.filter(({ text }) => WORDS.test(text)).length;
  if (!byTabs && spaced < Math.max(2, rows.length * SPACED)) return undefined;
  const reading = gather(
    texts,
    taken,
    byTabs ? "pairs between tabs" : "pairs between blanks",
    (text) => {
      const line = firstLine(text, MAX_LOOKED);
      return (plainPairs(line)?.keys ?? []).map((key) => pairOf(key, line, byTabs));
    },
    { least: MIN_PAIRS, share: SHARE },
  );
  return reading === undefined ? undefined : unescaped(reading);
}

/** CEF writes `\\=` for a sign that begins no value. */
const ESCAPED = /\\([=\\|])/g;

/** The reading with what is escaped as it is meant. */
function unescaped(reading: Reading): Reading {
  const escaped = new Set(
    reading.values.flatMap(({ name, texts, role }) =>
      role !== "message" && texts.some((text) => text !== undefined && /\\[=|]/.test(text)) ? [name] : [],
    ),
  );
  if (escaped.size === 0) return reading;
  return {
    ...reading,
    values: reading.values.map((value) =>
      escaped.has(value.name) ? { ...value, texts: value.texts.map((text) => text?.replaceAll(ESCAPED, "$1")) } : value,
    ),
    write: (source, names) =>
      [
        reading.write(source, names),
        ...[...escaped]
          .filter((name) => names.has(name))
          .map((name) => writeStage("template", { source: writeText(name), template: writeText(UNESCAPE) })),
      ].join("\n"),
  };
}
const UNESCAPE = '{{ regexReplaceAll "[\\\\\\\\]([=|\\\\\\\\])" .Value "$1" }}';
/** Share of the texts that must have a key. */
const SHARE = 0.1;

function pairOf(key: string, line: string, byTabs: boolean): Found {
  const begin = `${byTabs ? "(?:^|\\t)" : "(?:^|\\s)"}${escapeRegex(key)}=`;
  if (new RegExp(`(?:^|\\s)${escapeRegex(key)}="`).test(line))
    return { key, expression: `${begin}"(?P<NAME>(?:[^"\\\\]|\\\\.)*)"` };
  return bareOf(key, byTabs ? "\t" : undefined);
}

/** A value without quotes, up to the separator; undefined: up to the next key. */
function bareOf(key: string, separator: string | undefined): Found {
  const sign = separator === undefined ? "" : escapeRegex(separator);
  const begin = `(?:^|${separator === undefined ? "\\s" : sign})${escapeRegex(key)}=`;
  return separator === undefined
    ? { key, expression: `${begin}(?P<NAME>[^\\n]*?)(?:\\s+[A-Za-z_][\\w.-]*=|\\s*(?:\\n|$))` }
    : { key, expression: `${begin}(?P<NAME>[^${separator === "^" ? "\\^" : sign}\\n]*)` };
}

/** Security events with a head between bars, as ArcSight and QRadar read them. */
export function readEventFormat(texts: Texts, taken: ReadonlySet<string>): Reading | undefined {
  if (["name", "extension", "device_vendor"].some((name) => taken.has(name))) return undefined;
  for (const { title, looks, expression } of EVENT_FORMATS) {
    if (!texts.some((text) => text !== undefined && looks.test(text))) continue;
    const reading = regexReading(expression, texts, { kind: "text", title, message: "extension" });
    return reading === undefined ? undefined : unescaped(reading);
  }
  return undefined;
}
