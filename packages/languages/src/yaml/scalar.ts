/**
 * What a scalar means: the types of plain scalars as Go's `yaml.v3` resolves them. They are neither YAML 1.1's (`yes` is
 * a text) nor 1.2's (`010` is eight, `1_000` a thousand, dates are dates).
 */
import { decodeGo, encodeUtf8 } from "../base/text.ts";
import { decodeBase64 } from "../gobase64/index.ts";
import { parseFloat64, parseInt64, parseUint } from "../gonumber/index.ts";
import { compileLayout, formatRfc3339Nano, parseTime } from "../gotime/index.ts";
import { YamlError, type YamlValue } from "./value.ts";

/** Short names of the tags that plain scalars can resolve to. */
export type ScalarTag = "!!null" | "!!bool" | "!!int" | "!!float" | "!!timestamp" | "!!str";

export interface ResolvedScalar {
  readonly tag: string;
  readonly value: YamlValue;
}

const resolved = (tag: ScalarTag, value: YamlValue): ResolvedScalar => ({ tag, value });

const WORDS = new Map<string, ResolvedScalar>([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, resolved("!!null", null)] as const),
  ...["true", "True", "TRUE"].map((word) => [word, resolved("!!bool", true)] as const),
  ...["false", "False", "FALSE"].map((word) => [word, resolved("!!bool", false)] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, resolved("!!float", Number.NaN)] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(
    (word) => [word, resolved("!!float", Number.POSITIVE_INFINITY)] as const,
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, resolved("!!float", Number.NEGATIVE_INFINITY)] as const),
]);

/** More digits than any integer of 64 bits has. */
const MAX_INTEGER = 70;
const FLOAT = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;

const YEAR = /^\d{4}-/;
const TIMESTAMPS = [
  "2006-1-2T15:4:5.999999999Z07:00",
  "2006-1-2t15:4:5.999999999Z07:00",
  "2006-1-2 15:4:5.999999999",
  "2006-1-2",
].map(compileLayout);

/** Words that are something else in YAML 1.1, as Go's `yaml.v2` has them. */
const OLD_WORDS = new Map<string, ResolvedScalar>([
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word) => [word, resolved("!!bool", true)] as const),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word) => [word, resolved("!!bool", false)] as const),
]);

/** A plain scalar as Go's `yaml.v2` resolves it: by YAML 1.1's words, and what looks like a date stays a text. */
export function resolvePlainOld(text: string): ResolvedScalar {
  const word = OLD_WORDS.get(text);
  if (word) return word;
  return YEAR.test(text) && resolveDate(text) !== undefined ? resolved("!!str", text) : resolvePlain(text, false);
}

/** A plain scalar; `dates` says whether it may be one. Dates become texts in RFC 3339, as they do in Alloy. */
export function resolvePlain(text: string, dates = true): ResolvedScalar {
  const word = WORDS.get(text);
  if (word) return word;
  if (!/^[-+.0-9]/.test(text)) return resolved("!!str", text);
  const date = dates ? resolveDate(text) : undefined;
  if (date !== undefined) return resolved("!!timestamp", date);
  // What starts with a point is nothing but a float; underscores are dropped from all else.
  const plain = text.startsWith(".") ? text : text.replaceAll("_", "");
  const integer = text.startsWith(".") ? undefined : resolveInteger(plain);
  if (integer !== undefined) return resolved("!!int", integer);
  const float = text.startsWith(".") || FLOAT.test(plain) ? parseFloat64(plain) : undefined;
  return float?.ok ? resolved("!!float", float.value) : resolved("!!str", text);
}

/** The tags that say how to read a scalar; under all others it is a text. */
const RESOLVABLE: ReadonlySet<string> = new Set(["!!null", "!!bool", "!!int", "!!float", "!!timestamp"]);

/** A scalar with a tag of its own, by its short name (`!!int`, `!own`). Throws `YamlError` where it is not of that type. */
export function resolveTagged(tag: string, text: string): ResolvedScalar {
  if (tag === "!!binary") {
    const bytes = decodeBase64(encodeUtf8(text));
    if (typeof bytes === "number") throw new YamlError("yaml: !!binary value contains invalid base64 data");
    return { tag, value: decodeGo(bytes) };
  }
  if (!RESOLVABLE.has(tag)) return { tag, value: text };
  const plain = resolvePlain(text, tag === "!!timestamp");
  if (plain.tag === tag) return plain;
  const { value } = plain;
  if (tag === "!!float" && typeof value === "bigint" && BigInt.asIntN(64, value) === value)
    return { tag, value: Number(value) };
  throw new YamlError(`yaml: cannot decode ${plain.tag} \`${text}\` as a ${tag}`);
}

function resolveInteger(text: string): bigint | undefined {
  if (text.length > MAX_INTEGER) return undefined;
  const signed = parseInt64(text, 0);
  if (signed.ok) return signed.value;
  const unsigned = parseUint(text, 0);
  if (unsigned.ok) return unsigned.value;
  // Go then cuts these prefixes off by itself, and so takes a sign after them.
  const [, minus, letter, digits] = /^(-?)0([bo])(.*)$/.exec(text) ?? [];
  const inner = digits === undefined ? undefined : parseInt64(`${minus}${digits}`, letter === "b" ? 2 : 8);
  return inner?.ok ? inner.value : undefined;
}

function resolveDate(text: string): string | undefined {
  if (!YEAR.test(text)) return undefined;
  for (const layout of TIMESTAMPS) {
    const result = parseTime(layout, text);
    if (result.ok) return formatRfc3339Nano(result.time);
  }
  return undefined;
}
