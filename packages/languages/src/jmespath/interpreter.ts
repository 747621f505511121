/**
 * The library's interpreter, with the kinds of node in which it differs from the Go library that the original uses
 * (jmespath-differences.ts lists them) visited here; every other kind, and the walk itself, is the library's. The class
 * is not exported there, so it is taken from its one instance. A search counts its steps.
 */
import { type compile, TreeInterpreter } from "@jmespath-community/jmespath";
import { setField } from "../json/grammar.ts";
import { callFunction, type LibraryFunctions } from "./functions.ts";
import { NAMELESS } from "./grammar.ts";
import {
  Budget,
  EvaluationError,
  isEqual,
  isFunction,
  isList,
  isObject,
  type ObjectValue,
  type Value,
} from "./value.ts";

/** A node of the library's syntax tree. */
export type Node = ReturnType<typeof compile>;
type NodeOf<T extends Node["type"], N = Node> = N extends { readonly type: infer U }
  ? T extends U
    ? N & { readonly type: T }
    : never
  : never;

/** What is used of the library's interpreter, over our values. */
interface LibraryInterpreter {
  readonly runtime: {
    readonly _functionTable: LibraryFunctions;
    callFunction(name: string, args: readonly Value[]): Value;
  };
  search(node: Node, value: Value): Value;
  visit(node: Node, value: Value): Value;
}

const LibraryInterpreter = TreeInterpreter.constructor as unknown as new () => LibraryInterpreter;

const IDENTITY: NodeOf<"Identity"> = { type: "Identity" };
const NO_VARIABLES: ReadonlyMap<string, Value> = new Map();

class GoInterpreter extends LibraryInterpreter {
  readonly #budget = new Budget();
  #variables = NO_VARIABLES;

  constructor() {
    super();
    const library = this.runtime._functionTable;
    this.runtime.callFunction = (name, args) => callFunction(name, args, this.#budget, library);
  }

  /** Throws {@link EvaluationError}, `LimitError`, and the platform's `RangeError`. */
  override search(node: Node, data: Value): Value {
    this.#budget.reset();
    this.#variables = NO_VARIABLES;
    return super.search(node, data);
  }

  /** The library's functions hand over what they take for a node: our references are functions. */
  override visit(node: Node, value: Value): Value {
    this.#budget.spend(1);
    if (isFunction(node)) return node(value);
    switch (node.type) {
      case "Field":
        return isObject(value) && Object.hasOwn(value, node.name) ? value[node.name]! : null;
      case "Variable":
        return this.#variable(`$${node.name.slice(1)}`);
      case "LetExpression":
        return this.#let(node, value);
      case "Binding":
        throw new EvaluationError("Unknown AST node: ASTBinding");
      case "ExpressionReference":
        return (item) => this.visit(node.child, item);
      case "Slice":
        return this.#slice(node, value);
      case "Projection":
        return this.#projection(node, value);
      case "ValueProjection":
      case "FilterProjection":
        return super.visit({ ...node, left: IDENTITY }, this.#quietly(node.left, value));
      case "Flatten": {
        const flat = super.visit({ ...node, child: IDENTITY }, this.#quietly(node.child, value));
        if (isList(flat)) this.#budget.spend(flat.length);
        return flat;
      }
      case "MultiSelectHash": {
        const object: ObjectValue = {};
        for (const child of node.children) setField(object, child.name, this.visit(child.value, value));
        return object;
      }
      case "Unary": {
        const operand = this.visit(node.operand, value);
        if (typeof operand !== "number") return null;
        return node.operator === "Minus" ? -operand : operand;
      }
      case "Arithmetic":
        return calculate(node.operator, this.visit(node.left, value), this.visit(node.right, value));
      case "Comparator":
        return this.#compare(node, value);
      default:
        return super.visit(node, value);
    }
  }

  #variable(name: string): Value {
    const value = this.#variables.get(name);
    if (value === undefined) throw new EvaluationError(`variable not defined: ${name}`);
    return value;
  }

  /** Bindings do not see each other; references see the variables of where they are called, as in the original. */
  #let(node: NodeOf<"LetExpression">, value: Value): Value {
    const outer = this.#variables;
    try {
      const inner = new Map(outer);
      for (const binding of node.bindings) {
        if (binding.type !== "Binding" || binding.variable === NAMELESS) {
          throw new EvaluationError("let: a binding must have the form $name = expression");
        }
        this.#budget.spend(inner.size);
        const bound = this.visit(binding.reference, value);
        if (binding.variable.startsWith("_")) inner.set(`$${binding.variable.slice(1)}`, bound);
      }
      this.#variables = inner;
      return this.visit(node.expression, value);
    } finally {
      this.#variables = outer;
    }
  }

  /** A text is sliced by its code points, and not at all with a step of zero. */
  #slice(node: NodeOf<"Slice">, value: Value): Value {
    if (typeof value === "string") {
      if (node.step === 0) return null;
      this.#budget.spend(value.length);
      return (super.visit(node, Array.from(value)) as string[]).join("");
    }
    if (!isList(value)) return null;
    if (node.step === 0) throw new EvaluationError("invalid slice, step cannot be 0");
    this.#budget.spend(value.length);
    return super.visit(node, value);
  }

  /** Slicing a text gives a text, and what would be projected onto it is not applied. */
  #projection(node: Extract<Node, { readonly left: Node; readonly right: Node }>, value: Value): Value {
    const { left } = node;
    if (left.type !== "IndexExpression" || left.right.type !== "Slice") return super.visit(node, value);
    const base = this.visit(left, value);
    return typeof base === "string" ? base : super.visit({ ...node, left: IDENTITY }, base);
  }

  /** Left sides of filters, flattening and `.*` give null where they fail. */
  #quietly(node: Node, value: Value): Value {
    try {
      return this.visit(node, value);
    } catch (error) {
      if (error instanceof EvaluationError) return null;
      throw error;
    }
  }

  #compare(node: NodeOf<"Comparator">, value: Value): Value {
    if (node.name !== "EQ" && node.name !== "NE") return super.visit(node, value);
    const same = isEqual(this.visit(node.left, value), this.visit(node.right, value), this.#budget);
    return same === (node.name === "EQ");
  }
}

/** Null where an operand is not a number; dividing by zero gives an infinity or NaN. */
function calculate(operator: string, left: Value, right: Value): Value {
  if (typeof left !== "number" || typeof right !== "number") return null;
  switch (operator) {
    case "Plus":
      return left + right;
    case "Minus":
      return left - right;
    case "Divide":
      return left / right;
    case "Modulo":
      return left % right;
    case "Div":
      return Math.floor(left / right);
    default:
      return left * right;
  }
}

// One for all expressions: making one builds the library's whole function table, and a search never begins inside another.
const interpreter = new GoInterpreter();

/** Evaluates a tree of the library. Throws {@link EvaluationError}, `LimitError`, and the platform's `RangeError`. */
export function evaluate(node: Node, data: Value): Value {
  return interpreter.search(node, data);
}
