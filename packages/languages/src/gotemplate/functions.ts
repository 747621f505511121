/**
 * How templates get a function, and how to add one:
 *
 *   defineFunction({
 *     name: "repeat",
 *     params: [intParam("count"), stringParam("text")],
 *     result: STRING,
 *     doc: "The text repeated that many times.",
 *     example: { call: 'repeat 3 "ab"', gives: "ababab" },
 *     call: ([count, text], ctx) => …,
 *   })
 *
 * - From the declaration come the checks of arguments, the types that `call` gets, completion, hover, the reference, and
 *   a test that runs the example. `rest` is a parameter that may be given any number of times after the others.
 * - Fail with `fail("text")`: the text of the Go error or panic. The template adds `error calling NAME: `.
 * - The engine checks the length of a returned string and charges for arguments and results. A function with a result much
 *   larger than its arguments checks first (`ctx.reserve(length)`). One with more than linear work, or much more work for a
 *   character than a copy, charges for it (`ctx.charge(units)`). Recursion into values is bounded by MAX_VALUE_DEPTH
 *   (limits.ts).
 * - Go strings are bytes. Here they are JavaScript strings, in which a byte of invalid UTF-8 is a lone surrogate
 *   U+DC80–U+DCFF: functions that cut by bytes use `toBytes` and `fromBytes` (go-string.ts), lengths are `byteLength`. It
 *   becomes U+FFFD where the result leaves the template.
 * - Types with methods (`$t.Year`): a GoType with `methods` (a MethodTable); the value is a GoObject or a GoInt.
 *   Types that print themselves have `text`.
 */

import type { Parameter, ValuesOf } from "./parameters.ts";
import type { CallContext, FunctionExample, GoType, GoValue, Maybe, Method, TemplateFunction } from "./values/model.ts";

export type { CallContext, FunctionBody, Method, MethodTable, TemplateFunction } from "./values/model.ts";

export interface FunctionDeclaration<P extends readonly Parameter[], R, T> {
  readonly name: string;
  readonly params: P;
  readonly rest?: Parameter<R>;
  readonly result: GoType<T>;
  /** One sentence, starting with a capital and ending with a full stop. */
  readonly doc: string;
  readonly example: FunctionExample;
  readonly call: (args: [...ValuesOf<P>, ...R[]], ctx: CallContext) => T;
}

/** A function as templates call it. */
export function defineFunction<const P extends readonly Parameter[], T extends GoValue, R = never>(
  declared: FunctionDeclaration<P, R, T>,
): TemplateFunction {
  const { name, params, rest, result, doc, example, call } = declared;
  const all: readonly Parameter[] = rest === undefined ? params : [...params, rest];
  const read = readerOf(all);
  const body = call as unknown as (args: readonly unknown[], ctx: CallContext) => GoValue;
  return {
    name,
    params: all.map((one) => one.type),
    paramNames: all.map((one) => one.name),
    variadic: rest !== undefined,
    result,
    doc,
    example,
    call: all.some((one) => one.read !== undefined) ? (args, ctx) => body(read(args), ctx) : body,
  };
}

/** A function under another name. */
export function alias(fn: TemplateFunction, name: string, doc = `The same as \`${fn.name}\`.`): TemplateFunction {
  const { call, ...outcome } = fn.example;
  return { ...fn, name, doc, example: { call: call.replace(fn.name, () => name), ...outcome } as FunctionExample };
}

/** `append` and `mustAppend`: in Go the latter gives the error that the former panics with, which a template reports alike. */
export function withMust(fn: TemplateFunction): [TemplateFunction, TemplateFunction] {
  return [fn, alias(fn, `must${fn.name[0]!.toUpperCase()}${fn.name.slice(1)}`)];
}

/** Makes what parameters get of arguments that fit them; the arguments themselves where nothing is to be made. */
function readerOf(params: readonly Parameter[]): (args: readonly Maybe[]) => readonly unknown[] {
  const reads = params.map(({ read }) => read);
  if (reads.every((read) => read === undefined)) return (args) => args;
  const last = reads.length - 1;
  return (args) =>
    args.map((arg, i) => {
      const read = reads[Math.min(i, last)];
      return read === undefined ? arg : read(arg);
    });
}

/** A method of a type's values. */
export function defineMethod<V, const P extends readonly Parameter[], T extends GoValue>(
  _receiver: GoType<V>,
  params: P,
  result: GoType<T>,
  call: (receiver: V, args: ValuesOf<P>) => T,
): Method {
  const read = readerOf(params);
  const body = call as unknown as (receiver: GoValue, args: readonly unknown[]) => GoValue;
  return {
    params: params.map((one) => one.type),
    variadic: false,
    result,
    call: (receiver, args) => body(receiver, read(args)),
  };
}

/** Functions about one thing, as the reference shows them. */
export interface FunctionFamily {
  readonly title: string;
  readonly functions: readonly TemplateFunction[];
}

/** Functions by name. A later registry shadows an earlier one: the library's `slice` shadows the language's. */
export type FunctionRegistry = ReadonlyMap<string, TemplateFunction>;

/** Where functions are looked up by name. */
export type FunctionSource = Pick<FunctionRegistry, "get" | "keys">;

export type FindFunction = (name: string) => TemplateFunction | undefined;

/** Finds a function in the last of `sources` that has it. */
export function functionFinder(sources: readonly FunctionSource[]): FindFunction {
  const lastFirst = sources.toReversed();
  return (name) => {
    for (const source of lastFirst) {
      const fn = source.get(name);
      if (fn !== undefined) return fn;
    }
    return undefined;
  };
}

/** A registry of functions under their own names. */
export function registry(functions: Iterable<TemplateFunction>): FunctionRegistry {
  const byName = new Map<string, TemplateFunction>();
  for (const fn of functions) byName.set(fn.name, fn);
  return byName;
}

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
