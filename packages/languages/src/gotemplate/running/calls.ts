/**
 * Function and method calls, compiled: arguments are evaluated and checked in Go's order (evalCall in
 * text/template/exec.go), and a wrong number of arguments is an error of running, not of parsing.
 */

import { type FunctionBody, fail, type Method, type TemplateFunction } from "../functions.ts";
import { type AnyNode, nodeText, type Operand } from "../syntax/ast.ts";
import type { GoType } from "../types.ts";
import { GoFunc, type GoValue, type Maybe, typeOf } from "../value.ts";
import { isTrue } from "../values/truth.ts";
import { checkArgument, prepareArgument } from "./arguments.ts";
import type { Execution } from "./execution.ts";

/** Evaluates something; `final` is the value piped in, for commands that take one. */
export type Eval = (s: Execution, dot: Maybe, final: Maybe) => Maybe;

/** Compiles an operand as an argument of a type. */
export type CompileArgument = (node: Operand, type: GoType) => Eval;

/** What functions and methods have in common. */
interface Signature {
  readonly params: readonly GoType[];
  readonly variadic: boolean;
}

/** The type of argument `i`. */
const paramType = (fn: Signature, i: number): GoType => fn.params[Math.min(i, fn.params.length - 1)]!;

/** Go's complaint about the number of arguments, if it has one. `piped` is 1 where a value is piped in. */
function countError(fn: Signature, name: string, given: number, piped: 0 | 1): string | undefined {
  const total = given + piped;
  if (fn.variadic) {
    const least = fn.params.length - 1;
    return total < least ? `wrong number of args for ${name}: want at least ${least} got ${given}` : undefined;
  }
  const want = fn.params.length;
  return total === want ? undefined : `wrong number of args for ${name}: want ${want} got ${total}`;
}

function invoke(s: Execution, call: FunctionBody, args: readonly Maybe[], node: AnyNode, name: string): Maybe {
  let result: GoValue;
  try {
    s.charge(1);
    for (let i = 0; i < args.length; i++) s.chargeValue(args[i]);
    result = call(args, s);
    s.chargeValue(result);
  } catch (error) {
    throw s.callError(error, node, name);
  }
  return result;
}

/**
 * A call of `fn`. `node` is what an error of the function is reported at; `args` are without the function's name;
 * with `piped`, `final` is the last argument.
 */
export function compileCall(
  fn: TemplateFunction,
  node: AnyNode,
  args: readonly Operand[],
  piped: 0 | 1,
  compileArgument: CompileArgument,
): Eval {
  const { name } = fn;
  const wrongCount = countError(fn, name, args.length, piped);
  if (wrongCount !== undefined) return (s) => s.error(wrongCount);
  const evals = args.map((arg, i) => compileArgument(arg, paramType(fn, i)));
  if (fn.special === "and" || fn.special === "or") return compileLogic(evals, piped, fn.special === "or");
  if (fn.special === "call") return compileCallOf(node, args, evals, piped);
  const call: FunctionBody = (values, ctx) => fn.call(values, ctx);
  const [first, second] = evals;
  if (piped === 0) {
    if (evals.length === 0) return (s) => invoke(s, call, [], node, name);
    if (evals.length === 1 && first) return (s, dot) => invoke(s, call, [first(s, dot, undefined)], node, name);
    if (evals.length === 2 && first && second)
      return (s, dot) => invoke(s, call, [first(s, dot, undefined), second(s, dot, undefined)], node, name);
    return (s, dot) => {
      const values: Maybe[] = [];
      for (const evaluate of evals) values.push(evaluate(s, dot, undefined));
      return invoke(s, call, values, node, name);
    };
  }
  const lastType = paramType(fn, evals.length);
  if (evals.length === 0) return (s, _dot, final) => invoke(s, call, [checkArgument(s, final, lastType)], node, name);
  return (s, dot, final) => {
    const values: Maybe[] = [];
    for (const evaluate of evals) values.push(evaluate(s, dot, undefined));
    values.push(checkArgument(s, final, lastType));
    return invoke(s, call, values, node, name);
  };
}

/** `and`, `or`: the first argument that decides, else the last one. */
function compileLogic(evals: readonly Eval[], piped: 0 | 1, decides: boolean): Eval {
  return (s, dot, final) => {
    let value: Maybe;
    for (const evaluate of evals) {
      value = evaluate(s, dot, undefined);
      if (isTrue(value) === decides) return value;
    }
    return piped === 1 ? final : value;
  };
}

/** `call f …`: no function is a value in ordinary data, so this mostly says so. */
function compileCallOf(node: AnyNode, args: readonly Operand[], evals: readonly Eval[], piped: 0 | 1): Eval {
  const callee = args[0] && nodeText(args[0]);
  return (s, dot, final) => {
    const values: Maybe[] = [];
    for (const evaluate of evals) values.push(evaluate(s, dot, undefined));
    if (piped === 1) values.push(final);
    const name = callee ?? (typeof final === "string" ? final : `<${typeOf(final)?.name ?? "invalid"} Value>`);
    return invoke(s, (given, ctx) => callValue(name, given, ctx), values, node, "call");
  };
}

const callValue = (name: string, values: readonly Maybe[], ctx: Parameters<FunctionBody>[1]): GoValue => {
  const [callee, ...args] = values;
  if (callee === null || callee === undefined) fail("call of nil");
  if (!(callee instanceof GoFunc)) fail(`non-function ${name} of type ${typeOf(callee)?.name}`);
  const { fn } = callee;
  const least = fn.params.length - (fn.variadic ? 1 : 0);
  if (fn.variadic ? args.length < least : args.length !== least) {
    const want = fn.variadic ? `want at least ${least}` : `want ${least}`;
    fail(`wrong number of args for ${name}: got ${args.length} ${want}`);
  }
  const prepared = args.map((arg, i) => {
    const result = prepareArgument(arg, paramType(fn, i));
    return "error" in result ? fail(`arg ${i}: ${result.error}`) : result.value;
  });
  return fn.call(prepared, ctx);
};

/**
 * A call of a method that is only known when it runs: `{{ $t.AddDate 1 0 0 }}`. Arguments are compiled once for each
 * method that is met here.
 */
export class MethodCall {
  readonly #name: string;
  readonly #node: AnyNode;
  readonly #args: readonly Operand[];
  readonly #piped: 0 | 1;
  readonly #compileArgument: CompileArgument;
  #method: Method | undefined;
  #evals: readonly Eval[] = [];

  constructor(name: string, node: AnyNode, args: readonly Operand[], piped: 0 | 1, compileArgument: CompileArgument) {
    this.#name = name;
    this.#node = node;
    this.#args = args;
    this.#piped = piped;
    this.#compileArgument = compileArgument;
  }

  /** Calls `method` of `receiver`. */
  run(s: Execution, dot: Maybe, final: Maybe, receiver: GoValue, method: Method): Maybe {
    const wrongCount = countError(method, this.#name, this.#args.length, this.#piped);
    if (wrongCount !== undefined) return s.error(wrongCount);
    if (method.invalid !== undefined) return s.error(method.invalid);
    if (this.#method !== method) {
      this.#method = method;
      this.#evals = this.#args.map((arg, i) => this.#compileArgument(arg, paramType(method, i)));
    }
    const values = this.#evals.map((evaluate) => evaluate(s, dot, undefined));
    if (this.#piped === 1) values.push(checkArgument(s, final, paramType(method, values.length)));
    return invoke(s, (args, ctx) => method.call(receiver, args, ctx), values, this.#node, this.#name);
  }
}
