/** Sentences of the engine, whose values stand in backticks, as parts to show. */

export interface SentencePart {
  readonly kind: "text" | "code";
  readonly text: string;
}

export function parseSentence(sentence: string): SentencePart[] {
  return sentence
    .split("`")
    .map((text, i): SentencePart => ({ kind: i % 2 === 1 ? "code" : "text", text }))
    .filter((part) => part.text !== "");
}
