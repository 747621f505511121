/**
 * Reads what a filter tests, as `ojg/jp` does: operations from left to right first, each with all that follows as its
 * right side, then put in order by precedence. That order is its own: `!` takes all that follows, and an operation in
 * the second argument of a function leaves it.
 */
import { bool, NULL, string, type Value } from "../../value.ts";
import { type Equation, NOTHING, type Operand, type Operation, type Path, PathError } from "./path.ts";
import type { PathReader } from "./reader.ts";

/** How deep operations may nest, and steps that putting them in order may take. */
const MAX_DEPTH = 100;
const MAX_ORDERING = 100_000;

const operation = (name: string, precedence: number, operands: 1 | 2): [string, Operation] => [
  name,
  { name, precedence, operands },
];

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  operation("==", 3, 2),
  operation("!=", 3, 2),
  operation("<", 3, 2),
  operation(">", 3, 2),
  operation("<=", 3, 2),
  operation(">=", 3, 2),
  operation("||", 4, 2),
  operation("&&", 4, 2),
  operation("!", 0, 1),
  operation("+", 2, 2),
  operation("-", 2, 2),
  operation("*", 1, 2),
  operation("/", 1, 2),
  operation("in", 3, 2),
  operation("empty", 3, 2),
  operation("has", 3, 2),
  operation("exists", 3, 2),
  operation("~=", 3, 2),
  operation("=~", 3, 2),
  operation("length", 0, 1),
  operation("count", 0, 1),
  operation("match", 0, 2),
  operation("search", 0, 2),
]);
const NOT = OPERATIONS.get("!")!;
/** Parentheses. */
const GROUP: Operation = { name: "(", precedence: 0, operands: 1 };

const WORDS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["true", bool(true)],
  ["false", bool(false)],
  ["null", NULL],
]);

const isOperatorByte = (byte: string): boolean => /^[!&*+\-/<=>ehi|~]$/.test(byte);

/**
 * What a filter tests, from after its question mark to its closing bracket. Throws `PathError`. `readPath` reads a path in
 * it from the same `reader`.
 */
export function parseEquation(reader: PathReader, readPath: () => Path): Equation {
  const ordered = new Ordering().order(new EquationParser(reader, readPath).read());
  const reduced = reduceGroups(ordered, undefined)!;
  refuseCounts(reduced);
  return reduced;
}

const constant = (operand: Operand | undefined): Equation => ({
  operation: undefined,
  operand,
  left: undefined,
  right: undefined,
});
const apply = (op: Operation, left: Equation, right?: Equation): Equation => ({
  operation: op,
  operand: undefined,
  left,
  right,
});

class EquationParser {
  readonly #reader: PathReader;
  readonly #readPath: () => Path;
  #depth = 0;

  constructor(reader: PathReader, readPath: () => Path) {
    this.#reader = reader;
    this.#readPath = readPath;
  }

