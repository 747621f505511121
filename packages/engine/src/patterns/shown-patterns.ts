/** Patterns without the secrets of the lines that they were made of. */
import { freeName } from "../detect/index.ts";
import type { HiddenSpan, ShownTexts } from "../document/secrets/shown-texts.ts";
import type { Pattern, PatternPart } from "./patterns.ts";

/** Gives `texts` all that `pattern` shows of its lines; the result reads it. */
export function lookAtPattern(texts: ShownTexts, pattern: Pattern): () => Pattern {
  const example = texts.text(pattern.example);
  const first = lookAtValues(texts, pattern, (part) => part.first);
  const last = lookAtValues(texts, pattern, (part) => part.last);
  const min = lookAtValues(texts, pattern, ({ range, first }) => (range === undefined ? first : String(range.min)));
  const max = lookAtValues(texts, pattern, ({ range, last }) => (range === undefined ? last : String(range.max)));
  const template = texts.text(pattern.template);
  return () => {
    const parts = pattern.parts.map((part, i): PatternPart => {
      const shown = { first: first.part(i), last: last.part(i) };
      // The smallest and the greatest of secrets are secrets.
      const isPlain = [first, last, min, max].every((values) => values.isPlain(i));
      return { ...part, ...shown, range: isPlain ? part.range : undefined };
    });
    const joined = withJoined(first.pieces(), parts);
    const isConstant = joined.pieces.every((piece, i) => piece === pattern.pieces[i]);
    const put = () =>
      joined.pieces.map((piece) => (typeof piece === "string" ? piece : `<${joined.parts[piece]!.name}>`)).join("");
    return { ...pattern, template: isConstant ? template() : put(), ...joined, example: example() };
  };
}

type Pieces = Pattern["pieces"];
type Span = Omit<HiddenSpan, "kind">;

/** A secret that several pieces share, and the parts among them. */
interface Joined {
  readonly kind: string;
  readonly indexes: number[];
}

/** One part for each secret that several pieces share, named after its kind. */
function withJoined(pieces: readonly (string | number | Joined)[], parts: readonly PatternPart[]) {
  const shared = new Set(pieces.flatMap((piece) => (typeof piece === "object" ? piece.indexes : [])));
  const taken = new Set(parts.filter((_, i) => !shared.has(i)).map(({ name }) => name));
  const shown: PatternPart[] = [];
  const numbers = pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    if (typeof piece === "object" && piece.indexes.length === 0) return `<${piece.kind}>`;
    shown.push(typeof piece === "number" ? parts[piece]! : joined(piece, parts, taken));
    return shown.length - 1;
  });
  return { pieces: numbers as Pieces, parts: shown };
}

function joined({ kind, indexes }: Joined, parts: readonly PatternPart[], taken: Set<string>): PatternPart {
  const all = indexes.map((i) => parts[i]!);
  const name = freeName(kind, taken);
  taken.add(name);
  const varying = all.filter(({ distinct }) => distinct.count > 1);
  const count = Math.max(...all.map(({ distinct }) => distinct.count));
  const exact = varying.length < 2 && all.every(({ distinct }) => distinct.exact);
  const isNumber = all.every((part) => part.kind === "number");
  return { ...all[0]!, name, kind: isNumber ? "number" : "word", distinct: { count, exact }, range: undefined };
}

/** A value of each part within the text that they stand in: what is before a value tells what it is. */
function lookAtValues(texts: ShownTexts, { pieces, parts }: Pattern, read: (part: PatternPart) => string) {
  let text = "";
  const spans: Span[] = [];
  const ofPart = new Map<number, Span>();
  for (const piece of pieces) {
    const start = text.length;
    text += typeof piece === "string" ? piece : read(parts[piece]!);
    const span = { start, end: text.length };
    spans.push(span);
    if (typeof piece === "number") ofPart.set(piece, span);
  }
  const { shown, hidden } = texts.parts(text);
  const part = (i: number) => shown(ofPart.get(i)!.start, ofPart.get(i)!.end);
  return {
    part,
    isPlain: (i: number) => part(i) === text.slice(ofPart.get(i)!.start, ofPart.get(i)!.end),
    pieces: () => shownPieces(pieces, spans, hidden(), shown),
  };
}

/** Constant texts as they are shown; a secret that several pieces share is one piece. */
function shownPieces(
  pieces: Pieces,
  spans: readonly Span[],
  hidden: readonly HiddenSpan[],
  shown: (start: number, end: number) => string,
): (string | number | Joined)[] {
  const out: (string | number | Joined)[] = [];
  const shared = hidden.filter(({ start, end }) => !spans.some((one) => one.start <= start && end <= one.end));
  let [next, last]: [number, Joined | undefined] = [0, undefined];
  /** That of the secret whose turn it is, which may have begun before. */
  const join = (at: number): Joined => {
    const { kind, start } = shared[next]!;
    if (last !== undefined && start < at) return last;
    last = { kind, indexes: [] };
    out.push(last);
    return last;
  };
  for (const [i, piece] of pieces.entries()) {
    const { start, end } = spans[i]!;
    let at = start;
    for (let one = shared[next]; one !== undefined && one.start < end; one = shared[next]) {
      if (typeof piece === "number") {
        const to = join(start);
        if (to.indexes.at(-1) !== piece) to.indexes.push(piece);
      } else {
        if (at < one.start) out.push(shown(at, one.start));
        join(start);
      }
      at = one.end;
      if (at > end) break;
      next++;
    }
    if (at === start) out.push(typeof piece === "string" ? shown(start, end) : piece);
    else if (typeof piece === "string" && at < end) out.push(shown(at, end));
  }
  return out;
}
