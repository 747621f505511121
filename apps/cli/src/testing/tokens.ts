/** Semantic tokens as texts: those that a client was sent, and the engine's own. */
import { openDocument, semanticTokens } from "@sluice/engine";

/** The texts of tokens as the protocol has them. */
export function readTokens(text: string, data: readonly number[]): string[] {
  const lines = text.split(/\r?\n/);
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [down, along, length] = data.slice(i, i + 3) as [number, number, number];
    character = down === 0 ? character + along : along;
    line += down;
    found.push(lines[line]!.slice(character, character + length));
  }
  return found;
}

/** The same of the engine's tokens; those of several lines are one for each. */
export const ownTokens = (text: string): string[] =>
  semanticTokens(openDocument(text, { purpose: "preview" }).file).flatMap(({ span }) =>
    text
      .slice(span.start, span.end)
      .split(/\r?\n/)
      .filter((line) => line !== ""),
  );
