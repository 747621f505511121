/**
 * What a scalar means: the types of plain scalars as Go's `yaml.v3` resolves them. They are neither YAML 1.1's (`yes` is
 * a text) nor 1.2's (`010` is eight, `1_000` a thousand, dates are dates), so the library's schemas do not serve.
 */
import { decodeGo, encodeUtf8 } from "../../base/text.ts";
import { formatRfc3339, parseRfc3339 } from "../../base/time.ts";
import { decodeBase64 } from "../gobase64/index.ts";
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

const INTEGER = /^([-+]?)(?:0b([01]+)|0o([0-7]+)|0x([0-9a-fA-F]+)|0([0-7]+)|(0|[1-9]\d*))$/;
/** More digits than any integer of 64 bits has. */
const MAX_INTEGER = 70;
const FLOAT = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;
const DATE = /^\d{4}-\d{1,2}-\d{1,2}(?:([Tt ])\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(Z|[-+]\d\d:\d\d)?)?$/;

/** A plain scalar. Dates become texts in RFC 3339, as they do in Alloy. */
export function resolvePlain(text: string): ResolvedScalar {
  const word = WORDS.get(text);
  if (word) return word;
  if (!/^[-+.0-9]/.test(text)) return resolved("!!str", text);
  const date = resolveDate(text);
  if (date !== undefined) return resolved("!!timestamp", date);
  const plain = text.replaceAll("_", "");
  const integer = resolveInteger(plain);
  if (integer !== undefined) return resolved("!!int", integer);
  const value = FLOAT.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? resolved("!!float", value) : resolved("!!str", text);
}

/** The tags that say how to read a scalar; under all others it is a text. */
const RESOLVABLE: ReadonlySet<string> = new Set(["!!null", "!!bool", "!!int", "!!float", "!!timestamp"]);

/** A scalar with a tag of its own, by its short name (`!!int`, `!own`). Throws `YamlError` where it is not of that type. */
export function resolveTagged(tag: string, text: string): ResolvedScalar {
  if (tag === "!!binary") {
    const bytes = decodeBase64(encodeUtf8(text));
    if (typeof bytes === "number") throw new YamlError("yaml: !!binary value contains invalid base64 data");
    return { tag: "!!str", value: decodeGo(bytes) };
  }
  if (!RESOLVABLE.has(tag)) return { tag, value: text };
  const plain = resolvePlain(text);
  if (plain.tag === tag) return plain;
  if (tag === "!!float" && plain.tag === "!!int") return { tag, value: Number(plain.value) };
  throw new YamlError(`yaml: cannot decode ${plain.tag} \`${text}\` as a ${tag}`);
}

function resolveInteger(text: string): bigint | undefined {
  const m = text.length > MAX_INTEGER ? null : INTEGER.exec(text);
  if (!m) return undefined;
  const [, sign, binary, octal, hexadecimal, oldOctal, decimal] = m;
  const prefix = binary ? "0b" : hexadecimal ? "0x" : octal || oldOctal ? "0o" : "";
  const size = BigInt(prefix + (binary ?? octal ?? hexadecimal ?? oldOctal ?? decimal));
  if (sign === "-") return size <= 2n ** 63n ? -size : undefined;
  return size < 2n ** 63n || (size < 2n ** 64n && sign === "") ? size : undefined;
}

function resolveDate(text: string): string | undefined {
  const m = DATE.exec(text);
  if (!m || ((m[1] === " ") === (m[2] !== undefined) && m[1] !== undefined)) return undefined;
  const padded = text.replace(/(?<=[-T t:])\d(?!\d)/g, "0$&").replace(/[Tt ]/, "T");
  const zone = m[2] ?? "Z";
  const full = m[1] === undefined ? `${padded}T00:00:00Z` : m[2] === undefined ? `${padded}Z` : padded;
  const at = parseRfc3339(full);
  if (at === undefined) return undefined;
  if (zone === "Z") return formatRfc3339(at);
  // With an offset the wall clock stays; only zeros at the end of a fraction go.
  return full.replace(/(\.\d*?)0+(?=[-+]\d\d:\d\d$)/, "$1").replace(/\.(?=[-+]\d\d:\d\d$)/, "");
}
