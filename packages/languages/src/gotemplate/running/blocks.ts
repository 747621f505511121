/**
 * Text, actions and control structures compiled to closures (the walk functions of text/template/exec.go).
 * `break` and `continue` are signals that lists pass on, not exceptions.
 */

import type { FindFunction } from "../functions.ts";
import { MAX_EXECUTION_DEPTH, MAX_TEMPLATE_DEPTH } from "../limits.ts";
import { printValue, sprint } from "../print.ts";
import type { BranchNode, ListNode, Node, PipeNode, TemplateNode } from "../syntax/ast.ts";
import { nodeText } from "../syntax/ast.ts";
import { UINT8 } from "../types.ts";
import { GoBytes, GoFunc, GoInt, GoList, GoMap, int, type Maybe, makeInt, sortedKeys, typeOf } from "../value.ts";
import { quote } from "../values/quote.ts";
import { isTrue } from "../values/truth.ts";
import type { Eval } from "./calls.ts";
import type { Execution } from "./execution.ts";
import { ExpressionCompiler } from "./expressions.ts";

/** The signal of a block to the loop around it. */
const NEXT = 0;
const BREAK = 1;
const CONTINUE = 2;
type Signal = typeof NEXT | typeof BREAK | typeof CONTINUE;

type Walk = (s: Execution, dot: Maybe) => Signal;

/** A template ready to run. `nesting` is how many calls its blocks and parentheses take at once. */
export interface CompiledTemplate {
  readonly name: string;
  walk: Walk;
  nesting: number;
}

/** Compiles all templates of one text. */
export function compileTrees(
  trees: ReadonlyMap<string, ListNode>,
  find: FindFunction,
): ReadonlyMap<string, CompiledTemplate> {
  const templates = new Map<string, CompiledTemplate>();
  for (const name of trees.keys()) templates.set(name, { name, walk: () => NEXT, nesting: 0 });
  for (const [name, list] of trees) {
    const compiler = new BlockCompiler(find, templates);
    const template = templates.get(name)!;
    template.walk = compiler.list(list);
    template.nesting = compiler.maxNesting;
  }
  return templates;
}

/** Calls that run on the stack at once for a list in its block, and those that a loop adds. */
const LIST_CALLS = 2;
const RANGE_CALLS = 2;

class BlockCompiler {
  readonly #expressions: ExpressionCompiler;
  readonly #templates: ReadonlyMap<string, CompiledTemplate>;

  constructor(find: FindFunction, templates: ReadonlyMap<string, CompiledTemplate>) {
    this.#expressions = new ExpressionCompiler(find);
    this.#templates = templates;
  }

  get maxNesting(): number {
    return this.#expressions.maxNesting;
  }

  list(list: ListNode): Walk {
    const walks = this.#expressions.nested(LIST_CALLS, () =>
      list.nodes.filter((node) => node.type !== "comment").map((node) => this.#node(node)),
    );
    if (walks.length === 1) return walks[0]!;
    return (s, dot) => {
      for (let i = 0; i < walks.length; i++) {
        const signal = walks[i]!(s, dot);
        if (signal !== NEXT) return signal;
      }
      return NEXT;
    };
  }

