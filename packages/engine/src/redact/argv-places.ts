/** Expressions for a secret in one of the quoted arguments of a command. */
import { quoteMeta } from "@sluice/languages/re2";
import { textOfHex } from "../sensitive/argv.ts";
import type { Finding } from "../sensitive/index.ts";
import type { Phrase } from "../sensitive/phrase.ts";
import { HEX_COMMAND } from "../sensitive/phrase-hints.ts";
import type { Place } from "./place.ts";
import { anyOf, anyQuoted, content, schemeIf } from "./written.ts";

/** Between the quotes of two arguments, in RE2 and here. */
const BETWEEN = String.raw`(?:\s*,\s*|\s+)(?:a\d+=)?`;
/** What begins the argument that is or has the secret. */
const LAST = /(\\*)(["'])([^"'\\]{0,100})$/;
/** `["X-Api-Key","…"]`, `(b'x-api-key', b'…')` */
const PAIR =
  /[[(]([bBuUrR]{0,2})(\\*)(["'])([^"'\\]{1,100})\2\3\s{0,4},\s{0,20}\1\2\3((?:Bearer|Basic|Token)[ \t]+)?$/i;
const OPTION = /(\\*)(["'])(--?[A-Za-z][\w.-]{0,100})\1\2(?:[ \t]{0,20},\s{0,20}|[ \t]{1,20})(?:a\d{1,4}=)?\1\2$/;

/** `-u`, `/user:` */
const OPTION_ALONE = /^(?:-|\/[A-Za-z]+:?$)/;
const JOINED = /^(?:--[\w-]+=|-[A-Za-z])/;

/** What an argument has before a secret: `-p`, `--user=` with `admin:`. */
function beforeSecret(lead: string, { inside }: Phrase): { readonly option: string; readonly inside: string } {
  if (inside === undefined) return { option: lead, inside: "" };
  const option = JOINED.exec(lead)?.[0] ?? "";
  return { option, inside: lead.slice(option.length) };
}

export function pairPlace(text: string, before: string, { end, phrase, field }: Finding): Place | undefined {
  const match = phrase === undefined ? PAIR.exec(before) : null;
  if (match === null || match[4] !== field) return undefined;
  const [, letters = "", slashes = "", quote = "", name = "", scheme] = match;
  if (!text.startsWith(slashes + quote, end)) return undefined;
  const q = quoteMeta(slashes) + quote;
  return {
    shape: `pair of elements ${letters}${q}${scheme === undefined ? "" : " scheme"}`,
    name,
    closer: "",
    write: (names, _, limits) =>
      String.raw`[\[(]${letters}${q}${anyOf(names)}${q}\s*,\s*${letters}${q}${schemeIf(scheme)}${content(quote, slashes.length, limits)}${q}`,
  };
}

/** `"--password","…"` */
export function optionPlace(text: string, before: string, { end, phrase }: Finding): Place | undefined {
  const match = phrase === undefined ? OPTION.exec(before) : null;
  if (match === null) return undefined;
  const [, slashes = "", quote = "", name = ""] = match;
  if (!text.startsWith(slashes + quote, end)) return undefined;
  const q = quoteMeta(slashes) + quote;
  return {
    shape: `option ${q}`,
    name,
    closer: "",
    write: (names, _, limits) => `${q}${anyOf(names)}${q}${BETWEEN}${q}${content(quote, slashes.length, limits)}${q}`,
  };
}

/** `"curl","-u","admin:…"` */
export function argumentPlace(text: string, before: string, finding: Finding): Place | undefined {
  const hex = hexPlace(text, finding);
  if (hex !== undefined) return hex;
  const { end, phrase, word = "" } = finding;
  const last = phrase === undefined ? null : LAST.exec(before);
  if (phrase === undefined || last === null) return undefined;
  const [, slashes = "", quote = "", lead = ""] = last;
  if (!text.startsWith(slashes + quote, end)) return undefined;
  const q = quoteMeta(slashes) + quote;
  const any = `(?:${anyQuoted(quote, slashes.length)}|[0-9A-F]+)`;
  const earlier = argumentsIn(before.slice(0, last.index), slashes + quote);
  const previous = earlier.at(-1);
  if (previous === undefined) return undefined;
  const { option, inside } = beforeSecret(lead, phrase);
  const own = `${q}${quoteMeta(option)}${inside === "" ? "" : phrase.inside}`;
  const at = earlier.findLastIndex((one) => isCommand(one, word.split(" ").at(-1)!));
  const between =
    option !== ""
      ? `(?:${BETWEEN}${any})*?`
      : OPTION_ALONE.test(previous)
        ? `(?:${BETWEEN}${any})*?${BETWEEN}${q}${quoteMeta(previous)}${q}`
        : at < 0
          ? undefined
          : `(?:${BETWEEN}${any}){${earlier.length - 1 - at}}`;
  if (between === undefined) return undefined;
  const commands = (names: readonly string[]) =>
    names.map((name) => name.split(" ").map(quoteMeta).join(`${q}${BETWEEN}${q}`)).join("|");
  return {
    shape: `argument ${between} ${own}`,
    name: word,
    closer: "",
    write: (names, _, limits) =>
      String.raw`${q}(?:[^${quote}]*[/\\])?(?:${commands(names)})(?:\.exe)?${q}${between}${BETWEEN}${own}${content(quote, slashes.length, limits)}${q}`,
  };
}

/** The digits of an argument, without a NUL. */
const DIGITS = "((?:[1-9A-Fa-f][0-9A-Fa-f]|0[1-9A-Fa-f])+)";
const BYTES = "(?:[0-9A-Fa-f]{2})*?";

/** `proctitle=…` in hexadecimal digits */
function hexPlace(text: string, { start, end, value, phrase, word = "" }: Finding): Place | undefined {
  if (end - start !== 2 * value.length) return undefined;
  const from = text.lastIndexOf(HEX_COMMAND, start) + HEX_COMMAND.length;
  const digits = text.slice(from, start);
  if (phrase === undefined || from < HEX_COMMAND.length || !/^(?:[0-9A-Fa-f]{2})+$/.test(digits)) return undefined;
  const earlier = textOfHex(digits).split("\0");
  const lead = earlier.pop()!;
  const { option, inside } = beforeSecret(lead, phrase);
  const isLower = /[a-f]/.test(digits);
  const hex = (one: string) => hexOf(one, isLower);
  const before = `${option === "" && earlier.length > 0 ? `00${hex(earlier.at(-1)!)}` : ""}00${hex(option)}`;
  const user = inside === "" ? "" : BYTES + hex(inside.at(-1)!);
  return {
    shape: `hex ${before} ${inside.at(-1) ?? ""}`,
    name: word,
    closer: "",
    write: (names) =>
      `${HEX_COMMAND}${BYTES}(?:${names.map((name) => hex(name.replaceAll(" ", "\0"))).join("|")})${BYTES}${before}${user}${DIGITS}`,
  };
}

function hexOf(text: string, isLower: boolean): string {
  const digits = Array.from(text, (c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return isLower ? digits : digits.toUpperCase();
}

const isCommand = (argument: string, word: string): boolean =>
  argument
    .replace(/^.*[/\\]/, "")
    .replace(/\.exe$/i, "")
    .toLowerCase() === word.toLowerCase();

/** The last arguments of a text that ends before one. */
function argumentsIn(text: string, quotes: string): readonly string[] {
  const q = quoteMeta(quotes);
  const one = String.raw`${q}[^"'\\]*${q}(?:\s*,\s*|\s+)(?:a\d+=)?`;
  const run = new RegExp(`(?:${one})+$`).exec(text)?.[0] ?? "";
  return Array.from(run.matchAll(new RegExp(String.raw`${q}([^"'\\]*)${q}`, "g")), ([, argument = ""]) => argument);
}
