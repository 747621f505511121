/**
 * Values without a type in advance, read by a schema afterwards, as in `mapstructure`: keys ignore case, unknown ones are
 * ignored, and the reader chooses whether types are strict.
 */
import { formatFloat, parseBool, parseFloat64, parseInt64, parseUint } from "@sluice/languages/gonumber";
import type { YamlNode } from "@sluice/languages/yaml";
import { type Reading, scalarValue } from "./reading.ts";

export interface LooseEntry {
  readonly key: Loose;
  readonly value: Loose;
}

/** A value with its place. */
export type Loose = { readonly node: YamlNode } & (
  | { readonly kind: "null" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "int"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "list"; readonly items: readonly Loose[] }
  | { readonly kind: "map"; readonly entries: readonly LooseEntry[] }
);

/** Reads a node as it comes; a key given twice, be it by a merge key, is an error. */
export function readLoose(given: YamlNode, reading: Reading): Loose {
  const node = reading.follow(given);
  if (node.kind === "sequence")
    return reading.within(() => ({ node, kind: "list", items: node.items.map((item) => readLoose(item, reading)) }));
  if (node.kind === "mapping")
    return reading.within(() => {
      const seen = new Set<string>();
      const entries: LooseEntry[] = [];
      for (const pair of reading.pairs(node)) {
        const key = readLoose(pair.key, reading);
        if (key.kind === "list" || key.kind === "map") {
          reading.error("import-type", "a list or a mapping cannot be a key", pair.key);
          continue;
        }
        const identity = `${key.kind} ${key.kind === "null" ? "" : String(key.value)}`;
        if (seen.has(identity)) reading.error("import-duplicate-key", "this key is given twice", pair.key);
        seen.add(identity);
        entries.push({ key, value: readLoose(pair.value, reading) });
      }
      return { node, kind: "map", entries };
    });
  const value = scalarValue(node, reading);
  if (value === undefined || value === null) return { node, kind: "null" };
  if (typeof value === "boolean") return { node, kind: "bool", value };
  if (typeof value === "bigint") return { node, kind: "int", value };
  return typeof value === "number" ? { node, kind: "float", value } : { node, kind: "text", value: String(value) };
}

/** Internal: a stage cannot be read. */
export class StageMistake extends Error {
  readonly node: YamlNode;
  constructor(message: string, node: YamlNode) {
    super(message);
    this.node = node;
  }
}

const NOUNS: Readonly<Record<Loose["kind"], string>> = {
  null: "null",
  bool: "a boolean",
  int: "a whole number",
  float: "a number",
  text: "a text",
  list: "a list",
  map: "a mapping",
};

/** Reads values of a stage; every mistake is thrown as `StageMistake`, since it costs the whole stage. */
export class LooseReader {
  readonly #weak: boolean;

  constructor(types: "strict" | "weak") {
    this.#weak = types === "weak";
  }

  #refuse(what: string, value: Loose): never {
    throw new StageMistake(`${what} is expected here, not ${NOUNS[value.kind]}`, value.node);
  }

  /** The entries of a mapping by the names that are known; null has none. */
  structure<K extends string>(value: Loose, names: readonly K[]): Partial<Record<K, Loose>> {
    if (value.kind === "null") return {};
    if (value.kind !== "map") return this.#refuse("a mapping", value);
    const found: Partial<Record<K, Loose>> = {};
    const texts = value.entries.flatMap((entry) =>
      entry.key.kind === "text" ? [{ ...entry, name: entry.key.value }] : [],
    );
    for (const name of names) {
      const exact = texts.find((entry) => entry.name === name);
      const entry = exact ?? texts.find((one) => one.name.toLowerCase() === name);
      if (entry !== undefined) found[name] = entry.value;
    }
    return found;
  }

  /** A text; undefined if it is absent or null. */
  text(value: Loose | undefined): string | undefined {
    if (value === undefined || value.kind === "null") return undefined;
    if (value.kind === "text") return value.value;
    if (this.#weak) {
      if (value.kind === "bool") return value.value ? "1" : "0";
      if (value.kind === "int") return String(value.value);
      if (value.kind === "float") return formatFloat(value.value, "f", -1);
    }
    return this.#refuse("a text", value);
  }

  bool(value: Loose | undefined): boolean | undefined {
    if (value === undefined || value.kind === "null") return undefined;
    if (value.kind === "bool") return value.value;
    if (this.#weak) {
      if (value.kind === "int") return value.value !== 0n;
      if (value.kind === "float") return value.value !== 0;
      if (value.kind === "text") {
        const parsed = parseBool(value.value);
        if (value.value === "") return false;
        if (parsed.ok) return parsed.value;
      }
    }
    return this.#refuse("true or false", value);
  }

  int(value: Loose | undefined): bigint | undefined {
    if (value === undefined || value.kind === "null") return undefined;
    if (value.kind === "int") return BigInt.asIntN(64, value.value);
    if (value.kind === "float" && Math.abs(value.value) < 2 ** 63) return BigInt(Math.trunc(value.value));
    if (this.#weak && value.kind === "bool") return value.value ? 1n : 0n;
    if (this.#weak && value.kind === "text") {
      const parsed = parseInt64(value.value === "" ? "0" : value.value, 0);
      if (parsed.ok) return parsed.value;
    }
    return this.#refuse("a whole number", value);
  }

  /** A whole number that is not negative. */
  uint(value: Loose | undefined): bigint | undefined {
    if (value?.kind === "text" && this.#weak) {
      const parsed = parseUint(value.value === "" ? "0" : value.value, 0);
      if (parsed.ok) return parsed.value;
    } else {
      const whole = value?.kind === "int" ? value.value : this.int(value);
      if (whole === undefined || whole >= 0n) return whole;
    }
    return this.#refuse("a whole number that is not negative", value!);
  }

  float(value: Loose | undefined): number | undefined {
    if (value === undefined || value.kind === "null") return undefined;
    if (value.kind === "float") return value.value;
    if (value.kind === "int") return Number(value.value);
    if (this.#weak && value.kind === "bool") return value.value ? 1 : 0;
    if (this.#weak && value.kind === "text") {
      const parsed = parseFloat64(value.value === "" ? "0" : value.value);
      if (parsed.ok) return parsed.value;
    }
    return this.#refuse("a number", value);
  }

  /** The elements of a list; a single value counts as one where types are weak. */
  items(value: Loose | undefined): readonly Loose[] | undefined {
    if (value === undefined || value.kind === "null") return undefined;
    if (value.kind === "list") return value.items;
    if (!this.#weak) return this.#refuse("a list", value);
    return value.kind === "map" && value.entries.length === 0 ? [] : [value];
  }

  texts(value: Loose | undefined): readonly string[] | undefined {
    return this.items(value)?.map((item) => this.text(item) ?? "");
  }

  floats(value: Loose | undefined): readonly number[] | undefined {
    return this.items(value)?.map((item) => this.float(item) ?? 0);
  }

  /** Values by texts; undefined if absent or null. */
  entries(value: Loose | undefined): readonly { name: string; value: Loose }[] | undefined {
    if (value === undefined || value.kind === "null") return undefined;
    if (value.kind !== "map") return this.#refuse("a mapping", value);
    return value.entries.map((entry) => ({ name: this.text(entry.key) ?? "", value: entry.value }));
  }
}
