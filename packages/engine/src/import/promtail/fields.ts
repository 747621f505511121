/** The kinds of values in Promtail's structures. */

import { nearest } from "@sluice/languages/base";
import { parseDuration } from "@sluice/languages/goduration";
import type { YamlNode } from "@sluice/languages/yaml";
import { didYouMean } from "../../base/diagnostic.ts";
import {
  bytesExpression,
  durationExpression,
  floatExpression,
  listExpression,
  objectExpression,
  plainTextExpression,
  textExpression,
} from "./expressions.ts";
import { describeNode, isNull, type Reading, scalarValue } from "./reading.ts";
import { parsePrometheusDuration, parseSize } from "./sizes.ts";

export interface Field<T> {
  /** What null means, and a key that is not there. */
  readonly zero: T;
  /** `node` is no alias and not null. Undefined after a mistake, which is reported. */
  read(node: YamlNode, reading: Reading): T | undefined;
  /** As an expression of the configuration. */
  write(value: T): string;
}

type ValueOf<F> = F extends Field<infer T> ? T : never;
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** Reads a node by a field. Undefined after a mistake. */
export function readField<T>(field: Field<T>, node: YamlNode, reading: Reading): T | undefined {
  const found = reading.follow(node);
  return isNull(found) ? field.zero : field.read(found, reading);
}

const expected = (what: string, node: YamlNode, reading: Reading): undefined =>
  reading.error("import-type", `${what} is expected here, not ${describeNode(node)}`, node);

function scalar<T>(
  zero: T,
  what: string,
  from: (value: unknown, node: YamlNode) => T | undefined,
  write: (value: T) => string,
): Field<T> {
  return {
    zero,
    read(node, reading) {
      if (node.kind !== "scalar") return expected(what, node, reading);
      const value = scalarValue(node, reading);
      if (value === undefined) return undefined;
      return from(value, node) ?? expected(what, node, reading);
    },
    write,
  };
}

const MAX_INT = 2n ** 63n - 1n;

function toInt(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value <= MAX_INT ? value : undefined;
  if (typeof value !== "number" || !(Math.abs(value) < 2 ** 63)) return undefined;
  return BigInt(Math.trunc(value));
}

const written = (_value: unknown, node: YamlNode): string => node.text;

/** A text as written: `1.50` stays that. Its variables are read from the environment. */
export const text = scalar("", "a text", written, textExpression);
/** A text of a language in which `${…}` means something else. */
export const code = scalar("", "a text", written, plainTextExpression);
export const bool = scalar(false, "true or false", (value) => (typeof value === "boolean" ? value : undefined), String);
export const int = scalar(0n, "a whole number", toInt, String);
export const uint = scalar(
  0n,
  "a whole number that is not negative",
  (value) => {
    const whole = toInt(value);
    return whole !== undefined && whole >= 0n ? whole : undefined;
  },
  String,
);
export const float = scalar(
  0,
  "a number",
  (value) => (typeof value === "bigint" ? Number(value) : typeof value === "number" ? value : undefined),
  (value) => floatExpression(value) ?? "0",
);
/** Go's durations: no days; a bare whole number counts nanoseconds. */
export const duration = scalar(
  0n,
  "a duration (`5s`, `1m30s`)",
  (value) => {
    if (typeof value !== "string") return toInt(value);
    const parsed = parseDuration(value);
    return parsed.ok ? parsed.nanos : undefined;
  },
  durationExpression,
);
/** Prometheus' durations: whole numbers with units up to years. */
export const prometheusDuration = scalar(
  0n,
  "a duration (`30s`, `1d12h`)",
  (_, node) => parsePrometheusDuration(node.text),
  durationExpression,
);
/** A size in bytes: whole, with binary units. */
export const size = scalar(0n, "a size (`256kb`, `2M`)", (_, node) => parseSize(node.text), bytesExpression);

/** One of few words. */
export function choice(what: string, words: readonly string[]): Field<string> {
  return {
    ...text,
    read(node, reading) {
      const value = text.read(node, reading);
      if (value === undefined || words.includes(value)) return value;
      return reading.error("import-value", `${what} is one of ${words.join(", ")}`, node);
    },
  };
}

