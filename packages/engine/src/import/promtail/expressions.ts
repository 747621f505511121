/** Values of a Promtail file as expressions of the configuration. */
import { compareBytes } from "@sluice/languages/base";
import { formatByteSize, formatDuration } from "@sluice/languages/goduration";
import { formatFloat } from "@sluice/languages/gonumber";
import { isValidIdentifier, quoteString } from "../../syntax/index.ts";

/** `${NAME}` and `${NAME:-default}`, which Promtail replaces with `-config.expand-env`. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::[-=]?([^${}]*))?\}/g;

/** A text whose variables are asked of the environment. */
export function textExpression(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > at) parts.push(quoteString(text.slice(at, match.index)));
    const variable = `sys.env(${quoteString(match[1]!)})`;
    parts.push(match[2] === undefined ? variable : `coalesce(${variable}, ${quoteString(match[2])})`);
    at = match.index + match[0].length;
  }
  if (at < text.length || parts.length === 0) parts.push(quoteString(text.slice(at)));
  return parts.join(" + ");
}

/** Names of the variables that a text names. */
export const variablesIn = (text: string): string[] => [...text.matchAll(VARIABLE)].map((match) => match[1]!);

/** A text unchanged, for languages in which `${…}` means something else. */
export const plainTextExpression = (text: string): string => quoteString(text);

export const durationExpression = (nanos: bigint): string => quoteString(formatDuration(nanos));

export const bytesExpression = (bytes: bigint): string => quoteString(formatByteSize(bytes));

/** Go's shortest form; what is no number of the language (`+Inf`) is undefined. */
export function floatExpression(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  return formatFloat(value, "g", -1);
}

export const listExpression = (items: readonly string[]): string => `[${items.join(", ")}]`;

/** An object with its keys in order. */
export function objectExpression(entries: Iterable<readonly [name: string, value: string]>): string {
  const sorted = [...entries].sort(([a], [b]) => compareBytes(a, b));
  const fields = sorted.map(([name, value]) => `${isValidIdentifier(name) ? name : quoteString(name)} = ${value},\n`);
  return fields.length === 0 ? "{}" : `{\n${fields.join("")}}`;
}