  #node(node: Node): Walk {
    switch (node.type) {
      case "text":
        return (s) => {
          s.write(node.text);
          return NEXT;
        };
      case "comment":
        return () => NEXT;
      case "action":
        return this.#action(node, node.pipe);
      case "if":
      case "with":
        return this.#branch(node, node.type === "with");
      case "range":
        return this.#range(node);
      case "template":
        return this.#template(node);
      case "break":
        return () => BREAK;
      case "continue":
        return () => CONTINUE;
    }
  }

  #action(node: Node, pipe: PipeNode): Walk {
    const evaluate = this.#expressions.pipeline(pipe);
    if (pipe.decl.length > 0)
      return (s, dot) => {
        s.charge(1);
        evaluate(s, dot, undefined);
        return NEXT;
      };
    return (s, dot) => {
      s.charge(1);
      const value = evaluate(s, dot, undefined);
      if (typeof value === "string") s.write(value);
      else {
        s.node = node;
        s.write(printed(s, node, value));
      }
      return NEXT;
    };
  }

  /** `if` and `with`, with their whole chain of `else if`: one loop, so that long chains need no stack. */
  #branch(node: BranchNode, isWith: boolean): Walk {
    const conditions: Eval[] = [];
    const bodies: Walk[] = [];
    let current: BranchNode = node;
    let otherwise: Walk | undefined;
    for (;;) {
      conditions.push(this.#expressions.pipeline(current.pipe));
      bodies.push(this.list(current.list));
      const rest = current.elseList;
      const next = rest?.nodes.length === 1 ? rest.nodes[0] : undefined;
      if (next && next.type === current.type) {
        current = next as BranchNode;
        continue;
      }
      if (rest) otherwise = this.list(rest);
      break;
    }
    return (s, dot) => {
      const mark = s.names.length;
      let signal: Signal = NEXT;
      let taken = false;
      for (let i = 0; i < conditions.length && !taken; i++) {
        s.charge(1);
        const value = conditions[i]!(s, dot, undefined);
        if (!isTrue(value)) continue;
        taken = true;
        if (isWith) {
          const isInterface = s.dotIsInterface;
          s.dotIsInterface = false;
          signal = bodies[i]!(s, value);
          s.dotIsInterface = isInterface;
        } else signal = bodies[i]!(s, dot);
      }
      if (!taken && otherwise) signal = otherwise(s, dot);
      s.pop(mark);
      return signal;
    };
  }

  #range(node: BranchNode): Walk {
    const { pipe } = node;
    const evaluate = this.#expressions.pipeline(pipe);
    const body = this.#expressions.nested(RANGE_CALLS, () => this.list(node.list));
    const otherwise = node.elseList && this.list(node.elseList);
    const turn = compileTurn(pipe, body);
    return (s, dot) => {
      s.node = node;
      const mark = s.names.length;
      const value = evaluate(s, dot, undefined);
      const isInterface = s.dotIsInterface;
      const ran = runRange(s, value, pipe.decl.length, turn);
      s.dotIsInterface = isInterface;
      const signal = ran || !otherwise ? NEXT : otherwise(s, dot);
      s.pop(mark);
      return signal;
    };
  }

  #template(node: TemplateNode): Walk {
    const { name } = node;
    const around = this.#expressions.nesting + 1;
    const evaluate = node.pipe && this.#expressions.pipeline(node.pipe);
    return (s, dot) => {
      s.charge(1);
      s.node = node;
      const template = this.#templates.get(name);
      if (!template) return s.error(`template ${quote(name)} not defined`);
      const nesting = s.nesting + around;
      if (s.depth >= MAX_TEMPLATE_DEPTH || nesting + template.nesting > MAX_EXECUTION_DEPTH)
        s.error(`exceeded maximum template depth (${MAX_TEMPLATE_DEPTH})`, "template-depth");
      const data = evaluate?.(s, dot, undefined);
      const { names, values, interfaces, templateName, nesting: outer, dotIsInterface } = s;
      // Templates inherit no variables.
      s.names = ["$"];
      s.values = [data];
      s.interfaces = [false];
      s.templateName = name;
      s.nesting = nesting;
      s.depth++;
      s.dotIsInterface = false;
      template.walk(s, data);
      s.names = names;
      s.values = values;
      s.interfaces = interfaces;
      s.templateName = templateName;
      s.nesting = outer;
      s.depth--;
      s.dotIsInterface = dotIsInterface;
      return NEXT;
    };
  }
}

/** What an action prints for a value that is not text. */
function printed(s: Execution, node: Node, value: Maybe): string {
  if (value === undefined || value === null) return "<no value>";
  if (value instanceof GoFunc) return s.error(`can't print ${nodeText(node)} of type ${typeOf(value)?.name}`);
  try {
    return printValue(value);
  } catch (error) {
    throw s.executionError(error);
  }
}

/** One turn of a loop; whether the loop continues. */
type Turn = (s: Execution, index: Maybe, element: Maybe, isInterface: boolean) => boolean;

function compileTurn(pipe: PipeNode, body: Walk): Turn {
  const [first, second] = pipe.decl.map((variable) => variable.ident[0]!);
  return (s, index, element, isInterface) => {
    s.charge(1);
    const mark = s.names.length;
    if (first !== undefined) {
      if (!pipe.isAssign) {
        s.values[mark - 1] = element;
        s.interfaces[mark - 1] = isInterface;
        if (second !== undefined) s.values[mark - 2] = index;
      } else if (second !== undefined) {
        s.assign(first, index);
        s.assign(second, element, isInterface);
      } else s.assign(first, element, isInterface);
    }
    s.dotIsInterface = isInterface;
    const signal = body(s, element);
    s.pop(mark);
    return signal !== BREAK;
  };
}

/** Runs the turns of a loop over `value`; false where there was none, so that `else` applies. */
function runRange(s: Execution, value: Maybe, variables: number, turn: Turn): boolean {
  if (value === undefined || value === null) return false;
  if (value instanceof GoList) {
    const isInterface = value.type.elem?.kind === "interface";
    for (let i = 0; i < value.items.length; i++) if (!turn(s, int(i), value.items[i], isInterface)) break;
    return value.items.length > 0;
  }
  if (value instanceof GoMap) {
    const isInterface = value.type.elem?.kind === "interface";
    const entries = sortedKeys(value).map((key) => [key, value.get(key)] as const);
    s.charge(entries.length);
    for (const [key, element] of entries) if (!turn(s, key, element, isInterface)) break;
    return entries.length > 0;
  }
  if (value instanceof GoInt) {
    if (variables > 1) s.error(`can't use ${printValue(value)} to iterate over more than one variable`);
    for (let i = 0n; i < value.value; i++) if (!turn(s, undefined, makeInt(value.type, i), false)) break;
    return value.value > 0n;
  }
  if (value instanceof GoBytes) {
    for (const [i, byte] of value.bytes.entries()) if (!turn(s, int(i), makeInt(UINT8, BigInt(byte)), false)) break;
    return value.bytes.length > 0;
  }
  return s.error(`range can't iterate over ${sprint([value])}`);
}
