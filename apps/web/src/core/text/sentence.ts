/** Sentences: those of the engine, whose values stand in backticks, as parts to show; and their full stops. */

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

/** With a full stop, unless it ends as a sentence does; a quoted name or a shortened text may bring its own end. */
export const endSentence = (text: string): string => (/[.!?…][”"’')]?$/u.test(text) ? text : `${text}.`);
