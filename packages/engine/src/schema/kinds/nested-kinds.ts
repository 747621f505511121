/** Kinds that hold values of another type: lists and maps. */
import type { Expression, ObjectField } from "../../syntax/ast.ts";
import { isValidIdentifier, quoteString } from "../../syntax/characters.ts";
import { string, type Value } from "../../syntax/value.ts";
import { checkName, checkText } from "../check-text.ts";
import { CompiledText } from "../compiled-text.ts";
import { good, type KindOf, SINGLE, type ValueKind, wrongType } from "../value-kind.ts";
import type { OfKind } from "../value-type.ts";

export const listKind = (kindOf: KindOf): ValueKind<OfKind<"list">> => ({
  ...SINGLE,
  decode(value, { of }, texts) {
    if (value.type === "null") return good([]);
    if (value.type !== "array") return wrongType(value, "array");
    const items: unknown[] = [];
    for (const [index, item] of value.items.entries()) {
      const one = kindOf(of).decode(item, of, texts);
      if (!one.ok) return { ok: false, error: { kind: "element", value, index, inner: one.error } };
      items.push(one.value);
    }
    return good(items);
  },
  decodeDefault: (written, { of }) => written.map((item) => kindOf(of).decodeDefault(item, of)),
  check(value, { of }, expression, report) {
    const elements = expression.kind === "array" ? expression.elements : [];
    for (const [i, item] of value.entries()) kindOf(of).check(item, of, elements[i] ?? expression, report);
  },
  same: (a, b, { of }) => a.length === b.length && a.every((item, i) => kindOf(of).same(item, b[i], of)),
  describe: ({ of }) => `list of ${kindOf(of).describe(of)}`,
  print: (value, { of }) => `[${value.map((item) => kindOf(of).print(item, of)).join(", ")}]`,
  isSecret: ({ of }) => kindOf(of).isSecret(of),
  summarise: (value, { of }) => value.map((item) => kindOf(of).summarise(item, of)).join(", "),
  snippet: ({ of }, stop) => `[${kindOf(of).snippet(of, stop, undefined)}]`,
  complete: ({ of }, place) =>
    place.inString
      ? []
      : kindOf(of)
          .complete(of, place)
          .map((one) => ({ ...one, text: `[${one.text}]` })),
  inside: (bracket, { of }) => (bracket === "[" ? of : undefined),
  control: ({ of }) => ({ kind: "rows", of: kindOf(of).control(of) }),
  generate: ({ of }, chance) =>
    `[${Array.from({ length: chance.below(4) }, () => kindOf(of).generate(of, chance)).join(", ")}]`,
});

export const mapKind = (kindOf: KindOf): ValueKind<OfKind<"map">> => ({
  ...SINGLE,
  decode(value, { of, emptyIsName }, texts) {
    if (value.type === "null") return good(new Map());
    const fields = value.type === "object" || value.type === "capsule" ? value.fields : undefined;
    if (fields === undefined) return wrongType(value, "object");
    const map = new Map<string, unknown>();
    for (const [field, item] of fields) {
      const one = kindOf(of).decode(emptyIsName && isEmpty(item) ? string(field) : item, of, texts);
      if (!one.ok) return { ok: false, error: { kind: "field", value, field, inner: one.error } };
      map.set(field, one.value);
    }
    return good(map);
  },
  decodeDefault: (written, { of }) =>
    new Map([...written].map(([name, item]) => [name, kindOf(of).decodeDefault(item, of)])),
  check(value, { of, emptyIsName }, expression, report) {
    const fields = fieldsByName(expression);
    for (const [name, item] of value) {
      const field = fields.get(name);
      const at = field?.value ?? expression;
      if (!emptyIsName || !(item instanceof CompiledText)) kindOf(of).check(item, of, at, report);
      else if (isBlank(field)) checkName(item, field, report);
      // No text of such a map is empty by absence.
      else checkText(item, at, report);
    }
  },
  /** In their order, since some maps of names are worked on in it. */
  same(a, b, { of }) {
    const others = [...b];
    return (
      a.size === b.size &&
      [...a].every(([name, item], i) => name === others[i]![0] && kindOf(of).same(item, others[i]![1], of))
    );
  },
  describe: ({ of }) => `map of ${kindOf(of).describe(of)}`,
  print(value, { of }) {
    if (value.size === 0) return "{}";
    const fields = [...value].map(([name, item]) => `${printName(name)} = ${kindOf(of).print(item, of)}`);
    return `{ ${fields.join(", ")} }`;
  },
  summarise(value, { of }) {
    const shown = [...value].map(([name, item]) => {
      const text = kindOf(of).summarise(item, of);
      return text === "" || text === name ? name : `${name}=${text}`;
    });
    return shown.join(", ");
  },
  namesItself: true,
  isSecret: ({ of }) => kindOf(of).isSecret(of),
  snippet: (_type, stop) => `{\n\t\t$${stop}\n\t}`,
  inside: (bracket, { of }) => (bracket === "{" ? of : undefined),
  control: ({ of, emptyIsName }) => ({
    kind: "pairs",
    of: kindOf(of).control(of),
    valueOptional: emptyIsName === true,
  }),
  generate({ of }, chance) {
    const names = new Set(Array.from({ length: chance.below(4) }, () => chance.name()));
    return `{ ${[...names].map((name) => `${quoteString(name)} = ${kindOf(of).generate(of, chance)}`).join(", ")} }`;
  },
});

const isEmpty = (value: Value): boolean => value.type === "null" || (value.type === "string" && value.value === "");

const printName = (name: string): string => (isValidIdentifier(name) ? name : quoteString(name));

/** Of several fields with one name the last counts. */
const fieldsByName = (expression: Expression): ReadonlyMap<string, ObjectField> =>
  new Map(expression.kind === "object" ? expression.fields.map((field) => [field.name, field]) : []);

/** Whether the field's value is absent in the text. */
const isBlank = (field: ObjectField | undefined): field is ObjectField =>
  field?.value.kind === "literal" &&
  (field.value.literal === "null" || (field.value.literal === "string" && field.value.text.length === 2));
