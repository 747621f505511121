/**
 * Turns a syntax tree into closures, once; running them is then a plain call per node. Field and index paths, which
 * is what nearly all configurations hold, become one loop without any further state.
 */
import { setField } from "../json/grammar.ts";
import { callFunction } from "./functions.ts";
import type { Node } from "./parse.ts";
import { Budget, EvaluationError, isEqual, isFalse, isList, isObject, type ObjectValue, type Value } from "./value.ts";

/** State of one search. */
interface Scope {
  readonly root: Value;
  readonly budget: Budget;
  variables: ReadonlyMap<string, Value>;
}

type Run = (value: Value, scope: Scope) => Value;

/** A compiled expression; throws {@link EvaluationError} and `LimitError`. */
export type Search = (data: Value) => Value;

/** Compiles `node`. */
export function compileSearch(node: Node): Search {
  const steps = pathOf(node);
  if (steps) return (data) => followPath(steps, data);
  const run = compile(node);
  return (data) => run(data, { root: data, budget: new Budget(), variables: new Map() });
}

type Step = string | number;

/** The steps of a plain path (`a.b[0]."c"`), innermost last; undefined for anything else. */
function pathOf(node: Node): Step[] | undefined {
  if (node.type === "field") return [node.name];
  if (node.type === "index") return [node.index];
  if (node.type === "identity" || node.type === "current") return [];
  if (node.type !== "sub") return undefined;
  const left = pathOf(node.left);
  const right = left && pathOf(node.right);
  return right && [...left, ...right];
}

function followPath(steps: readonly Step[], data: Value): Value {
  let value = data;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    value = typeof step === "string" ? fieldOf(value, step) : elementOf(value, step);
    if (value === null) return null;
  }
  return value;
}

function fieldOf(value: Value, name: string): Value {
  return isObject(value) && Object.hasOwn(value, name) ? value[name]! : null;
}

function elementOf(value: Value, index: number): Value {
  return isList(value) ? (value[index < 0 ? index + value.length : index] ?? null) : null;
}

function compile(node: Node): Run {
  const run = compileNode(node);
  return (value, scope) => {
    scope.budget.spend(1);
    return run(value, scope);
  };
}

function compileNode(node: Node): Run {
  switch (node.type) {
    case "field": {
      const { name } = node;
      return (value) => fieldOf(value, name);
    }
    case "index": {
      const { index } = node;
      return (value) => elementOf(value, index);
    }
    case "slice":
      return (value, scope) => slice(value, node.parts, scope.budget);
    case "literal":
      return () => node.value;
    case "variable":
      return (_, scope) => {
        const value = scope.variables.get(node.name);
        if (value === undefined) throw new EvaluationError(`variable not defined: ${node.name}`);
        return value;
      };
    case "current":
    case "identity":
      return (value) => value;
    case "root":
      return (_, scope) => scope.root;
    case "sub": {
      const left = compile(node.left);
      const right = compile(node.right);
      return (value, scope) => {
        const inner = left(value, scope);
        return inner === null ? null : right(inner, scope);
      };
    }
    case "pipe": {
      const left = compile(node.left);
      const right = compile(node.right);
      return (value, scope) => right(left(value, scope), scope);
    }
    case "or": {
      const left = compile(node.left);
      const right = compile(node.right);
      return (value, scope) => {
        const first = left(value, scope);
        return isFalse(first) ? right(value, scope) : first;
      };
    }
    case "and": {
      const left = compile(node.left);
      const right = compile(node.right);
      return (value, scope) => {
        const first = left(value, scope);
        return isFalse(first) ? first : right(value, scope);
      };
    }
    case "not": {
      const operand = compile(node.operand);
      return (value, scope) => isFalse(operand(value, scope));
    }
    case "unary": {
      const operand = compile(node.operand);
      const sign = node.op === "minus" ? -1 : 1;
      return (value, scope) => {
        const number = operand(value, scope);
        return typeof number === "number" ? sign * number : null;
      };
    }
    case "arithmetic":
      return compileArithmetic(node.op, compile(node.left), compile(node.right));
    case "compare":
      return compileComparison(node.op, compile(node.left), compile(node.right));
    case "expref": {
      const operand = compile(node.operand);
      return (_, scope) => (value: Value) => operand(value, scope);
    }
    case "call": {
      const args = node.args.map(compile);
      return (value, scope) =>
        callFunction(
          node.name,
          args.map((arg) => arg(value, scope)),
          scope.budget,
        );
    }
    case "list": {
      const items = node.items.map(compile);
      return (value, scope) => items.map((item) => item(value, scope));
    }
    case "hash": {
      const fields = node.fields.map((field) => ({ name: field.name, run: compile(field.value) }));
      return (value, scope) => {
        const object: ObjectValue = {};
        for (const { name, run } of fields) setField(object, name, run(value, scope));
        return object;
      };
    }
    case "let":
      return compileLet(node.bindings, compile(node.body));
    case "binding":
      return () => {
        throw new EvaluationError("Unknown AST node: ASTBinding");
      };
    case "projection":
    case "values":
    case "filter":
    case "flatten":
      return compileProjection(node);
  }
}

