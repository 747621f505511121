/** Personal IP addresses: not loopback or wildcard addresses, nor those for documentation. */
import type { Span } from "../base/span.ts";

const V4 = /(?<![\w.%])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)/g;
const V6 = /(?<![\w:.%])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?![\w:]|\.\d)/g;

export function findAddresses(text: string): Span[] {
  const found: Span[] = [];
  const add = (match: RegExpExecArray) => found.push({ start: match.index, end: match.index + match[0].length });
  if (text.includes("."))
    for (const match of text.matchAll(V4)) if (isV4(match[0]) && !isVersion(text, match)) add(match);
  if (text.includes("::") || text.split(":", 8).length === 8)
    for (const match of text.matchAll(V6)) if (isV6(match[0])) add(match);
  return found;
}

const DOCUMENTED = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\./;

function isV4(text: string): boolean {
  const parts = text.split(".");
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith("0")))) return false;
  return !/^(?:0|127|22[4-9]|2[3-5]\d)\./.test(text) && !DOCUMENTED.test(text);
}

/** `Chrome/131.0.0.0`. */
const isVersion = (text: string, { 0: match, index }: RegExpExecArray): boolean =>
  match.endsWith(".0") && /[A-Za-z]\/$/.test(text.slice(Math.max(0, index - 2), index));

function isV6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (groups.some((group) => group === "")) return false;
  const whole = halves.length === 2 ? groups.length <= 7 : groups.length === 8;
  // `::` and `::1` are everybody's, and namespaces in code seldom have digits.
  return whole && /\d/.test(text) && !/^[:0]*1?$/.test(text) && !/^2001:0?db8:/i.test(text);
}
