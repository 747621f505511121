/**
 * Functions with declared parameters. A call checks the number of arguments, converts each to what its parameter wants,
 * and reports the first that does not fit, in the words of Alloy.
 */
import { type Conversion, convertToSecretText, convertToText, convertToTexts } from "../convert.ts";
import type { CallResult, FunctionValue, Value, ValueError } from "../value.ts";

/** Characters of text, or items of a list, that one function call may produce. */
export const MAX_RESULT = 4 * 1024 * 1024;

interface Parameters {
  string: string;
  strings: string[];
  secret: string;
  any: Value;
}
type Parameter = keyof Parameters;
type Arguments<P extends readonly Parameter[]> = { [K in keyof P]: Parameters[P[K]] };

const CONVERSIONS: { readonly [P in Parameter]: (value: Value) => Conversion<Parameters[P]> } = {
  string: convertToText,
  strings: convertToTexts,
  secret: convertToSecretText,
  any: (value) => ({ ok: true, value }),
};

/** A function's own error, a message. */
export interface Refusal {
  readonly refused: string;
}

export const refuse = (message: string): Refusal => ({ refused: message });

/** What a function says when its result would be too long. */
export const TOO_LONG: Refusal = refuse(`result is longer than ${MAX_RESULT} characters`);

function finish(self: FunctionValue, result: Value | Refusal): CallResult {
  const value = "refused" in result || !resultTooLong(result) ? result : TOO_LONG;
  if ("refused" in value) return failed({ kind: "value", value: self, message: value.refused });
  // The empty string is shared among literals, but each call gives one of its own (see value.ts).
  return { ok: true, value: value.type === "string" && value.value === "" ? { ...value } : value };
}

function resultTooLong(value: Value): boolean {
  return value.type === "string" && value.value.length > MAX_RESULT;
}

function failed(error: ValueError): CallResult {
  return { ok: false, error };
}

/** A function that takes exactly `parameters`. */
export function fixedFunction<const P extends readonly Parameter[]>(
  name: string,
  parameters: P,
  body: (...args: Arguments<P>) => Value | Refusal,
): FunctionValue {
  return {
    type: "function",
    name,
    call(args, self) {
      if (args.length !== parameters.length) {
        const message = `expected ${parameters.length} args, got ${args.length}`;
        return failed({ kind: "value", value: self, message });
      }
      const converted = convertArguments(args, (i) => parameters[i]!, self);
      return converted.ok ? finish(self, body(...(converted.value as Arguments<P>))) : converted;
    },
  };
}

/** A function that takes `first`, and then any number of `rest`. */
export function variadicFunction<const F extends readonly Parameter[], R extends Parameter>(
  name: string,
  first: F,
  rest: R,
  body: (first: Arguments<F>, rest: Parameters[R][]) => Value | Refusal,
): FunctionValue {
  return {
    type: "function",
    name,
    call(args, self) {
      if (args.length < first.length) {
        const message = `expected at least ${first.length} args, got ${args.length}`;
        return failed({ kind: "value", value: self, message });
      }
      const converted = convertArguments(args, (i) => first[i] ?? rest, self);
      if (!converted.ok) return converted;
      const values = converted.value;
      const head = values.slice(0, first.length) as unknown as Arguments<F>;
      return finish(self, body(head, values.slice(first.length) as Parameters[R][]));
    },
  };
}

function convertArguments(
  args: readonly Value[],
  parameterAt: (index: number) => Parameter,
  self: FunctionValue,
): { ok: true; value: unknown[] } | { ok: false; error: ValueError } {
  const values: unknown[] = [];
  for (const [index, argument] of args.entries()) {
    const converted = CONVERSIONS[parameterAt(index)](argument);
    if (!converted.ok)
      return { ok: false, error: { kind: "argument", function: self, argument, index, inner: converted.error } };
    values.push(converted.value);
  }
  return { ok: true, value: values };
}
