/**
 * Labels as a selector writes them, which is how Loki's protobuf carries a stream's identity: `{app="shop"}`. Values are
 * Go string literals in any of the three quotes. Names outside the classic alphabet are quoted, as Prometheus 3 writes
 * them: `{"k8s-app"="shop"}`.
 */
import { quote, unquote } from "../gonumber/index.ts";

export type LabelsResult =
  | { readonly ok: true; readonly labels: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly message: string };

const PLAIN_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const NAME = /[a-zA-Z_][a-zA-Z0-9_]*/y;
const BLANKS = /[ \t\n\r]*/y;

/** Writes labels in the order given. */
export function formatLabels(labels: Iterable<readonly [string, string]>): string {
  let text = "";
  for (const [name, value] of labels) {
    text += `${text === "" ? "" : ", "}${PLAIN_NAME.test(name) ? name : quote(name)}=${quote(value)}`;
  }
  return `{${text}}`;
}

/** Reads labels. A comma may stand behind the last one; a name may not come twice. Offsets in messages count from 0. */
export function parseLabels(text: string): LabelsResult {
  const labels = new Map<string, string>();
  const fail = (message: string): LabelsResult => ({ ok: false, message });
  let at = skipBlanks(text, 0);
  if (text[at] !== "{") return fail(`expected "{" ${place(text, at)}`);
  at = skipBlanks(text, at + 1);
  while (text[at] !== "}") {
    const name = readName(text, at);
    if (name === undefined || name.value === "") return fail(`expected a label name ${place(text, at)}`);
    at = skipBlanks(text, name.end);
    if (text[at] !== "=") return fail(`expected "=" ${place(text, at)}`);
    at = skipBlanks(text, at + 1);
    const value = readString(text, at);
    if (value === undefined) return fail(`expected a quoted value ${place(text, at)}`);
    if (labels.has(name.value)) return fail(`label ${quote(name.value)} comes twice`);
    labels.set(name.value, value.value);
    at = skipBlanks(text, value.end);
    if (text[at] === ",") at = skipBlanks(text, at + 1);
    else if (text[at] !== "}") return fail(`expected "," or "}" ${place(text, at)}`);
  }
  at = skipBlanks(text, at + 1);
  if (at < text.length) return fail(`expected nothing more ${place(text, at)}`);
  return { ok: true, labels: Object.fromEntries(labels) };
}

interface Read {
  readonly value: string;
  readonly end: number;
}

function readName(text: string, at: number): Read | undefined {
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0];
  return name === undefined ? readString(text, at) : { value: name, end: at + name.length };
}

/** The Go literal that starts at `at`; `undefined` when there is none. */
function readString(text: string, at: number): Read | undefined {
  const mark = text[at];
  if (mark !== '"' && mark !== "'" && mark !== "`") return undefined;
  let end = at + 1;
  while (end < text.length && text[end] !== mark) end += text[end] === "\\" && mark !== "`" ? 2 : 1;
  if (end >= text.length) return undefined;
  const inside = text.slice(at + 1, end);
  // In Go single quotes hold one character; in label values they hold a text, whose double quotes need no escape.
  const literal =
    mark === "'"
      ? `"${inside.replace(/\\.|"/gs, (piece) => (piece === '"' ? '\\"' : piece === "\\'" ? "'" : piece === '\\"' ? "\\?" : piece))}"`
      : text.slice(at, end + 1);
  const value = unquote(literal);
  return value === undefined ? undefined : { value, end: end + 1 };
}

function skipBlanks(text: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return BLANKS.lastIndex;
}

function place(text: string, at: number): string {
  return at >= text.length ? "at the end" : `at ${at}, found ${quote(text.slice(at, at + 20))}`;
}
