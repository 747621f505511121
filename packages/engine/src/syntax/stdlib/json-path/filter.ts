/**
 * The result of a filter for a value, by the rules of `ojg/jp`: whole numbers and floats compare as numbers, all other types
 * only with themselves; a path alone, and in `&&`, `||` and `!`, checks only for existence; if a path selects several values,
 * any may match.
 */

import { compareBytes, LimitError, utf8Length } from "@sluice/languages/base";
import { compileRegex, type Regex } from "@sluice/languages/re2";
import { bool, float, int, string, type Value } from "../../value.ts";
import { type Equation, NOTHING, type Operand, type Path, PathError } from "./path.ts";
import type { Work } from "./work.ts";

/** What compiling a pattern from the document counts as. */
const COMPILING = 2000;

/** A value, and whether it was found by a path. */
interface Outcome {
  readonly value: Operand;
  readonly found: boolean;
}

const given = (value: Operand): Outcome => ({ value, found: false });
const ABSENT: readonly Outcome[] = [given(NOTHING)];

/** All that a path selects in a value. */
export type Select = (path: Path, from: Value, work: Work) => readonly Value[];

/**
 * Whether `item` matches; `root` is what the whole path is applied to. Throws `PathError`. `select` runs the paths in the
 * filter: it is passed in, since running a path runs its filters in turn.
 */
export function matchesFilter(filter: Equation, item: Value, root: Value, work: Work, select: Select): boolean {
  const evaluation = new Evaluation(work, select);
  evaluation.resolve(filter, item, root);
  for (let choice = 0; choice < evaluation.choices; choice++) {
    evaluation.choose(choice);
    const { value, found } = evaluation.evaluate(filter);
    if (found || isTrue(value)) return true;
  }
  return false;
}

class Evaluation {
  readonly #work: Work;
  readonly #select: Select;
  /** What each path selects, in the order of the paths in the filter. */
  readonly #found = new Map<Equation, readonly Outcome[]>();
  readonly #chosen = new Map<Equation, Outcome>();
  choices = 1;

  constructor(work: Work, select: Select) {
    this.#work = work;
    this.#select = select;
  }

  resolve(equation: Equation, item: Value, root: Value): void {
    const { operation, operand, left, right } = equation;
    if (operand?.type === "path") {
      const from = operand.path[0]!.kind === "root" ? root : item;
      const values = this.#select(operand.path, from, this.#work);
      this.#found.set(equation, values.length === 0 ? ABSENT : values.map((value) => ({ value, found: true })));
      this.choices *= Math.max(values.length, 1);
    } else if (operation?.name === "count" && left) {
      // All that is selected is one value here, and a path from the root starts at the item.
      const values = left.operand?.type === "path" ? this.#select(left.operand.path, item, this.#work) : undefined;
      this.#found.set(equation, values ? [given(int(BigInt(values.length)))] : ABSENT);
    } else {
      if (left) this.resolve(left, item, root);
      if (right && operation!.operands > 1) this.resolve(right, item, root);
    }
  }

  /** Takes one of the values of each path. */
  choose(choice: number): void {
    let rest = choice;
    for (const [equation, outcomes] of this.#found) {
      this.#chosen.set(equation, outcomes[rest % outcomes.length]!);
      rest = Math.floor(rest / outcomes.length);
    }
  }

  evaluate(equation: Equation | undefined): Outcome {
    this.#work.count();
    if (!equation) return given({ type: "null" });
    const chosen = this.#chosen.get(equation);
    if (chosen) return chosen;
    const { operation, operand } = equation;
    if (!operation) return given(operand!);
    const left = this.evaluate(equation.left);
    if (operation.operands === 1) return given(this.#unary(operation.name, left));
    return given(this.#binary(operation.name, left, this.evaluate(equation.right)));
  }

  #unary(name: string, { value, found }: Outcome): Operand {
    switch (name) {
      case "(":
        return value;
      case "!":
        return bool(!(found || isTrue(value)));
      default: {
        const length = lengthOf(value);
        return length === undefined ? NOTHING : int(BigInt(length));
      }
    }
  }

  #binary(name: string, left: Outcome, right: Outcome): Operand {
    const [a, b] = [left.value, right.value];
    switch (name) {
      case "==":
        return bool(equals(a, b));
      case "!=":
        return bool(differs(a, b));
      case "<":
        return bool((compare(a, b) ?? 0) < 0);
      case ">":
        return bool((compare(a, b) ?? 0) > 0);
      case "<=":
        return bool((compare(a, b) ?? 1) <= 0);
      case ">=":
        return bool((compare(a, b) ?? -1) >= 0);
      case "||":
        return bool(left.found || isTrue(a) || right.found || isTrue(b));
      case "&&":
        return bool((left.found || isTrue(a)) && (right.found || isTrue(b)));
      case "in":
        return bool(b.type === "array" && b.items.some((item) => same(a, item)));
      case "empty": {
        const length = lengthOf(a);
        return bool(b.type === "bool" && length !== undefined && b.value === (length === 0));
      }
      case "has":
      case "exists":
        return bool(b.type === "bool" && b.value === (a.type !== "nothing"));
      case "~=":
      case "=~":
        return bool(a.type === "string" && this.#matches(a.value, b) === true);
      case "match":
        return this.#matchText(a, b, (pattern) => pattern.replace(/^(?!\^)/, "^").replace(/(?<!\$)$/, "$$"));
      case "search":
        return this.#matchText(a, b, (pattern) => pattern);
      default:
        return this.#calculate(name, a, b);
    }
  }

  #matchText(text: Operand, pattern: Operand, anchor: (pattern: string) => string): Operand {
    if (text.type !== "string" || pattern.type !== "string" || pattern.value === "") return NOTHING;
    const matches = this.#matches(text.value, string(anchor(pattern.value)));
    return matches === undefined ? NOTHING : bool(matches);
  }

