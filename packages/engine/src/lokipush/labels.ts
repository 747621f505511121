/**
 * Labels as a selector writes them, which is how Loki's protobuf carries a stream's identity: `{app="shop"}`. Read as
 * Prometheus reads a metric, since that is what Alloy does: a name may precede the braces (it is the label `__name__`) or be
 * quoted inside them, `#` begins a comment, of a repeated label the last value counts, and the empty text has no labels.
 * Values are Go string literals in any of the three quotes. Names outside the classic alphabet are quoted:
 * `{"k8s-app"="shop"}`.
 */
import { quote, unquote } from "@sluice/languages/gonumber";

export type LabelsResult =
  | { readonly ok: true; readonly labels: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly message: string };

const PLAIN_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const NAME = /[a-zA-Z_][a-zA-Z0-9_]*/y;
const METRIC_NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const BLANKS = /(?:[ \t\n\r]|#[^\n]*)*/y;
const METRIC_LABEL = "__name__";
/** Words of the query language that cannot be a metric's name. Inside the braces every word is a name. */
const NO_METRIC = new Set(["on", "ignoring", "group_left", "group_right", "bool", "inf", "nan", "atan2"]);

/** Writes labels in the order given. */
export function formatLabels(labels: Iterable<readonly [string, string]>): string {
  let text = "";
  for (const [name, value] of labels) {
    text += `${text === "" ? "" : ", "}${PLAIN_NAME.test(name) ? name : quote(name)}=${quote(value)}`;
  }
  return `{${text}}`;
}

/**
 * Labels that came as pairs, as Alloy reads them from JSON: it writes the names into a selector unchanged and reads that, so
 * that an invalid name makes the whole unreadable, and a quoted one may hold anything.
 */
export function labelsOfPairs(pairs: ReadonlyMap<string, string>): LabelsResult {
  let plain = true;
  for (const name of pairs.keys()) plain &&= PLAIN_NAME.test(name);
  if (plain) return { ok: true, labels: Object.fromEntries(pairs) };
  const read = parseLabels(selector(pairs));
  return read.ok ? read : { ok: false, message: whatIsWrong(pairs) ?? read.message };
}

const selector = (pairs: Iterable<readonly [string, string]>) =>
  `{${[...pairs].map(([name, value]) => `${name}=${quote(value)}`).join(", ")}}`;

/** In terms of the pairs: the client did not send the selector made of them. */
function whatIsWrong(pairs: ReadonlyMap<string, string>): string | undefined {
  for (const [name, value] of pairs) {
    if (!parseLabels(selector([[name, ""]])).ok) return `${quote(name)} is not a label name`;
    if (!parseLabels(selector([[name, value]])).ok) return `the value of the label ${quote(name)} is not UTF-8`;
  }
  // Names that can be read one by one and not together.
  const [odd] = [...pairs.keys()].filter((name) => !PLAIN_NAME.test(name));
  return odd === undefined ? undefined : `${quote(odd)} is not a label name`;
}

/** Reads labels. A comma may follow the last one. Offsets in messages count from 0. */
export function parseLabels(text: string): LabelsResult {
  const labels = new Map<string, string>();
  const fail = (message: string): LabelsResult => ({ ok: false, message });
  let at = skipBlanks(text, 0);
  const metric = match(METRIC_NAME, text, at);
  if (metric !== undefined) {
    if (NO_METRIC.has(metric.toLowerCase())) return fail(`${quote(metric)} is a word of the query language`);
    labels.set(METRIC_LABEL, metric);
    at = skipBlanks(text, at + metric.length);
  }
  if (text[at] === "{") {
    at = skipBlanks(text, at + 1);
    while (text[at] !== "}") {
      const name = readName(text, at);
      if (name === undefined) return fail(`expected a label name ${place(text, at)}`);
      at = skipBlanks(text, name.end);
      if (text[at] === "=") {
        at = skipBlanks(text, at + 1);
        const value = readString(text, at);
        if (value === undefined) return fail(`expected a quoted value ${place(text, at)}`);
        labels.set(name.value, value.value);
        at = skipBlanks(text, value.end);
      } else if (name.quoted) labels.set(METRIC_LABEL, name.value);
      else return fail(`expected "=" ${place(text, at)}`);
      if (text[at] === ",") at = skipBlanks(text, at + 1);
      else if (text[at] !== "}") return fail(`expected "," or "}" ${place(text, at)}`);
    }
    at = skipBlanks(text, at + 1);
  }
  if (at < text.length) return fail(`expected ${labels.size === 0 ? '"{"' : "nothing more"} ${place(text, at)}`);
  return { ok: true, labels: Object.fromEntries(labels) };
}

interface Read {
  readonly value: string;
  readonly end: number;
  readonly quoted: boolean;
}

function readName(text: string, at: number): Read | undefined {
  const name = match(NAME, text, at);
  return name === undefined ? readString(text, at) : { value: name, end: at + name.length, quoted: false };
}

/** The Go literal that starts at `at`; `undefined` when there is none. Bytes that are not UTF-8 must be escaped in it. */
function readString(text: string, at: number): Read | undefined {
  const mark = text[at];
  if (mark !== '"' && mark !== "'" && mark !== "`") return undefined;
  let end = at + 1;
  while (end < text.length && text[end] !== mark) end += text[end] === "\\" && mark !== "`" ? 2 : 1;
  if (end >= text.length) return undefined;
  const inside = text.slice(at + 1, end);
  if (inside.includes("\ufffd")) return undefined;
  // In Go single quotes hold one character; in label values they hold a text, whose double quotes need no escape.
  const literal =
    mark === "'"
      ? `"${inside.replace(/\\.|"/gs, (piece) => (piece === '"' ? '\\"' : piece === "\\'" ? "'" : piece === '\\"' ? "\\?" : piece))}"`
      : text.slice(at, end + 1);
  const value = unquote(literal);
  return value === undefined ? undefined : { value, end: end + 1, quoted: true };
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function skipBlanks(text: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return BLANKS.lastIndex;
}

function place(text: string, at: number): string {
  return at >= text.length ? "at the end" : `at ${at}, found ${quote(text.slice(at, at + 20))}`;
}
