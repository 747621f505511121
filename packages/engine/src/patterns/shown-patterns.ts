/** Patterns without the secrets of the lines that they were made of. */
import type { ShownTexts } from "../document/secrets/shown-texts.ts";
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
    const pieces = pattern.pieces.map((piece, i) => (typeof piece === "string" ? first.piece(i) : piece));
    const isConstant = pieces.every((piece, i) => piece === pattern.pieces[i]);
    const put = () => pieces.map((piece) => (typeof piece === "string" ? piece : `<${parts[piece]!.name}>`)).join("");
    return { ...pattern, template: isConstant ? template() : put(), pieces, example: example(), parts };
  };
}

/** A value of each part within the text that they stand in: what is before a value tells what it is. */
function lookAtValues(texts: ShownTexts, { pieces, parts }: Pattern, read: (part: PatternPart) => string) {
  let text = "";
  const spans: [start: number, end: number][] = [];
  const ofPart = new Map<number, [start: number, end: number]>();
  for (const piece of pieces) {
    const start = text.length;
    text += typeof piece === "string" ? piece : read(parts[piece]!);
    spans.push([start, text.length]);
    if (typeof piece === "number") ofPart.set(piece, [start, text.length]);
  }
  const shown = texts.parts(text);
  const part = (i: number) => shown(...ofPart.get(i)!);
  return {
    part,
    isPlain: (i: number) => part(i) === text.slice(...ofPart.get(i)!),
    piece: (i: number) => shown(...spans[i]!),
  };
}
