/**
 * Pipelines, commands and operands compiled to closures (the eval functions of text/template/exec.go). Each closure
 * first notes its node, because error messages name the node evaluated last.
 */

import type { FindFunction } from "../functions.ts";
import {
  type AnyNode,
  type ChainNode,
  type CommandNode,
  type FieldNode,
  nodeText,
  type Operand,
  type PipeNode,
  type VariableNode,
} from "../syntax/ast.ts";
import { ANY, canBeNil, type GoType } from "../types.ts";
import { GoMap, GoObject, type Maybe, typeOf } from "../value.ts";
import { type Constant, checkArgument, constantArgument, idealConstant, nilOf } from "./arguments.ts";
import { compileCall, type Eval, MethodCall } from "./calls.ts";
import type { Execution } from "./execution.ts";

/** Calls that run on the stack at once for a pipeline in parentheses. */
const PIPELINE_CALLS = 4;

export class ExpressionCompiler {
  readonly #findFunction: FindFunction;
  /** Deepest nesting of parentheses and blocks met so far, in calls; blocks count theirs here too. */
  maxNesting = 0;
  #nesting = 0;

  constructor(findFunction: FindFunction) {
    this.#findFunction = findFunction;
  }

  /** Calls that the blocks and parentheses around what is being compiled take. */
  get nesting(): number {
    return this.#nesting;
  }

  /** Counts the calls that one level of nesting costs when it runs, while `compile` compiles what is inside. */
  nested<T>(calls: number, compile: () => T): T {
    this.#nesting += calls;
    this.maxNesting = Math.max(this.maxNesting, this.#nesting);
    const result = compile();
    this.#nesting -= calls;
    return result;
  }

  /** A pipeline: its value is never a nil interface (that is nothing), and its variables are declared or assigned. */
  pipeline(pipe: PipeNode): Eval {
    const [head, ...rest] = this.nested(PIPELINE_CALLS, () =>
      pipe.cmds.map((command, i) => this.#command(command, i > 0 ? 1 : 0)),
    );
    const first = head!;
    let value: Eval;
    if (rest.length === 0)
      value = (s, dot) => {
        s.node = pipe;
        const result = first(s, dot, undefined);
        return result === null ? undefined : result;
      };
    else
      value = (s, dot) => {
        s.node = pipe;
        let result = first(s, dot, undefined);
        for (let i = 0; i < rest.length; i++) result = rest[i]!(s, dot, result === null ? undefined : result);
        return result === null ? undefined : result;
      };
    if (pipe.decl.length === 0) return value;
    const names = pipe.decl.map((variable) => variable.ident[0]!);
    return (s, dot, final) => {
      const result = value(s, dot, final);
      for (const name of names) {
        if (pipe.isAssign) s.assign(name, result);
        else s.push(name, result);
      }
      return result;
    };
  }

  #command(command: CommandNode, piped: 0 | 1): Eval {
    const first = command.args[0]!;
    const args = command.args.slice(1);
    switch (first.type) {
      case "field":
        return this.#field(first, args, piped);
      case "chain":
        return this.#chain(first, args, piped);
      case "variable":
        return this.#variable(first, args, piped);
      case "identifier":
        return this.#function(first, first.ident, command, args, piped);
    }
    const notFunction =
      args.length > 0 || piped === 1 ? `can't give argument to non-function ${nodeText(first)}` : undefined;
    if (first.type === "pipe") return notFunction === undefined ? this.pipeline(first) : (s) => s.error(notFunction);
    return this.#literal(first, notFunction);
  }

  /** A literal, dot or nil as a command. */
  #literal(node: Exclude<Operand, FieldNode | ChainNode | VariableNode | PipeNode>, notFunction?: string): Eval {
    if (notFunction !== undefined) return failing(node, notFunction);
    switch (node.type) {
      case "dot":
        return (s, dot) => {
          s.node = node;
          return dot;
        };
      case "nil":
        return failing(node, "nil is not a command");
      case "bool":
        return constant(node, { value: node.value });
      case "string":
        return constant(node, { value: node.text });
      case "number":
        return constant(node, idealConstant(node));
      case "identifier":
        return this.#function(node, node.ident, node, [], 0);
    }
  }

