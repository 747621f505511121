/** What an endpoint answered, as it is told in messages. */
import type { HideFrom } from "../core/component.ts";

/** UTF-16 units of an answer that are told. */
const LONGEST_ANSWER = 300;

/** The first line of an answer: hidden before it is cut, so that no part of a secret is left at the end. */
export function toldAnswer(text: string, hideFrom: HideFrom, secrets: readonly string[]): string {
  const said = hideFrom(text.trim().split("\n")[0]!.trimEnd(), secrets);
  return said.length <= LONGEST_ANSWER ? said : `${said.slice(0, LONGEST_ANSWER)}…`;
}