function compileArithmetic(op: string, left: Run, right: Run): Run {
  return (value, scope) => {
    const a = left(value, scope);
    const b = right(value, scope);
    if (typeof a !== "number" || typeof b !== "number") return null;
    switch (op) {
      case "plus":
        return a + b;
      case "minus":
        return a - b;
      case "divide":
        return a / b;
      case "modulo":
        return a % b;
      case "div":
        return Math.floor(a / b);
      default:
        return a * b;
    }
  };
}

function compileComparison(op: string, left: Run, right: Run): Run {
  return (value, scope) => {
    const a = left(value, scope);
    const b = right(value, scope);
    if (op === "eq") return isEqual(a, b, scope.budget);
    if (op === "ne") return !isEqual(a, b, scope.budget);
    // Only numbers have an order.
    if (typeof a !== "number" || typeof b !== "number") return null;
    if (op === "gt") return a > b;
    if (op === "gte") return a >= b;
    return op === "lt" ? a < b : a <= b;
  };
}

/** Bindings do not see each other; references keep the scope of where they are called, as in the original. */
function compileLet(bindings: readonly Node[], body: Run): Run {
  const compiled = bindings.map((node) =>
    node.type === "binding" && (node.left.type === "variable" || node.left.type === "field")
      ? { name: node.left.name, run: compile(node.right) }
      : undefined,
  );
  return (value, scope) => {
    const outer = scope.variables;
    try {
      const inner = new Map(outer);
      for (const binding of compiled) {
        if (!binding) throw new EvaluationError("let: a binding must have the form $name = expression");
        scope.budget.spend(inner.size);
        inner.set(binding.name, binding.run(value, scope));
      }
      scope.variables = inner;
      return body(value, scope);
    } finally {
      scope.variables = outer;
    }
  };
}

type ProjectionNode = Extract<Node, { type: "projection" | "values" | "filter" | "flatten" }>;

function compileProjection(node: ProjectionNode): Run {
  if (node.type === "flatten") {
    const operand = quiet(compile(node.operand));
    return (value, scope) => {
      const list = operand(value, scope);
      if (!isList(list)) return null;
      const flat = list.flat(1);
      scope.budget.spend(flat.length);
      return flat;
    };
  }
  const right = compile(node.right);
  const project = (items: readonly Value[], scope: Scope, condition?: Run): Value[] => {
    const collected: Value[] = [];
    for (const item of items) {
      if (condition && isFalse(condition(item, scope))) continue;
      const result = right(item, scope);
      if (result !== null) collected.push(result);
    }
    return collected;
  };
  if (node.type === "values") {
    const left = quiet(compile(node.left));
    return (value, scope) => {
      const object = left(value, scope);
      return isObject(object) ? project(Object.values(object), scope) : null;
    };
  }
  if (node.type === "filter") {
    const left = quiet(compile(node.left));
    const condition = compile(node.condition);
    return (value, scope) => {
      const list = left(value, scope);
      return isList(list) ? project(list, scope, condition) : null;
    };
  }
  const left = compile(node.left);
  // Slicing a text gives a text, and what would be projected onto it is not applied.
  const allowsText = node.left.type === "sub" && node.left.right.type === "slice";
  return (value, scope) => {
    const list = left(value, scope);
    if (isList(list)) return project(list, scope);
    return allowsText && typeof list === "string" ? list : null;
  };
}

/** Left sides of filters, flattening and `.*` give null where they fail, as in the original. */
function quiet(run: Run): Run {
  return (value, scope) => {
    try {
      return run(value, scope);
    } catch (error) {
      if (error instanceof EvaluationError) return null;
      throw error;
    }
  };
}

function slice(value: Value, parts: readonly (number | undefined)[], budget: Budget): Value {
  if (typeof value !== "string" && !isList(value)) return null;
  const items: readonly Value[] = typeof value === "string" ? Array.from(value) : value;
  const step = parts[2] ?? 1;
  if (step === 0) {
    if (typeof value === "string") return null;
    throw new EvaluationError("invalid slice, step cannot be 0");
  }
  const length = items.length;
  budget.spend(length);
  const start = parts[0] === undefined ? (step < 0 ? length - 1 : 0) : capBound(length, parts[0], step);
  const stop = parts[1] === undefined ? (step < 0 ? -1 : length) : capBound(length, parts[1], step);
  const result: Value[] = [];
  if (step > 0) for (let i = start; i < stop; i += step) result.push(items[i]!);
  else for (let i = start; i > stop; i += step) result.push(items[i]!);
  return typeof value === "string" ? result.join("") : result;
}

function capBound(length: number, bound: number, step: number): number {
  if (bound < 0) {
    const moved = bound + length;
    return moved < 0 ? (step < 0 ? -1 : 0) : moved;
  }
  return bound >= length ? (step < 0 ? length - 1 : length) : bound;
}