  /** Whether `text` has a match; undefined where `pattern` is not a pattern. */
  #matches(text: string, pattern: Operand): boolean | undefined {
    this.#work.count(text.length);
    const regex = pattern.type === "regex" ? pattern.regex : this.#compile(pattern);
    if (!regex) return undefined;
    try {
      return regex.test(text);
    } catch (problem) {
      if (problem instanceof LimitError) throw new PathError(problem.message);
      throw problem;
    }
  }

  #compile(pattern: Operand): Regex | undefined {
    if (pattern.type !== "string") return undefined;
    this.#work.count(COMPILING + pattern.value.length);
    const compiled = compileRegex(pattern.value);
    return compiled.ok ? compiled.regex : undefined;
  }

  #calculate(name: string, a: Operand, b: Operand): Operand {
    if (a.type === "string" && b.type === "string" && name === "+") {
      this.#work.count(a.value.length + b.value.length);
      return string(a.value + b.value);
    }
    if (a.type !== "number" || b.type !== "number") return NOTHING;
    if (a.kind !== "float" && b.kind !== "float") {
      if (name === "/" && b.value === 0n) return NOTHING;
      const [x, y] = [a.value, b.value];
      return int(BigInt.asIntN(64, name === "+" ? x + y : name === "-" ? x - y : name === "*" ? x * y : x / y));
    }
    const [x, y] = [Number(a.value), Number(b.value)];
    if (name === "/" && y === 0) return NOTHING;
    return float(name === "+" ? x + y : name === "-" ? x - y : name === "*" ? x * y : x / y);
  }
}

const isTrue = (value: Operand): boolean => value.type === "bool" && value.value;

/** Bytes of a text, items of a list, fields of an object. */
function lengthOf(value: Operand): number | undefined {
  if (value.type === "string") return utf8Length(value.value);
  if (value.type === "array") return value.items.length;
  return value.type === "object" ? value.fields.size : undefined;
}

/** Whether two values have the same type and are equal. The original fails on two lists or two objects. */
function same(a: Operand, b: Operand): boolean {
  if (a.type !== b.type) return false;
  switch (a.type) {
    case "array":
    case "object":
      throw new PathError("runtime error: lists and objects cannot be compared");
    case "number":
      return b.type === "number" && (a.kind === "float") === (b.kind === "float") && a.value === b.value;
    case "string":
      return b.type === "string" && a.value === b.value;
    case "bool":
      return b.type === "bool" && a.value === b.value;
    case "regex":
      return b.type === "regex" && a.regex === b.regex;
    default:
      return true;
  }
}

function equals(a: Operand, b: Operand): boolean {
  if (same(a, b)) return true;
  return a.type === "number" && b.type === "number" && a.kind !== b.kind && Number(a.value) === Number(b.value);
}

/** A float differs from nothing but whole numbers, in the original. */
function differs(a: Operand, b: Operand): boolean {
  if (same(a, b)) return false;
  if (a.type !== "number" || (a.kind !== "float" && (b.type !== "number" || b.kind !== "float"))) return true;
  return b.type === "number" && a.kind !== b.kind && Number(a.value) !== Number(b.value);
}

/** Less than 0, 0 or more for numbers and texts, undefined for what has no order. */
function compare(a: Operand, b: Operand): number | undefined {
  if (a.type === "string" && b.type === "string") return compareBytes(a.value, b.value);
  if (a.type !== "number" || b.type !== "number") return undefined;
  const exact = a.kind !== "float" && b.kind !== "float";
  const [x, y] = exact ? [a.value, b.value] : [Number(a.value), Number(b.value)];
  return x < y ? -1 : x > y ? 1 : x === y ? 0 : undefined;
}
