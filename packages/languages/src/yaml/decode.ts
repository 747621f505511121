/**
 * From nodes to values, as Go's `yaml.v3` decodes into an `interface{}`: equal keys are an error, merge keys give way to a
 * mapping's own, and a document may not multiply itself through aliases. The target of an alias is decoded anew each time, in
 * the same order, since limits and errors depend on it.
 */
import { quote } from "../gonumber/index.ts";
import type { YamlNode } from "./parser.ts";
import { type ResolvedScalar, resolvePlain, resolveTagged } from "./scalar.ts";
import { YamlError, type YamlValue } from "./value.ts";

/** Maximum number of values from aliases, and their maximum share of all values once there are many. */
const FEW_ALIASED = 100;
const FEW_DECODED = 1000;
const SMALL = 400_000;
const LARGE = 4_000_000;
/** Equal keys that are named; Go names all pairs. */
const MAX_MISTAKES = 100;

/** A mapping that is being filled. */
interface Target {
  readonly entries: Map<string, YamlValue>;
  readonly allText: boolean;
}

/** A key as Go's map sees it: `1` and `0x1` are the same, `1` and `"1"` are not. */
interface Key {
  readonly identity: string;
  readonly text: string;
}

export class YamlDecoder {
  readonly #maxDepth: number;
  readonly #mistakes: string[] = [];
  readonly #within = new Set<YamlNode>();
  /** Existing keys while a merge key is followed. */
  #merged: Set<string> | undefined;
  #decoded = 1;
  #aliased = 0;
  #aliasDepth = 0;
  #depth = 0;

  /** Values that nest deeper than `maxDepth`, aliases followed, are an error. */
  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** The value of a document's node. Throws `YamlError`. */
  decode(node: YamlNode): YamlValue {
    const value = this.#value(node) ?? null;
    if (this.#mistakes.length > 0) throw new YamlError(`yaml: unmarshal errors:\n  ${this.#mistakes.join("\n  ")}`);
    return value;
  }

  #mistake(node: YamlNode, message: string): void {
    if (this.#mistakes.length < MAX_MISTAKES) this.#mistakes.push(`line ${node.line}: ${message}`);
  }

  /** Counts a node, and those that aliases repeat. */
  #count(): void {
    this.#decoded++;
    if (this.#aliasDepth > 0) this.#aliased++;
    const { decoded, aliased } = { decoded: this.#decoded, aliased: this.#aliased };
    if (aliased > FEW_ALIASED && decoded > FEW_DECODED && aliased / decoded > allowedShare(decoded))
      throw new YamlError("yaml: document contains excessive aliasing");
  }

  /** Reads the target of an alias. */
  #follow<T>(alias: YamlNode, read: (target: YamlNode) => T): T {
    if (this.#within.has(alias)) throw new YamlError(`yaml: anchor '${alias.text}' value contains itself`);
    this.#within.add(alias);
    this.#aliasDepth++;
    const result = read(alias.target!);
    this.#aliasDepth--;
    this.#within.delete(alias);
    return result;
  }

  /** A value; undefined for a mapping with equal keys, which is left out of what holds it. */
  #value(node: YamlNode): YamlValue | undefined {
    this.#count();
    switch (node.kind) {
      case "alias":
        return this.#follow(node, (target) => this.#value(target));
      case "scalar":
        return resolve(node).value;
      case "sequence": {
        const items: YamlValue[] = [];
        this.#nested(() => {
          for (const item of node.items) {
            const value = this.#value(item);
            if (value !== undefined) items.push(value);
          }
        });
        return items;
      }
      case "mapping": {
        if (this.#hasEqualKeys(node)) return undefined;
        const target: Target = { entries: new Map(), allText: isTextMap(node) };
        this.#fill(node, target);
        return target;
      }
    }
  }

  #nested(read: () => void): void {
    if (++this.#depth > this.#maxDepth) throw new YamlError(`yaml: exceeded max depth of ${this.#maxDepth}`);
    read();
    this.#depth--;
  }

  #hasEqualKeys(node: YamlNode): boolean {
    const places = new Map<string, number[]>();
    let equal = false;
    for (let i = 0; i < node.items.length; i += 2) {
      const { kind, text } = node.items[i]!;
      const key = `${kind} ${text}`;
      const known = places.get(key);
      if (known) equal = true;
      if (known) known.push(i);
      else places.set(key, [i]);
    }
    if (!equal) return false;
    for (const [i, later] of pairsOf(places.values())) {
      if (this.#mistakes.length >= MAX_MISTAKES) break;
      const [first, second] = [node.items[i]!, node.items[later]!];
      this.#mistake(second, `mapping key ${quote(second.text)} already defined at line ${first.line}`);
    }
    return true;
  }

