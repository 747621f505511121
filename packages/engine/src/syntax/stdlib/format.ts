/**
 * `string.format`: Go's `fmt.Sprintf`, as templates have it (languages/gotemplate/print.ts), over values as Go decodes them
 * into an `interface{}`. What Go prints as a memory address (functions, capsules) prints as a word.
 */
import { TemplateError } from "@sluice/languages/gotemplate/functions";
import { MAX_VALUE_DEPTH } from "@sluice/languages/gotemplate/limits";
import { sprintf } from "@sluice/languages/gotemplate/print";
import { type GoType, UINT64 } from "@sluice/languages/gotemplate/types";
import { dict, GoInt, GoObject, type GoValue, int, list } from "@sluice/languages/gotemplate/value";
import { shownKind } from "../convert.ts";
import { toUint64 } from "../go-number.ts";
import {
  type CapsuleValue,
  describeValue,
  type NumberValue,
  OPTIONAL_SECRET_NAME,
  SECRET_NAME,
  secretOf,
  type Value,
} from "../value.ts";
import { type Refusal, refuse, TOO_LONG } from "./function.ts";

/** `format` filled with `args`. Wrong verbs and missing or surplus arguments leave `%!d(string=x)` and the like. */
export function formatValues(format: string, args: readonly Value[]): string | Refusal {
  const seen = new Map<Value, GoValue>();
  try {
    return sprintf(
      format,
      args.map((arg) => toGo(arg, seen, 0)),
    );
  } catch (error) {
    if (!(error instanceof TemplateError) || error.limit === undefined) throw error;
    return error.limit === "template-output" ? TOO_LONG : refuse(error.message);
  }
}

/** `seen` keeps what several lists share in one place. Below the depth that printing refuses there is nothing. */
function toGo(value: Value, seen: Map<Value, GoValue>, depth: number): GoValue {
  switch (value.type) {
    case "null":
      return null;
    case "bool":
    case "string":
      return value.value;
    case "number":
      return numberToGo(value);
    case "function":
      return new NamedText(FUNCTION, "function");
    case "capsule":
      return capsuleToGo(value);
  }
  if (depth > MAX_VALUE_DEPTH) return null;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const inner = (item: Value): GoValue => toGo(item, seen, depth + 1);
  const converted =
    value.type === "array"
      ? list(value.items.map(inner))
      : dict(Array.from(value.fields, ([key, field]) => [key, inner(field)] as const));
  seen.set(value, converted);
  return converted;
}

function numberToGo(value: NumberValue): GoValue {
  if (value.kind === "float") return value.value;
  return shownKind(value) === "int" ? int(value.value) : new GoInt(UINT64, toUint64(value));
}

function capsuleToGo(value: CapsuleValue): GoValue {
  const secret = secretOf(value);
  if (!secret) return new NamedText({ name: value.name, kind: "ptr" }, describeValue(value));
  return secret.optional ? new OptionalSecret(secret.isSecret, secret.text) : new NamedText(SECRET, secret.text);
}

const FUNCTION: GoType = { name: "func", kind: "func" };
const SECRET: GoType = { name: SECRET_NAME, kind: "string" };
const OPTIONAL_SECRET: GoType = { name: OPTIONAL_SECRET_NAME, kind: "struct", fields: ["IsSecret", "Value"] };

/** A value that prints as a string of a type with a name. */
class NamedText extends GoObject {
  override readonly underlying: string;

  constructor(type: GoType, text: string) {
    super(type);
    this.underlying = text;
  }
}

class OptionalSecret extends GoObject {
  readonly #isSecret: boolean;
  readonly #text: string;

  constructor(isSecret: boolean, text: string) {
    super(OPTIONAL_SECRET);
    this.#isSecret = isSecret;
    this.#text = text;
  }

  override field(name: string): GoValue | undefined {
    return name === "IsSecret" ? this.#isSecret : name === "Value" ? this.#text : undefined;
  }
}
