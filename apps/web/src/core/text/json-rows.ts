/**
 * A JSON text laid out in rows, and two of them compared field by field. Rows are made of the text's own characters, each with
 * its offset, so that a part of a row is a part of the line: numbers keep their digits, and names that repeat stay.
 */
import { diffText, isAlike, type TextPart } from "./diff-text.ts";
import { looksLikeJson } from "./looks-like-json.ts";

export interface JsonPart extends TextPart {
  /** Offset in the text after the change; undefined: it is not in there. */
  readonly from: number | undefined;
}

export type JsonMark = "same" | "added" | "removed" | "changed";

export interface JsonRow {
  readonly depth: number;
  readonly mark: JsonMark;
  readonly parts: readonly JsonPart[];
}

/** Larger and deeper texts stay in one line. */
const MAX_DEPTH = 40;
const MAX_TOKENS = 6000;

interface Token {
  readonly text: string;
  readonly from: number;
}

interface Member {
  /** None in arrays. */
  readonly name: Token | undefined;
  readonly value: JsonNode;
}

interface JsonNode {
  readonly open: Token;
  /** Undefined: a scalar. */
  readonly close: Token | undefined;
  readonly members: readonly Member[];
  /** As it is written, without blanks between. */
  readonly raw: string;
}

/** Undefined: no object or list of JSON, or too large. */
export function layOutJson(text: string): readonly JsonRow[] | undefined {
  const node = readNode(text);
  return node && [...rowsOf(node, { depth: 0, mark: "same" })];
}

/** Undefined: one of the two is no JSON. */
export function diffJson(before: string, after: string): readonly JsonRow[] | undefined {
  const [a, b] = [readNode(before), readNode(after)];
  return a === undefined || b === undefined ? undefined : [...diffNodes(a, b, { depth: 0 })];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gsu;

function readNode(text: string): JsonNode | undefined {
  if (!looksLikeJson(text)) return undefined;
  try {
    // What is valid needs no further checks below.
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens: Token[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (tokens.length === MAX_TOKENS) return undefined;
    tokens.push({ text: token, from: index });
  }
  return new Reader(tokens).node(0);
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Undefined: too deep. */
  node(depth: number): JsonNode | undefined {
    const open = this.#next();
    if (open.text !== "{" && open.text !== "[") return { open, close: undefined, members: [], raw: open.text };
    if (depth === MAX_DEPTH) return undefined;
    const members: Member[] = [];
    const end = open.text === "{" ? "}" : "]";
    while (this.#tokens[this.#at]?.text !== end) {
      const name = end === "}" ? this.#next() : undefined;
      if (name !== undefined) this.#next();
      const value = this.node(depth + 1);
      if (value === undefined) return undefined;
      members.push({ name, value });
      if (this.#tokens[this.#at]?.text === ",") this.#next();
    }
    const close = this.#next();
    const raw = members.map(({ name, value }) => `${name === undefined ? "" : `${name.text}:`}${value.raw}`);
    return { open, close, members, raw: `${open.text}${raw.join(",")}${end}` };
  }

  #next(): Token {
    return this.#tokens[this.#at++]!;
  }
}

interface Place {
  readonly depth: number;
  readonly name?: Token | undefined;
  /** Whether a comma follows. */
  readonly more?: boolean;
}

/** All rows of a node, as one of the two texts has it. */
function* rowsOf(node: JsonNode, place: Place & { readonly mark: Exclude<JsonMark, "changed"> }): Generator<JsonRow> {
  const { depth, mark, name, more = false } = place;
  const part = partOf(mark);
  const head = name === undefined ? [] : [part(name), plain(": ")];
  const comma = more && mark !== "removed" ? [plain(",")] : [];
  if (node.close === undefined || node.members.length === 0) {
    const close = node.close === undefined ? [] : [part(node.close)];
    return yield { depth, mark, parts: [...head, part(node.open), ...close, ...comma] };
  }
  yield { depth, mark, parts: [...head, part(node.open)] };
  for (const [i, member] of node.members.entries())
    yield* rowsOf(member.value, { depth: depth + 1, mark, name: member.name, more: i < node.members.length - 1 });
  yield { depth, mark, parts: [part(node.close), ...comma] };
}

const partOf =
  (kind: TextPart["kind"]) =>
  ({ text, from }: Token): JsonPart => ({ kind, text, from: kind === "removed" ? undefined : from });

const same = partOf("same");
const plain = (text: string): JsonPart => ({ kind: "same", text, from: undefined });

function* diffNodes(a: JsonNode, b: JsonNode, place: Place): Generator<JsonRow> {
  const { depth, name, more = false } = place;
  if (a.raw === b.raw) return yield* rowsOf(b, { ...place, mark: "same" });
  const head = name === undefined ? [] : [same(name), plain(": ")];
  const comma = more ? [plain(",")] : [];
  if (a.close === undefined && b.close === undefined)
    return yield { depth, mark: "changed", parts: [...head, ...diffScalars(a.open, b.open), ...comma] };
  if (b.close === undefined || a.open.text !== b.open.text) {
    yield* rowsOf(a, { depth, name, mark: "removed" });
    return yield* rowsOf(b, { ...place, mark: "added" });
  }
  yield { depth, mark: "same", parts: [...head, same(b.open)] };
  yield* diffMembers(a.members, b.members, depth + 1);
  yield { depth, mark: "same", parts: [same(b.close), ...comma] };
}

/** Members with one name belong together; what is gone stands where it was. */
function* diffMembers(a: readonly Member[], b: readonly Member[], depth: number): Generator<JsonRow> {
  const [before, after] = [keysOf(a), keysOf(b)];
  const kept = new Set(after);
  const indexOf = new Map(before.map((key, i) => [key, i]));
  let shown = 0;
  /** What is gone up to this place. */
  const gone = function* (end: number): Generator<JsonRow> {
    for (; shown < end; shown++)
      if (!kept.has(before[shown]!)) yield* rowsOf(a[shown]!.value, { depth, name: a[shown]!.name, mark: "removed" });
  };
  for (const [i, { name, value }] of b.entries()) {
    const at = indexOf.get(after[i]!);
    if (at !== undefined) yield* gone(at);
    const place = { depth, name, more: i < b.length - 1 };
    if (at === undefined) yield* rowsOf(value, { ...place, mark: "added" });
    else yield* diffNodes(a[at]!.value, value, place);
  }
  yield* gone(a.length);
}

/** Names, of which one that repeats counts; of lists the places. */
function keysOf(members: readonly Member[]): readonly string[] {
  const seen = new Map<string, number>();
  return members.map(({ name }) => {
    const text = name?.text ?? "";
    const nth = seen.get(text) ?? 0;
    seen.set(text, nth + 1);
    return `${nth} ${text}`;
  });
}

function diffScalars(a: Token, b: Token): readonly JsonPart[] {
  const parts = diffText(a.text, b.text);
  if (!isAlike(parts))
    return [
      { kind: "removed", text: a.text, from: undefined },
      plain(" "),
      { kind: "added", text: b.text, from: b.from },
    ];
  let at = b.from;
  return parts.map(({ kind, text }) => {
    const from = kind === "removed" ? undefined : at;
    if (kind !== "removed") at += text.length;
    return { kind, text, from };
  });
}