  /** Decodes a mapping's pairs into `target`, then those that its merge key names. */
  #fill(node: YamlNode, target: Target): void {
    const around = this.#merged;
    this.#merged = undefined;
    let merge: YamlNode | undefined;
    this.#nested(() => {
      for (let i = 0; i < node.items.length; i += 2) {
        const [keyNode, valueNode] = [node.items[i]!, node.items[i + 1]!];
        if (isMerge(keyNode)) {
          merge = valueNode;
          continue;
        }
        const key = this.#key(keyNode, target.allText);
        if (!key) continue;
        if (around?.has(key.identity)) continue;
        around?.add(key.identity);
        const value = this.#value(valueNode);
        if (value !== undefined) target.entries.set(key.text, value);
      }
      this.#merged = around;
      if (merge) this.#merge(node, merge, target);
    });
  }

  /** A key; undefined where it is a mistake, or null among texts. */
  #key(node: YamlNode, asText: boolean): Key | undefined {
    this.#count();
    switch (node.kind) {
      case "alias":
        return this.#follow(node, (target) => this.#key(target, asText));
      case "scalar": {
        const { tag, value } = resolve(node);
        const text = typeof value === "string" && tag !== "!!timestamp" ? value : node.text;
        if (asText) return value === null ? undefined : { identity: `text ${text}`, text };
        if (value === null) return { identity: "null", text };
        const kind = typeof value === "string" && tag !== "!!timestamp" ? "text" : tag;
        return { identity: `${kind} ${String(value)}`, text };
      }
      case "mapping":
        if (this.#hasEqualKeys(node)) return undefined;
        break;
      case "sequence":
    }
    if (!asText) {
      if (this.#value(node) === undefined) return undefined;
      throw new YamlError(`yaml: invalid map key: a ${node.kind}`);
    }
    const blank = node.tag === "!!seq" || node.tag === "!!map" ? "" : " ``";
    this.#mistake(node, `cannot unmarshal ${node.tag}${blank} into string`);
    return undefined;
  }

  #merge(parent: YamlNode, merge: YamlNode, target: Target): void {
    const around = this.#merged;
    if (!around) {
      this.#merged = new Set();
      for (let i = 0; i < parent.items.length; i += 2) {
        const key = this.#key(parent.items[i]!, false);
        if (key) this.#merged.add(key.identity);
      }
    }
    const sources = merge.kind === "sequence" ? merge.items : [merge];
    for (const source of sources) {
      if ((source.target ?? source).kind !== "mapping")
        throw new YamlError("yaml: map merge requires map or sequence of maps as the value");
      this.#mergeOne(source, target);
    }
    this.#merged = around;
  }

  #mergeOne(source: YamlNode, target: Target): void {
    this.#count();
    if (source.kind === "alias") this.#follow(source, (mapping) => this.#mergeOne(mapping, target));
    else if (!this.#hasEqualKeys(source)) this.#fill(source, target);
  }
}

function allowedShare(decoded: number): number {
  if (decoded <= SMALL) return 0.99;
  return decoded >= LARGE ? 0.1 : 0.99 - 0.89 * ((decoded - SMALL) / (LARGE - SMALL));
}

function resolve(node: YamlNode): ResolvedScalar {
  if (node.tagged) return resolveTagged(node.tag, node.text);
  return node.plain && node.tag !== "!!merge" ? resolvePlain(node.text) : { tag: node.tag, value: node.text };
}

const isMerge = (node: YamlNode): boolean => node.kind === "scalar" && node.text === "<<" && node.tag === "!!merge";

/** Whether all keys are texts, including aliased ones. */
function isTextMap(node: YamlNode): boolean {
  return node.items.every((item, i) => {
    const { tag } = item.target ?? item;
    return i % 2 === 1 || tag === "!!str" || tag === "!!merge";
  });
}

/** All pairs of equal keys, by the first. */
function* pairsOf(groups: Iterable<readonly number[]>): Generator<[number, number]> {
  const repeated = [...groups].filter((group) => group.length > 1);
  const firsts = repeated.flatMap((group) => group.slice(0, -1).map((place, at) => ({ place, at, group })));
  firsts.sort((a, b) => a.place - b.place);
  for (const { place, at, group } of firsts) for (const later of group.slice(at + 1)) yield [place, later];
}