/** With `withoutNull`, which says what its elements are, null among them is an error: the original crashes of it. */
export function list<T>(item: Field<T>, withoutNull?: string): Field<readonly T[]> {
  const readItem = (node: YamlNode, reading: Reading): readonly T[] => {
    const found = reading.follow(node);
    if (withoutNull !== undefined && isNull(found)) {
      reading.error("import-value", `${withoutNull} is empty (null)`, found);
      return [];
    }
    const value = readField(item, node, reading);
    return value === undefined ? [] : [value];
  };
  return {
    zero: [],
    read(node, reading) {
      if (node.kind !== "sequence") return expected("a list", node, reading);
      return reading.within(() => node.items.flatMap((one) => readItem(one, reading)));
    },
    write: (items) => listExpression(items.map((one) => item.write(one))),
  };
}

/** Texts by names, both as written. */
export function mapOf<T>(item: Field<T>): Field<ReadonlyMap<string, T>> {
  return {
    zero: new Map(),
    read(node, reading) {
      if (node.kind !== "mapping") return expected("a mapping", node, reading);
      return reading.within(() => {
        const found = new Map<string, T>();
        for (const { key, value } of reading.pairs(node)) {
          const name = readField(text, key, reading);
          if (name === undefined) continue;
          if (found.has(name)) reading.error("import-duplicate-key", `${JSON.stringify(name)} is given twice`, key);
          const one = readField(item, value, reading);
          if (one !== undefined) found.set(name, one);
        }
        return found;
      });
    },
    write: (entries) => objectExpression([...entries].map(([name, value]) => [name, item.write(value)])),
  };
}

export const textMap = mapOf(text);

/** Anything, as nodes: it is read later. */
export const raw: Field<YamlNode | undefined> = { zero: undefined, read: (node) => node, write: () => "null" };

/** What a structure was given. */
export class Section<out F extends Fields = Fields> {
  readonly fields: F;
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #places: ReadonlyMap<string, YamlNode>;
  /** Undefined if it is null. */
  readonly node: YamlNode | undefined;

  constructor(fields: F, values: ReadonlyMap<string, unknown>, places: ReadonlyMap<string, YamlNode>, node?: YamlNode) {
    this.fields = fields;
    this.#values = values;
    this.#places = places;
    this.node = node;
  }

  /** The value of a key: what null means where it is not given. */
  get<K extends keyof F & string>(key: K): ValueOf<F[K]> {
    return (this.#values.has(key) ? this.#values.get(key) : this.fields[key]!.zero) as ValueOf<F[K]>;
  }

  has(key: keyof F & string): boolean {
    return this.#values.has(key);
  }

  /** Place of a key's value; undefined if the key is absent. */
  place(key: keyof F & string): YamlNode | undefined {
    return this.#places.get(key);
  }

  /** The value of a key as an expression; undefined where it is not given. */
  expression(key: keyof F & string): string | undefined {
    return this.has(key) ? this.fields[key]!.write(this.get(key)) : undefined;
  }
}

/** A structure: unknown keys and keys given twice are errors. `what` names it in messages. */
export function section<F extends Fields>(what: string, fields: F): Field<Section<F>> {
  return {
    zero: new Section(fields, new Map(), new Map()),
    read(node, reading) {
      if (node.kind !== "mapping") return expected(`${what}, a mapping,`, node, reading);
      const values = new Map<string, unknown>();
      const places = new Map<string, YamlNode>();
      const own = new Set<string>();
      reading.within(() => {
        for (const { key, value, merged } of reading.pairs(node)) {
          const name = readField(text, key, reading);
          if (name === undefined) continue;
          const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
          if (field === undefined) {
            const near = nearest(name, Object.keys(fields));
            const hint = didYouMean(near);
            reading.error("import-unknown-key", `${what} has no setting ${JSON.stringify(name)}${hint}`, key);
            continue;
          }
          if (!merged && own.has(name))
            reading.error("import-duplicate-key", `${JSON.stringify(name)} is given twice`, key);
          if (!merged) own.add(name);
          const read = readField(field, value, reading);
          if (read === undefined) continue;
          values.set(name, read);
          places.set(name, reading.follow(value));
        }
      });
      return new Section(fields, values, places, node);
    },
    write: () => "null",
  };
}

/** A structure that null leaves out. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { zero: undefined, read: (node, reading) => field.read(node, reading), write: () => "null" };
}
