/**
 * YAML nodes and mappings: finds equal keys, applies merge keys, counts what aliases multiply to.
 */
import { quoteString } from "../characters.ts";
import { capsule, object, type Value } from "../value.ts";
import { type YamlCursor, YamlError } from "./yaml-cursor.ts";

export interface YamlNode {
  readonly value: Value;
  /** Number of nodes, aliases followed. */
  readonly size: number;
  /** For a scalar its text: it tells equal keys. */
  readonly text?: string;
}

/** A key; `plain` ones are neither quoted nor aliases. */
export interface YamlKey extends YamlNode {
  readonly plain: boolean;
}

/** Collects the entries of a mapping: finds equal keys, applies merge keys behind all others. */
export class MappingBuilder {
  readonly nodes: YamlNode[] = [];
  readonly #fields = new Map<string, Value>();
  readonly #seen = new Map<string, number>();
  readonly #merges: Value[] = [];
  readonly #cursor: YamlCursor;
  #allText = true;

  /** `cursor` tells lines, for messages. */
  constructor(cursor: YamlCursor) {
    this.#cursor = cursor;
  }

  /** Adds an entry whose key stands at `at`. */
  add(key: YamlKey, value: YamlNode, at: number): void {
    this.nodes.push(key, value);
    if (key.text === undefined) this.#cursor.fail("collections as keys are not available here", at);
    const before = this.#seen.get(key.text);
    if (before !== undefined) {
      const what = `mapping key ${quoteString(key.text)} already defined at line ${this.#cursor.line(before)}`;
      throw new YamlError(`yaml: unmarshal errors:\n  line ${this.#cursor.line(at)}: ${what}`);
    }
    this.#seen.set(key.text, at);
    if (key.plain && key.text === "<<") {
      const sources = value.value.type === "array" ? value.value.items : [value.value];
      if (sources.some((source) => source.type !== "object"))
        throw new YamlError("yaml: map merge requires map or sequence of maps as the value");
      this.#merges.push(...sources);
      return;
    }
    if (key.value.type !== "string") this.#allText = false;
    this.#fields.set(key.text, value.value);
  }

  /** The finished mapping. */
  finish(): Value {
    for (const source of this.#merges) {
      if (source.type !== "object") continue;
      for (const [key, value] of source.fields) if (!this.#fields.has(key)) this.#fields.set(key, value);
    }
    const fields = object(this.#fields);
    // With a key that is no text, Go makes another kind of map, which is opaque to the configuration language.
    return this.#allText ? fields : capsule("map[interface {}]interface {}", fields);
  }
}
