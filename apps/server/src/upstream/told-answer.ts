/** What an endpoint answered, as messages quote it. */
import type { HideFrom } from "../core/component.ts";

/** UTF-16 units of an answer that are quoted. */
const LONGEST_ANSWER = 300;

/** Those that are looked through: more than are quoted, since what hides a secret is shorter than most ways to encode it. */
const LONGEST_READ = 16 * 1024;

/** The first line of an answer: hidden before it is cut, so that no part of a secret is left at the end. */
export function toldAnswer(text: string, hideFrom: HideFrom, secrets: readonly string[]): string {
  const said = hideFrom(text.trim().split("\n", 1)[0]!.slice(0, LONGEST_READ).trimEnd(), secrets);
  return said.length <= LONGEST_ANSWER ? said : `${said.slice(0, LONGEST_ANSWER)}…`;
}
