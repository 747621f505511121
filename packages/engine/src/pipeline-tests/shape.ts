/**
 * The parts of a file's format, each declared once: how a YAML node is read, its mistakes and their places, and its JSON
 * Schema for editors. The size of a document with expanded aliases is limited.
 */
import { decodeRaw, encodeUtf8, nearest } from "@sluice/languages/base";
import { decodeBase64 } from "@sluice/languages/gobase64";
import type { JsonValue } from "@sluice/languages/govalue";
import type { YamlNode } from "@sluice/languages/yaml";
import { type Diagnostic, didYouMean } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";

/** Nodes that are read, those that aliases repeat counted each time. */
const MAX_NODES = 200_000;
/** Characters of all texts, those that aliases repeat counted each time. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_PROBLEMS = 200;

export type JsonSchema = Readonly<Record<string, unknown>>;

export type TestFileCode =
  | "tests-yaml"
  | "tests-unknown-key"
  | "tests-duplicate"
  | "tests-missing"
  | "tests-type"
  | "tests-value"
  | "tests-limit";

/** Internal: reading ends here, and the message is reported. */
export class TooMuch extends Error {}

/** The mistakes of a file while it is read. */
export class Reading {
  readonly diagnostics: Diagnostic[] = [];
  readonly #text: string;
  #nodes = 0;
  #characters = 0;

  constructor(text: string) {
    this.#text = text;
  }

  error(code: TestFileCode, message: string, node?: YamlNode): undefined {
    if (this.diagnostics.length < MAX_PROBLEMS)
      this.diagnostics.push({
        severity: "error",
        code,
        message,
        ...(node === undefined ? {} : { span: this.spanOf(node) }),
      });
    return undefined;
  }

