/**
 * Values of a form's controls, read from an expression and written as one. There is one record for each kind of control, so a
 * new kind does not compile without one; the meaning of a value belongs to the kinds of values.
 */
import { unquote } from "@sluice/languages/gonumber";
import type { Expression, LiteralExpression, ObjectField } from "../syntax/ast.ts";
import { canBeRaw, isValidIdentifier, parseExpression, quoteString, writeText } from "../syntax/index.ts";
import type { Control } from "./value-kind.ts";

/** What is typed or chosen in a control: of texts, numbers and quantities the text. */
export type ControlValue = string | boolean | readonly ControlValue[] | ControlPairs;
export type ControlPair = readonly [name: string, value: ControlValue];
/** A wrapper, to distinguish pairs from rows of lists. */
export interface ControlPairs {
  readonly pairs: readonly ControlPair[];
}

export type ControlKind = Control["kind"];
/** The controls of one kind. */
export type OfControl<K extends ControlKind> = Extract<Control, { readonly kind: K }>;

interface Values {
  readonly text: string;
  readonly password: string;
  readonly switch: boolean;
  readonly number: string;
  readonly quantity: string;
  readonly choice: string;
  readonly code: string;
  readonly reference: string;
  readonly rows: readonly ControlValue[];
  readonly pairs: ControlPairs;
}

/** What a control of kind `K` holds. */
export type ControlValueOf<K extends ControlKind> = Values[K];

interface ControlText<K extends ControlKind> {
  /** What the control shows for an expression; undefined where it is not made of literals that the control can show. */
  read(expression: Expression, control: OfControl<K>): Values[K] | undefined;
  /** As an expression, in the manner of `before` where there was one. */
  write(value: Values[K], control: OfControl<K>, before: Expression | undefined): string;
}

const inQuotes = {
  read: (expression: Expression) => readText(expression),
  write: (value: string, _control: Control, before: Expression | undefined) => writeLike(value, before),
};

const CONTROLS: { readonly [K in ControlKind]: ControlText<K> } = {
  text: inQuotes,
  password: inQuotes,
  quantity: inQuotes,
  choice: inQuotes,
  code: inQuotes,
  switch: {
    read: (e) => (e.kind === "literal" && e.literal === "bool" ? e.text === "true" : undefined),
    write: String,
  },
  number: {
    read: readNumber,
    // What is not a number is written as a text, so that the schema refuses it as such.
    write: (value) => (isNumber(value) ? value.trim() : quoteString(value)),
  },
  reference: {
    read: (e) => (e.kind === "access" ? readPath(e) : undefined),
    write: (value) => (value === "" ? "null" : value),
  },
  rows: {
    read(e, { of }) {
      if (e.kind !== "array") return undefined;
      return all(e.elements.map((element) => readControl(of, element)));
    },
    write(value, { of }, before) {
      const were = before?.kind === "array" ? before.elements : [];
      return `[${value.map((item, i) => writeControl(of, item, were[i])).join(", ")}]`;
    },
  },
  pairs: {
    read(e, { of }) {
      if (e.kind !== "object") return undefined;
      const values = all(e.fields.map((field) => readControl(of, field.value)));
      return values && { pairs: values.map((value, i) => [e.fields[i]!.name, value] as const) };
    },
    write({ pairs }, { of }, before) {
      if (pairs.length === 0) return "{}";
      const were = before?.kind === "object" ? before.fields : [];
      return `{ ${pairs.map((pair, i) => writePair(pair, of, were[i])).join(", ")} }`;
    },
  },
};

const recordOf = (control: Control) => CONTROLS[control.kind] as ControlText<ControlKind>;

/** What `control` shows for an expression; undefined where it cannot: references, calls, `null`, values of another type. */
export function readControl(control: Control, expression: Expression): ControlValue | undefined {
  return expression.kind === "paren" ? undefined : recordOf(control).read(expression, control as never);
}

/** The value of `control` as an expression; strings are quoted as in `before`. */
export function writeControl(control: Control, value: ControlValue, before?: Expression): string {
  return recordOf(control).write(value as never, control as never, before);
}

/** `name = value` */
export function writePair([name, value]: ControlPair, of: Control, before?: ObjectField): string {
  const same = before?.name === name && before.quoted;
  const written = isValidIdentifier(name) && !same ? name : `"${name}"`;
  return `${written} = ${writeControl(of, value, before?.value)}`;
}

/** The same from configuration text; undefined where it is not one expression. */
export function readControlText(control: Control, text: string): ControlValue | undefined {
  const { expression, diagnostics } = parseExpression(text);
  return diagnostics.length > 0 ? undefined : readControl(control, expression);
}

export function sameControlValue(a: ControlValue, b: ControlValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Names in an object are written plain or in quotes: they cannot have escapes. */
export function findUnwritableName(value: ControlValue): string | undefined {
  if (typeof value !== "object") return undefined;
  if (!("pairs" in value)) return value.map(findUnwritableName).find((name) => name !== undefined);
  for (const [name, item] of value.pairs) {
    const inner = findUnwritableName(item);
    if (/["\\\n\r]/.test(name) || !name.isWellFormed()) return name;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function readText(expression: Expression): string | undefined {
  if (expression.kind !== "literal") return undefined;
  const { literal, text } = expression;
  if (literal === "string") return unquote(text);
  return literal === "number" || literal === "float" ? text : undefined;
}

function readNumber(expression: Expression): string | undefined {
  if (expression.kind !== "unary" || expression.operator !== "-") return readText(expression);
  const { value } = expression;
  return value.kind === "literal" && value.literal !== "string" ? negative(readText(value)) : undefined;
}

const negative = (text: string | undefined): string | undefined => (text === undefined ? undefined : `-${text}`);

function readPath(expression: Expression): string | undefined {
  if (expression.kind === "identifier") return expression.name;
  if (expression.kind !== "access") return undefined;
  const start = readPath(expression.value);
  return start === undefined ? undefined : `${start}.${expression.name}`;
}

/** A number as the language writes one, with its sign. */
function isNumber(text: string): boolean {
  const { expression, diagnostics } = parseExpression(text.trim());
  const number = expression.kind === "unary" && expression.operator === "-" ? expression.value : expression;
  return diagnostics.length === 0 && number.kind === "literal" && /^(?:number|float)$/.test(number.literal);
}

/** A text as a literal like `before`: raw stays raw and quoted quoted, as long as nothing has to be escaped for it. */
function writeLike(text: string, before: Expression | undefined): string {
  if (before?.kind !== "literal" || before.literal !== "string") return writeText(text);
  if (isRaw(before)) {
    const inOneLine = before.text.includes("\n") ? text.replaceAll("\n", "") : text;
    return canBeRaw(inOneLine) ? `\`${text}\`` : quoteString(text);
  }
  // If the user escaped backslashes, that style continues; otherwise the first one is better written raw.
  return /["\\]/.test(unquote(before.text) ?? "") ? quoteString(text) : writeText(text);
}

const isRaw = ({ text }: LiteralExpression): boolean => text.startsWith("`");

function all<V>(values: readonly (V | undefined)[]): V[] | undefined {
  const given = values.filter((value) => value !== undefined);
  return given.length === values.length ? given : undefined;
}