  read(): Equation {
    const reader = this.#reader;
    if (++this.#depth > MAX_DEPTH) throw reader.error(`more than ${MAX_DEPTH} operations within each other`);
    let equation = this.#readOperand();
    while (!reader.atEnd) {
      const byte = reader.peekBehindBlanks();
      if (byte === "," || byte === ")" || byte === "]" || byte === "" || byte === "\0") break;
      const op = this.#readOperator();
      equation = apply(op, equation, this.read());
    }
    this.#depth--;
    return equation;
  }

  #readOperand(): Equation {
    const reader = this.#reader;
    const byte = reader.peekBehindBlanks();
    switch (byte) {
      case "!":
        reader.at++;
        return apply(NOT, this.read());
      case "'":
      case '"':
        reader.at++;
        return constant(string(reader.readString(byte)));
      case "@":
      case "$":
        return constant({ type: "path", path: this.#readPath() });
      case "(": {
        reader.at++;
        const inner = this.read();
        if (reader.peekBehindBlanks() !== ")") throw reader.error("not terminated");
        reader.at++;
        return apply(GROUP, inner);
      }
      case "[":
        return constant(this.#readList());
      case "/":
        reader.at++;
        return constant({ type: "regex", regex: reader.readRegex() });
      case "N":
        for (const letter of "Nothing") {
          if (reader.atEnd || reader.peek() !== letter) throw reader.error("expected Nothing");
          reader.at++;
        }
        return constant(NOTHING);
    }
    if (/^[-0-9]$/.test(byte)) {
      reader.at++;
      return constant(reader.readNumber(byte));
    }
    const start = reader.at;
    while (!reader.atEnd && /^[a-z]$/.test(reader.peek())) reader.at++;
    const word = reader.text(start, reader.at);
    const value = WORDS.get(word);
    if (value) return constant(value);
    const called = OPERATIONS.get(word);
    if (called) return this.#readArguments(called);
    reader.at = start;
    throw reader.error(`'${word}' is not a value or function`);
  }

  #readArguments(called: Operation): Equation {
    const reader = this.#reader;
    if (reader.peek() !== "(") throw reader.error(`expected a ${called.name} function`);
    reader.at++;
    const left = this.read();
    let right: Equation | undefined;
    if (reader.peekBehindBlanks() === ",") {
      reader.at++;
      right = this.read();
    }
    if (reader.peekBehindBlanks() !== ")") throw reader.error("not terminated");
    reader.at++;
    return apply(called, left, right);
  }

  /** A list of constants. An operation in it counts as null, and a path equals nothing. */
  #readList(): Operand {
    const reader = this.#reader;
    reader.at++;
    const items: Operand[] = [];
    while (!reader.atEnd) {
      items.push(this.read().operand ?? NULL);
      const after = reader.nextBehindBlanks();
      if (after === "]") break;
      if (after !== ",") throw reader.error("expected a comma or an array close");
    }
    return { type: "array", items };
  }

  #readOperator(): Operation {
    const reader = this.#reader;
    let name = "";
    for (let byte = reader.peekBehindBlanks(); isOperatorByte(byte) || continuesOperator(name, byte); ) {
      name += byte;
      if (byte === "-" && name.length > 1) throw reader.error(`'${name}' is not a valid operation`);
      reader.at++;
      reader.refuseEnd("equation not terminated");
      byte = reader.peek();
    }
    const found = OPERATIONS.get(name);
    if (!found) throw reader.error(`'${name}' is not a valid operation`);
    return found;
  }
}

function continuesOperator(name: string, byte: string): boolean {
  if (name === "") return false;
  for (const known of OPERATIONS.keys()) if (known.startsWith(name + byte)) return true;
  return false;
}

/** Puts operations in order by what binds closer. */
class Ordering {
  #steps = 0;

  order(equation: Equation): Equation {
    if (++this.#steps > MAX_ORDERING) throw new PathError("the filter has too many operations");
    if (!equation.operation) return equation;
    if (equation.left) equation.left = this.order(equation.left);
    if (!equation.right?.operation) return equation;
    const { precedence } = equation.operation;
    if (precedence <= equation.right.operation.precedence) {
      const { right } = equation;
      equation.right = right.left;
      right.left = equation;
      return this.order(right);
    }
    equation.right = this.order(equation.right);
    const { operation: inner } = equation.right;
    return inner && precedence <= inner.precedence ? this.order(equation) : equation;
  }
}

/** Drops redundant parentheses. What stays in parentheses is a value and no longer checks for existence. */
function reduceGroups(equation: Equation | undefined, around: Operation | undefined): Equation | undefined {
  const op = equation?.operation;
  if (!equation || !op) return equation;
  if (op === GROUP) {
    const inner = equation.left?.operation;
    if (!around || (inner && inner.precedence < around.precedence)) return reduceGroups(equation.left, around);
  }
  equation.left = reduceGroups(equation.left, op);
  equation.right = reduceGroups(equation.right, op);
  return equation;
}

/** Counting what is not a path confuses the original; here it is a mistake. */
function refuseCounts(equation: Equation): void {
  const { operation: op, left, right } = equation;
  if (op?.name === "count" && left?.operation) throw new PathError("count takes a path");
  if (left) refuseCounts(left);
  if (right) refuseCounts(right);
}