  /** A plain scalar as a whole, of anything else the rest of the line on which it starts. */
  spanOf({ kind, plain, text, start }: YamlNode): Span {
    if (kind === "scalar" && plain && text !== "" && this.#text.startsWith(text, start))
      return { start, end: start + text.length };
    const end = this.#text.indexOf("\n", start);
    return { start, end: end < 0 ? this.#text.length : Math.max(start, end) };
  }

  /** The node that is meant, aliases followed. */
  follow(node: YamlNode): YamlNode {
    const found = node.kind === "alias" ? node.target! : node;
    this.#characters += found.text.length;
    if (++this.#nodes > MAX_NODES || this.#characters > MAX_CHARACTERS)
      throw new TooMuch("the file is too large once its aliases are expanded");
    return found;
  }
}

export interface Shape<T> {
  /** `node` is no alias and not null. Undefined after a mistake, which is reported. */
  read(node: YamlNode, reading: Reading): T | undefined;
  readonly schema: JsonSchema;
}

export const isNull = (node: YamlNode): boolean => node.kind === "scalar" && node.tag === "!!null";

const NOUNS = { scalar: "a single value", mapping: "a mapping", sequence: "a list", alias: "an alias" } as const;

const expected = (what: string, node: YamlNode, reading: Reading): undefined =>
  reading.error("tests-type", `${what} is expected here, not ${isNull(node) ? "nothing" : NOUNS[node.kind]}`, node);

/** Places of a mapping's keys. */
export type Places = ReadonlyMap<string, Span>;

/** A text as written, whatever it looks like: `504` is one, too. Bytes that are not UTF-8 are `!!binary`. */
export const text: Shape<string> = {
  read(node, reading) {
    if (node.kind !== "scalar" || isNull(node)) return expected("a text", node, reading);
    if (node.tag !== "!!binary") return node.text;
    const bytes = decodeBase64(encodeUtf8(node.text.replace(/\s/g, "")));
    return typeof bytes === "number" ? reading.error("tests-value", "this is not Base64", node) : decodeRaw(bytes);
  },
  schema: { type: ["string", "number", "boolean"] },
};

/** A text that `read` converts; a text as result is the mistake. */
export function parsed<T>(
  what: string,
  schema: JsonSchema,
  parse: (written: string) => { readonly value: T } | { readonly problem: string },
): Shape<T> {
  return {
    read(node, reading) {
      if (node.kind !== "scalar" || isNull(node)) return expected(what, node, reading);
      const result = parse(node.text);
      return "value" in result ? result.value : reading.error("tests-value", result.problem, node);
    },
    schema,
  };
}

export const wholeNumber = (what: string): Shape<number> =>
  parsed(what, { type: "integer" }, (written) => {
    const value = /^-?\d{1,16}$/.test(written) ? Number(written) : Number.NaN;
    return Number.isSafeInteger(value) ? { value } : { problem: `${what} is expected here` };
  });

export const yesOrNo: Shape<boolean> = parsed("true or false", { type: "boolean" }, (written) =>
  written === "true" || written === "false"
    ? { value: written === "true" }
    : { problem: "true or false is expected here" },
);

export function choice<const W extends string>(what: string, words: readonly W[]): Shape<W> {
  return parsed(what, { enum: words }, (written) => {
    const value = words.find((word) => word === written);
    if (value !== undefined) return { value };
    const near = nearest(written, words);
    const not = JSON.stringify(written);
    return { problem: `${what} is one of ${words.join(", ")}, not ${not}${didYouMean(near)}` };
  });
}

/** Values by names, in order, each with its place. Null is allowed if `orNull` says that it has a meaning. */
export function byName<T>(item: Shape<T>): Shape<ReadonlyMap<string, Placed<T>>>;
export function byName<T>(item: Shape<T>, orNull: true): Shape<ReadonlyMap<string, Placed<T | null>>>;
export function byName<T>(item: Shape<T>, orNull = false): Shape<ReadonlyMap<string, Placed<T | null>>> {
  const value = orNull ? { anyOf: [item.schema, { type: "null" }] } : item.schema;
  return {
    read(node, reading) {
      if (node.kind !== "mapping") return expected("a mapping", node, reading);
      const found = new Map<string, Placed<T | null>>();
      for (const [key, given] of pairsOf(node, reading)) {
        const name = text.read(key, reading);
        if (name === undefined) continue;
        if (found.has(name)) {
          reading.error("tests-duplicate", `${JSON.stringify(name)} is given twice`, key);
          continue;
        }
        const one = orNull && isNull(given) ? null : item.read(given, reading);
        if (one !== undefined) found.set(name, { value: one, span: reading.spanOf(key) });
      }
      return found;
    },
    schema: { type: "object", additionalProperties: value },
  };
}

export interface Placed<T> {
  readonly value: T;
  readonly span: Span;
}

export function listOf<T>(item: Shape<T>, most: number, what: string): Shape<readonly T[]> {
  return {
    read(node, reading) {
      if (node.kind !== "sequence") return expected("a list", node, reading);
      if (node.items.length > most)
        return reading.error(
          "tests-limit",
          `there are ${node.items.length} ${what} here, and at most ${most} are read`,
          node,
        );
      const items: T[] = [];
      for (const one of node.items) {
        const value = item.read(reading.follow(one), reading);
        if (value !== undefined) items.push(value);
      }
      return items;
    },
    schema: { type: "array", items: item.schema, maxItems: most },
  };
}

/** A JSON value: numbers and words such as true are what they look like, unless they are quoted. */
export const anyValue: Shape<JsonValue> = {
  read(node, reading): JsonValue | undefined {
    if (node.kind === "sequence") return node.items.map((item) => nested(item, reading));
    if (node.kind === "mapping")
      return Object.fromEntries([...pairsOf(node, reading)].map(([key, value]) => [key.text, nested(value, reading)]));
    if (node.tag === "!!int" || node.tag === "!!float") {
      const value = Number(node.text);
      return Number.isFinite(value) ? value : node.text;
    }
    return node.tag === "!!bool" ? node.text.toLowerCase() === "true" : text.read(node, reading);
  },
  schema: {},
};

const nested = (node: YamlNode, reading: Reading): JsonValue => {
  const found = reading.follow(node);
  return isNull(found) ? null : (anyValue.read(found, reading) ?? null);
};

interface Key<T> {
  readonly shape: Shape<T>;
  /** One sentence or two, shown by editors. */
  readonly doc: string;
  readonly required?: boolean;
}

export type Keys = Readonly<Record<string, Key<unknown>>>;

/** What was read of a mapping; a key that is not given, or null, is undefined. */
export type Section<K extends Keys> = {
  readonly [N in keyof K]: K[N] extends Key<infer T> ? T | undefined : never;
} & { readonly places: Places; readonly span: Span };

/** A mapping with known keys; all others are mistakes. `what` names it in messages. */
export function section<const K extends Keys>(what: string, keys: K): Shape<Section<K>> {
  const names = Object.keys(keys);
  return {
    read(node, reading) {
      if (node.kind !== "mapping") return expected(`${what}, a mapping,`, node, reading);
      const values: Record<string, unknown> = {};
      const places = new Map<string, Span>();
      for (const [key, given] of pairsOf(node, reading)) {
        const name = key.kind === "scalar" ? key.text : "";
        if (!Object.hasOwn(keys, name)) {
          const near = nearest(name, names);
          const hint = near === undefined ? `; it has ${names.join(", ")}` : didYouMean(near);
          reading.error("tests-unknown-key", `${what} has no key ${JSON.stringify(name)}${hint}`, key);
        } else if (places.has(name)) {
          reading.error("tests-duplicate", `${JSON.stringify(name)} is given twice`, key);
        } else {
          places.set(name, reading.spanOf(key));
          values[name] = isNull(given) ? undefined : keys[name]!.shape.read(given, reading);
        }
      }
      for (const name of names)
        if (keys[name]!.required && !places.has(name))
          reading.error("tests-missing", `${what} needs ${JSON.stringify(name)}`, node);
      return { ...values, places, span: reading.spanOf(node) } as unknown as Section<K>;
    },
    schema: {
      type: "object",
      additionalProperties: false,
      required: names.filter((name) => keys[name]!.required),
      properties: Object.fromEntries(
        names.map((name) => [name, { description: keys[name]!.doc, ...keys[name]!.shape.schema }]),
      ),
    },
  };
}

/** Keys and values with aliases followed. Merge keys are no keys of ours. */
function* pairsOf({ items }: YamlNode, reading: Reading): Generator<readonly [YamlNode, YamlNode]> {
  for (let i = 0; i < items.length; i += 2) yield [reading.follow(items[i]!), reading.follow(items[i + 1]!)];
}