  #function(node: AnyNode, name: string, at: AnyNode, args: readonly Operand[], piped: 0 | 1): Eval {
    const fn = this.#findFunction(name);
    if (!fn) return failing(node, `"${name}" is not a defined function`);
    const call = compileCall(fn, at, args, piped, (arg, type) => this.argument(arg, type));
    return (s, dot, final) => {
      s.node = node;
      return call(s, dot, final);
    };
  }

  /** An operand as an argument of a type. */
  argument(node: Operand, type: GoType): Eval {
    switch (node.type) {
      case "dot":
        return (s, dot) => {
          s.node = node;
          return checkArgument(s, dot, type);
        };
      case "nil":
        if (!canBeNil(type)) return failing(node, `cannot assign nil to ${type.name}`);
        return (s) => {
          s.node = node;
          return nilOf(type);
        };
      case "bool":
      case "string":
      case "number":
        return constant(node, constantArgument(node, type));
    }
    const evaluate = this.#operand(node);
    return (s, dot) => {
      s.node = node;
      return checkArgument(s, evaluate(s, dot, undefined), type);
    };
  }

  #operand(node: Exclude<Operand, { type: "dot" | "nil" | "bool" | "string" | "number" }>): Eval {
    switch (node.type) {
      case "field":
        return this.#field(node, [], 0);
      case "variable":
        return this.#variable(node, [], 0);
      case "chain":
        return this.#chain(node, [], 0);
      case "pipe":
        return this.pipeline(node);
      case "identifier":
        return this.#function(node, node.ident, node, [], 0);
    }
  }

  #field(node: FieldNode, args: readonly Operand[], piped: 0 | 1): Eval {
    const walk = this.#fields(node, node.ident, args, piped);
    const name = node.ident[0]!;
    if (node.ident.length === 1 && args.length === 0 && piped === 0)
      return (s, dot) => {
        s.node = node;
        return dot instanceof GoMap ? dot.get(name) : walk(s, dot, undefined, dot, s.dotIsInterface);
      };
    return (s, dot, final) => {
      s.node = node;
      return walk(s, dot, final, dot, s.dotIsInterface);
    };
  }

  #variable(node: VariableNode, args: readonly Operand[], piped: 0 | 1): Eval {
    const name = node.ident[0]!;
    if (node.ident.length === 1) {
      const hasArgs = args.length > 0 || piped === 1;
      return (s) => {
        s.node = node;
        const value = s.values[s.indexOf(name)];
        return hasArgs ? s.error(`can't give argument to non-function ${name}`) : value;
      };
    }
    const walk = this.#fields(node, node.ident.slice(1), args, piped);
    return (s, dot, final) => {
      s.node = node;
      const index = s.indexOf(name);
      return walk(s, dot, final, s.values[index], s.interfaces[index] ?? false);
    };
  }

  #chain(node: ChainNode, args: readonly Operand[], piped: 0 | 1): Eval {
    if (node.node.type === "nil") return failing(node, `indirection through explicit nil in ${nodeText(node)}`);
    const inner = node.node;
    // Literals and dot cannot start a chain: the parser refuses them.
    const start = this.argumentOfAnyType(inner);
    const isInterface = inner.type === "identifier" && this.#findFunction(inner.ident)?.result.kind === "interface";
    const walk = this.#fields(node, node.fields, args, piped);
    return (s, dot, final) => {
      s.node = node;
      return walk(s, dot, final, start(s, dot, undefined), isInterface);
    };
  }

  /** An operand whose value is taken unchanged. */
  argumentOfAnyType(node: Operand): Eval {
    switch (node.type) {
      case "dot":
      case "nil":
      case "bool":
      case "string":
      case "number":
        return this.#literal(node);
    }
    const evaluate = this.#operand(node);
    return (s, dot) => {
      s.node = node;
      return evaluate(s, dot, undefined);
    };
  }

  /** Field after field, from a receiver; the last may be a method with arguments. */
  #fields(node: AnyNode, names: readonly string[], args: readonly Operand[], piped: 0 | 1): FieldWalk {
    const last = names.length - 1;
    const hasArgs = args.length > 0 || piped === 1;
    const calls = names.map(
      (name, i) =>
        new MethodCall(name, node, i === last ? args : [], i === last ? piped : 0, (arg, type) =>
          this.argument(arg, type),
        ),
    );
    return (s, dot, final, receiver, isInterface) => {
      let value = receiver;
      let wrapped = isInterface;
      for (let i = 0; i <= last; i++) {
        const name = names[i]!;
        // Nothing has every field, and they are all nothing.
        if (value === undefined) return undefined;
        if (value === null) return s.error(`nil pointer evaluating ${ANY.name}.${name}`);
        const type = typeOf(value)!;
        const method = type.methods?.get(name);
        if (method) {
          value = calls[i]!.run(s, dot, final, value, method);
          wrapped = method.result.kind === "interface";
          continue;
        }
        if (value instanceof GoMap) {
          if (hasArgs && i === last) return s.error(`${name} is not a method but has arguments`);
          wrapped = type.elem?.kind === "interface";
          value = value.get(name);
          continue;
        }
        const field: Maybe = value instanceof GoObject ? value.field(name) : undefined;
        if (field === undefined)
          return s.error(`can't evaluate field ${name} in type ${wrapped ? ANY.name : type.name}`);
        if (hasArgs && i === last) return s.error(`${name} has arguments but cannot be invoked as function`);
        value = field;
        wrapped = false;
      }
      return value;
    };
  }
}

type FieldWalk = (s: Execution, dot: Maybe, final: Maybe, receiver: Maybe, isInterface: boolean) => Maybe;

const failing =
  (node: AnyNode, message: string): Eval =>
  (s) => {
    s.node = node;
    return s.error(message);
  };

function constant(node: AnyNode, result: Constant): Eval {
  if ("error" in result) return failing(node, result.error);
  const { value } = result;
  return (s) => {
    s.node = node;
    return value;
  };
}
