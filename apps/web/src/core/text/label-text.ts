/** Labels as people write them: `job="nginx", env="prod"`, with or without braces. */

export type LabelParse =
  | { readonly ok: true; readonly labels: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly message: string };

/** Labels at most, far above what Loki takes. */
const MAX_LABELS = 200;
const NAME = /[^\s=,{}"'!~]+/y;
const SPACE = /\s*/y;

/** Parses labels; of a repeated name the last value holds. The message says what was expected and where. */
export function parseLabels(text: string): LabelParse {
  const parsed = parsePairs(text);
  return parsed.ok ? { ok: true, labels: Object.fromEntries(parsed.pairs) } : parsed;
}

export type PairParse =
  | { readonly ok: true; readonly pairs: readonly (readonly [name: string, value: string])[] }
  | { readonly ok: false; readonly message: string };

/** The same for structured metadata, where a name may repeat and order is kept. */
export function parsePairs(text: string): PairParse {
  const braces = /^\s*\{([\s\S]*)\}\s*$/.exec(text);
  const body = braces?.[1] ?? text;
  const labels: [string, string][] = [];
  let at = skip(SPACE, body, 0);
  while (at < body.length) {
    if (labels.length === MAX_LABELS) return refuse(`more than ${MAX_LABELS} labels`);
    const name = match(NAME, body, at);
    if (name === "") return refuse(`expected a label name, found ${JSON.stringify(body[at])}`);
    at = skip(SPACE, body, at + name.length);
    if (body[at] !== "=") return refuse(`expected = after ${JSON.stringify(name)}`);
    at = skip(SPACE, body, at + 1);
    if (body[at] !== '"') return refuse(`the value of ${JSON.stringify(name)} must be in double quotes`);
    const end = closingQuote(body, at);
    if (end < 0) return refuse(`the value of ${JSON.stringify(name)} is not closed`);
    const value = unquote(body.slice(at, end + 1));
    if (value === undefined) return refuse(`the value of ${JSON.stringify(name)} has an unknown escape`);
    labels.push([name, value]);
    at = skip(SPACE, body, end + 1);
    if (at >= body.length) break;
    if (body[at] !== ",") return refuse(`expected a comma after the value of ${JSON.stringify(name)}`);
    at = skip(SPACE, body, at + 1);
  }
  return { ok: true, pairs: labels };
}

const refuse = (message: string): { ok: false; message: string } => ({ ok: false, message });

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

const skip = (pattern: RegExp, text: string, at: number): number => at + match(pattern, text, at).length;

function closingQuote(text: string, opening: number): number {
  for (let i = opening + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

function unquote(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted.replace(/[\n\t]/g, (c) => (c === "\n" ? "\\n" : "\\t"))) as string;
  } catch {
    return undefined;
  }
}

/** As Loki writes a label set: `{app="shop", level="info"}`, names in order. */
export function formatLabels(labels: Readonly<Record<string, string>>): string {
  return `{${formatPairs(Object.entries(labels))}}`;
}

/** As a field takes them: `trace_id="ba25", user="7"`. */
export const formatPairs = (pairs: Iterable<readonly [name: string, value: string]>): string =>
  [...pairs].map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ");
