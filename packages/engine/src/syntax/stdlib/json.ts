/**
 * JSON as the standard library reads and writes it. `encoding.from_json` follows Go's `encoding/json` (all numbers are
 * floating point, the last of two equal keys wins, its error texts); `json_path` reads with another library (whole
 * numbers are integers, positions in errors). Nesting is limited.
 */
import { compareBytes, utf8Length } from "@sluice/languages/base";
import {
  encodeGoFloat,
  encodeGoString,
  GO_WORDING,
  type JsonBuilder,
  type JsonWording,
  readJsonDocument,
} from "@sluice/languages/json";
import { formatNumber } from "../go-number.ts";
import { array, bool, float, int, NULL, object, secretOf, string, type Value } from "../value.ts";
import { MAX_RESULT, type Refusal, refuse, TOO_LONG } from "./function.ts";

/** How deep JSON may nest. Go's limit is 10000. */
export const MAX_JSON_DEPTH = 500;

/** More characters than any integer of 64 bits has. */
const MAX_DIGITS = 20;
const MAX_INT64 = 2n ** 63n - 1n;

const FLOATS: JsonBuilder<Value> = {
  null: NULL,
  boolean: bool,
  string,
  number(literal) {
    const value = Number(literal);
    return Number.isFinite(value) ? float(value) : undefined;
  },
  array,
  object,
  maxDepth: MAX_JSON_DEPTH,
};

/** What that library keeps as the text itself: whole numbers from here on, below `-MAX_INT64`, and very long ones. */
const LEAST_BIG = 9_223_372_036_854_775_800n;
const MAX_DECIMALS = 17;
const MAX_EXPONENT = 1022;

const INTEGERS: JsonBuilder<Value> = {
  ...FLOATS,
  number(literal) {
    const [, minus, digits, decimals = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE][-+]?(\d+))?$/.exec(
      literal,
    )!;
    const whole = digits!.length > MAX_DIGITS ? LEAST_BIG : BigInt(digits!);
    const big = minus ? whole > MAX_INT64 || digits!.length > MAX_DIGITS : whole >= LEAST_BIG;
    if (big || decimals.length > MAX_DECIMALS || Number(exponent) > MAX_EXPONENT) return string(literal);
    if (decimals === "" && Number(exponent) === 0) return int(minus ? -whole : whole);
    return float(Number(literal));
  },
};

const POSITIONS: JsonWording = {
  unexpected: (text, offset) =>
    `unexpected character '${String.fromCodePoint(text.codePointAt(offset)!)}' at ${place(text, offset)}`,
  ended: (text) => `incomplete JSON at ${place(text, text.length)}`,
};

function place(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `${line}:${utf8Length(before.slice(before.lastIndexOf("\n") + 1)) + 1}`;
}

function read(text: string, build: JsonBuilder<Value>, wording: JsonWording): Value | Refusal {
  const { value = NULL, error } = readJsonDocument(text, build, wording);
  return error === undefined ? value : refuse(error);
}

/** Reads one JSON document as `encoding.from_json` does. */
export function parseGoJson(text: string): Value | Refusal {
  return read(text, FLOATS, GO_WORDING);
}

/** Reads one JSON document as `json_path` does; a text of nothing but blanks is null. */
export function parsePositionedJson(text: string): Value | Refusal {
  return text.trim() === "" ? NULL : read(text, INTEGERS, POSITIONS);
}

/** `encoding.to_json`: an object as JSON with sorted keys and `<`, `>`, `&` escaped. */
export function writeGoJson(value: Value): Value | Refusal {
  if (value.type !== "object") return refuse("jsonEncode only supports map");
  const writer = new JsonWriter();
  writer.write(value, 0);
  if (writer.error !== undefined) return refuse(writer.error);
  return string(writer.text);
}

class JsonWriter {
  text = "";
  error: string | undefined;

  write(value: Value, depth: number): void {
    if (this.text.length > MAX_RESULT) this.error ??= TOO_LONG.refused;
    if (depth > 4 * MAX_JSON_DEPTH) this.error ??= "json: value nests too deep";
    if (this.error !== undefined) return;
    switch (value.type) {
      case "null":
        this.text += "null";
        break;
      case "bool":
        this.text += String(value.value);
        break;
      case "number":
        if (value.kind !== "float") this.text += value.value.toString();
        else if (Number.isFinite(value.value)) this.text += encodeGoFloat(value.value, "standard");
        else this.error = `json: unsupported value: ${formatNumber(value)}`;
        break;
      case "string":
        this.text += encodeGoString(value.value, "standard");
        break;
      case "array":
        this.text += "[";
        value.items.forEach((item, i) => {
          if (i > 0) this.text += ",";
          this.write(item, depth + 1);
        });
        this.text += "]";
        break;
      case "object":
        this.text += "{";
        [...value.fields.keys()].sort(compareBytes).forEach((key, i) => {
          if (i > 0) this.text += ",";
          this.text += `${encodeGoString(key, "standard")}:`;
          this.write(value.fields.get(key)!, depth + 1);
        });
        this.text += "}";
        break;
      case "function":
        this.error = "json: unsupported type: function";
        break;
      case "capsule": {
        const secret = secretOf(value);
        if (!secret) this.error = `json: unsupported type: ${value.name}`;
        else if (secret.optional) {
          this.text += `{"IsSecret":${secret.isSecret},"Value":${encodeGoString(secret.text, "standard")}}`;
        } else this.text += encodeGoString(secret.text, "standard");
      }
    }
  }
}
