/** Values of OTLP as texts, and attributes as names and texts, as Loki has them. */
import type { MetadataPair } from "@sluice/engine";
import type { AnyValue, KeyValue } from "../gen/opentelemetry/proto/common/v1/common_pb.ts";
import { BodyError } from "../http/body-error.ts";

/** A text stays one; lists and maps become JSON, bytes base64, and what is empty an empty text. */
export function textOf(value: AnyValue | undefined): string {
  const { value: one } = value ?? {};
  switch (one?.case) {
    case "stringValue":
      return one.value;
    case "boolValue":
    case "intValue":
      return String(one.value);
    case "doubleValue":
      return numberText(one.value);
    case "bytesValue":
      return Buffer.from(one.value).toString("base64");
    case "arrayValue":
    case "kvlistValue":
      return jsonOf(value);
    default:
      return "";
  }
}

/** As Go's JSON writes numbers, which is as JavaScript does but for the digits of an exponent. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return `json: unsupported value: ${value > 0 ? "+Inf" : value < 0 ? "-Inf" : "NaN"}`;
  return Object.is(value, -0)
    ? "-0"
    : String(value).replace(/e([+-])(\d)$/, (_, sign, digit) => (sign === "+" ? `e+${digit}` : `e-0${digit}`));
}

/** With the names of maps in order, and what HTML would understand escaped, as Go's JSON has it. */
function jsonOf(value: AnyValue | undefined): string {
  const { value: one } = value ?? {};
  switch (one?.case) {
    case "stringValue":
      return quote(one.value);
    case "bytesValue":
      return quote(Buffer.from(one.value).toString("base64"));
    case "boolValue":
    case "intValue":
      return String(one.value);
    case "doubleValue":
      return Number.isFinite(one.value) ? numberText(one.value) : "null";
    case "arrayValue":
      return `[${one.value.values.map(jsonOf).join(",")}]`;
    case "kvlistValue": {
      const pairs = new Map(one.value.values.map(({ key, value: inner }) => [key, inner]));
      const sorted = [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${sorted.map(([key, inner]) => `${quote(key)}:${jsonOf(inner)}`).join(",")}}`;
    }
    default:
      return "null";
  }
}

const quote = (text: string): string =>
  JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A name of letters, digits and underscores that begins with a letter, or with two underscores. */
export function normalizeName(name: string): string {
  const own = name.replace(/[^a-zA-Z0-9_]/gu, "_");
  if (/^\d/.test(own)) return `key_${own}`;
  return own.startsWith("_") && !own.startsWith("__") ? `key${own}` : own;
}

/** Characters of the names that the attributes of one request may become: each part of a map has the names around it. */
const MAX_NAMES = 16 * 1024 * 1024;
/** Pieces of structured metadata that entries of one request may have in sum, those that they share counted for each. */
const MAX_PAIRS = 2_000_000;

/** What the entries of one request may hold. Throws `BodyError`. */
export class EntryBudget {
  #names = 0;
  #pairs = 0;

  name(length: number): void {
    this.#names += length;
    if (this.#names > MAX_NAMES)
      throw new BodyError(
        413,
        `names of attributes are longer than ${MAX_NAMES} characters together; send them in parts`,
      );
  }

  pairs(count: number): void {
    this.#pairs += count;
    if (this.#pairs > MAX_PAIRS)
      throw new BodyError(
        413,
        `records have more than ${MAX_PAIRS} attributes, their resource's among them; send them in parts`,
      );
  }
}

/** The names and texts of an attribute: of a map one for each of its entries, with the map's name before it. */
export function* pairsOf({ key, value }: KeyValue, budget: EntryBudget, prefix = ""): Generator<MetadataPair> {
  budget.name(prefix.length + key.length);
  const name = normalizeName(prefix === "" ? key : `${prefix}_${key}`);
  if (value?.value.case !== "kvlistValue") yield [name, textOf(value)];
  else for (const inner of value.value.value.values) yield* pairsOf(inner, budget, name);
}
