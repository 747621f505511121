/**
 * How a function is offered to templates, and how to add one.
 *
 *   const repeat = defineFunction("repeat", [INT, STRING], STRING, (args, ctx) => {
 *     const count = integerArg(args, 0);
 *     …
 *   });
 *
 * - `params` are the Go parameter types, exactly: templates convert constants to them (`3` and `3.0` both fit INT,
 *   `3.5` does not) and refuse everything else with Go's error texts, so `call` gets values that fit. With
 *   `variadic`, the last parameter type is that of each further argument and `args` is flat: fixed ones, then the rest.
 *   A parameter ANY gets `null` for nil and for a missing key. Nil for a map or slice parameter arrives as a GoMap or
 *   GoList with `isNil`.
 * - `result` is the Go result type; ANY where Go says `interface {}`.
 * - Fail with `fail("text")`: the text of the Go error or panic. The template adds `error calling NAME: `.
 * - The engine checks the length of a returned string and charges for arguments and results. Whoever makes something
 *   much larger than its arguments checks first (`ctx.reserve(length)`), and whoever loops more than linearly
 *   charges for it (`ctx.charge(units)`). Recursion into values is bounded by MAX_VALUE_DEPTH (limits.ts).
 * - Go strings are bytes. Strings are JavaScript strings here, in which a byte that is part of no valid UTF-8 stands
 *   as a lone surrogate U+DC80–U+DCFF: functions that cut by bytes use `toBytes` and `fromBytes` (go-string.ts),
 *   lengths are `byteLength`. It becomes U+FFFD where the result leaves the template.
 * - Types with methods (`$t.Year`): a GoType with `methods` (a MethodTable); the value is a GoObject or a GoInt.
 *   Types that print themselves have `text`.
 */
import type { Random } from "../base/random.ts";
import type { Nanos } from "../base/time.ts";
import type { GoType } from "./types.ts";
import type { GoInt, GoList, GoMap, GoValue } from "./value.ts";

/** What functions may ask of the world and of the running execution. */
export interface CallContext {
  /** The current instant, from the host's clock. */
  now(): Nanos;
  readonly random: Random;
  /** SHA-256 of the text's UTF-8, in lower-case hexadecimal. */
  sha256(text: string): string;
  /** Counts work (limits.ts, MAX_WORK); ends the execution with an error once there was too much. */
  charge(units: number): void;
  /** Ends the execution with an error when a string of that many characters may not be made (MAX_OUTPUT). */
  reserve(length: number): void;
}

export interface TemplateFunction {
  readonly name: string;
  readonly params: readonly GoType[];
  readonly variadic: boolean;
  readonly result: GoType;
  /** The language's functions that evaluate their arguments themselves. */
  readonly special?: "and" | "or" | "call";
  call(args: readonly GoValue[], ctx: CallContext): GoValue;
}

export type FunctionBody = (args: readonly GoValue[], ctx: CallContext) => GoValue;

/** A function with a fixed number of parameters. */
export function defineFunction(
  name: string,
  params: readonly GoType[],
  result: GoType,
  call: FunctionBody,
): TemplateFunction {
  return { name, params, variadic: false, result, call };
}

/** A function whose last parameter type is repeated: `func(params[0], …, ...params[n-1])`. */
export function defineVariadic(
  name: string,
  params: readonly GoType[],
  result: GoType,
  call: FunctionBody,
): TemplateFunction {
  return { name, params, variadic: true, result, call };
}

/** Functions by name. A later registry shadows an earlier one: the library's `slice` shadows the language's. */
export type FunctionRegistry = ReadonlyMap<string, TemplateFunction>;

/** A registry of functions under their own names. */
export function registry(functions: Iterable<TemplateFunction>): FunctionRegistry {
  const byName = new Map<string, TemplateFunction>();
  for (const fn of functions) byName.set(fn.name, fn);
  return byName;
}

/** A method: `args` do not include the receiver. */
export interface Method {
  readonly params: readonly GoType[];
  readonly variadic: boolean;
  readonly result: GoType;
  /** Why Go refuses to call it from a template: it gives several values. */
  readonly invalid?: string;
  call(receiver: GoValue, args: readonly GoValue[], ctx: CallContext): GoValue;
}

export type MethodTable = ReadonlyMap<string, Method>;

/** The error of a function or of the execution; caught at the edge of the execution, where it becomes a result. */
export class TemplateError {
  readonly message: string;
  /** Name of the exceeded bound; the template adds no `error calling` to such errors. */
  readonly limit: string | undefined;

  constructor(message: string, limit?: string) {
    this.message = message;
    this.limit = limit;
  }
}

/** Ends the call with a Go error (or panic) of this text. */
export function fail(message: string): never {
  throw new TemplateError(message);
}

/** Ends the execution: a bound of limits.ts was exceeded. */
export function failLimit(limit: string, message: string): never {
  throw new TemplateError(message, limit);
}

// Readers of arguments whose parameter type already guarantees the kind.

/** Argument `i`, declared STRING. */
export const stringArg = (args: readonly GoValue[], i: number): string => args[i] as string;
/** Argument `i`, declared BOOL. */
export const boolArg = (args: readonly GoValue[], i: number): boolean => args[i] as boolean;
/** Argument `i`, declared FLOAT64. */
export const floatArg = (args: readonly GoValue[], i: number): number => args[i] as number;
/** Argument `i`, declared an integer type, exactly. */
export const bigintArg = (args: readonly GoValue[], i: number): bigint => (args[i] as GoInt).value;
/** Argument `i`, declared an integer type, as a number: exact up to 2^53, which every length and count is below. */
export const integerArg = (args: readonly GoValue[], i: number): number => Number((args[i] as GoInt).value);
/** Argument `i`, declared a slice type other than []byte. */
export const listArg = (args: readonly GoValue[], i: number): GoList => args[i] as GoList;
/** Argument `i`, declared a map type. */
export const mapArg = (args: readonly GoValue[], i: number): GoMap => args[i] as GoMap;
