/**
 * The `name` of an ingest request: `app{key=value,key=value}`. It is read character by character and without quotes, so
 * that values may hold nearly anything, and what looks like a mistake often is none:
 * - A `}` that ends a value ends that pair only; one where a key would begin ends the name, and the rest is ignored.
 * - A pair that no `,` or `}` closes is dropped, and a key without `=` is glued to what follows.
 * - The last of two pairs of one key wins, and a pair may override the app's own name (`__name__`).
 */
import { quoteRune } from "@sluice/languages/gonumber";
import { trimGoSpace } from "@sluice/languages/govalue";
import { METRIC_NAME } from "./labels.ts";

const APP = /^[A-Za-z0-9_./-]+$/;
const KEY = /^[A-Za-z0-9_.]+$/;

/** Labels as written, empty values too; or why there are none, in the original's words. */
export type ParsedProfileName =
  | { readonly ok: true; readonly labels: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly message: string };

const refusal = (message: string): ParsedProfileName => ({ ok: false, message });

export function parseProfileName(text: string): ParsedProfileName {
  const brace = text.indexOf("{");
  const app = trimGoSpace(brace < 0 ? text : text.slice(0, brace));
  const badApp = findProblem("service", app, APP);
  if (badApp !== undefined) return refusal(badApp);
  const labels = new Map([[METRIC_NAME, app]]);
  if (brace < 0) return { ok: true, labels };
  const equalsSign = indicesOf(text, "=");
  const comma = indicesOf(text, ",");
  const closing = indicesOf(text, "}");
  for (let at = brace + 1; at < text.length; ) {
    const equals = equalsSign(at);
    // A key that does not end, or the brace that ends the name.
    if (equals === Number.POSITIVE_INFINITY || closing(at) < equals) break;
    const end = Math.min(comma(equals + 1), closing(equals + 1));
    if (end === Number.POSITIVE_INFINITY) break;
    const key = trimGoSpace(text.slice(at, equals));
    const badKey = findProblem("label", key, KEY);
    if (badKey !== undefined) return refusal(badKey);
    labels.set(key, trimGoSpace(text.slice(equals + 1, end)));
    at = end + 1;
  }
  return { ok: true, labels };
}

/** Next place of a character, from ascending places: it is searched for once. Infinity: nowhere. */
function indicesOf(text: string, character: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) {
      next = text.indexOf(character, from);
      if (next < 0) next = Number.POSITIVE_INFINITY;
    }
    return next;
  };
}

/** The mistake in a label's name, in the original's words. */
export const labelNameProblem = (name: string): string | undefined => findProblem("label", name, KEY);

function findProblem(kind: "service" | "label", name: string, allowed: RegExp): string | undefined {
  if (allowed.test(name)) return undefined;
  if (name === "") return `${kind} name is required`;
  for (const character of name) {
    if (!allowed.test(character))
      return `invalid ${kind} name: ${name}: character is not allowed: ${quoteRune(character.codePointAt(0)!)}`;
  }
  return undefined;
}
