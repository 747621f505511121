/**
 * From the library's nodes to values, as Go's `yaml.v3` decodes into an `interface{}`: equal keys are an error, merge
 * keys give way to a mapping's own, and a document may not multiply itself through aliases.
 */
import { isAlias, isMap, isScalar, isSeq, type LineCounter, type ParsedNode, Scalar, type YAMLMap } from "yaml";
import { quote } from "../gonumber/index.ts";
import { type ResolvedScalar, resolvePlain, resolveTagged } from "./scalar.ts";
import { atLine, YamlError, type YamlMap, type YamlValue } from "./value.ts";

/** Nodes of a document, those counted that aliases repeat. */
const MAX_NODES = 1_000_000;

interface Read {
  readonly value: YamlValue;
  /** Short name of the tag: `!!str`, `!!map`; `!!merge` for a plain `<<`. */
  readonly tag: string;
  /** For a scalar its text, which tells equal keys. */
  readonly text: string | undefined;
  /** Number of nodes, aliases followed. */
  readonly size: number;
}

const NOTHING: Read = { value: null, tag: "!!null", text: "", size: 1 };
const LONG_PREFIX = "tag:yaml.org,2002:";

const isYamlMap = (value: YamlValue): value is YamlMap =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export class YamlReader {
  readonly #lines: LineCounter;
  /** What an anchor names; undefined while that is being read. */
  readonly #anchors = new Map<string, Read | undefined>();
  readonly #equalKeys: string[] = [];

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  /** The value of a document's contents, whose nesting the caller has bounded. Throws `YamlError`. */
  read(node: ParsedNode | null): YamlValue {
    const { value } = this.#node(node);
    if (this.#equalKeys.length > 0) throw new YamlError(`yaml: unmarshal errors:\n  ${this.#equalKeys.join("\n  ")}`);
    return value;
  }

  #line(node: ParsedNode): number {
    return this.#lines.linePos(node.range[0]).line;
  }

  #node(node: ParsedNode | null): Read {
    if (node === null) return NOTHING;
    if (isAlias(node)) {
      const read = this.#anchors.get(node.source);
      if (read) return read;
      const within = this.#anchors.has(node.source);
      throw new YamlError(
        `yaml: ${within ? `anchor '${node.source}' value contains itself` : `unknown anchor '${node.source}' referenced`}`,
      );
    }
    const { anchor } = node;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const read = isScalar(node) ? this.#scalar(node) : isSeq(node) ? this.#sequence(node.items) : this.#mapping(node);
    if (read.size > MAX_NODES) throw new YamlError("yaml: document contains excessive aliasing");
    if (anchor !== undefined) this.#anchors.set(anchor, read);
    return read;
  }

  #scalar(node: Scalar.Parsed): Read {
    const text = String(node.value ?? "");
    if (!text.isWellFormed())
      throw new YamlError(`yaml: ${atLine(this.#line(node))}found invalid Unicode character escape code`);
    const plain = node.type === undefined || node.type === Scalar.PLAIN;
    let scalar: ResolvedScalar;
    if (node.tag !== undefined && node.tag !== "!")
      scalar = resolveTagged(
        node.tag.startsWith(LONG_PREFIX) ? `!!${node.tag.slice(LONG_PREFIX.length)}` : node.tag,
        text,
      );
    else if (!plain) scalar = { tag: "!!str", value: text };
    else if (text === "<<") scalar = { tag: "!!merge", value: text };
    else scalar = resolvePlain(text);
    return { value: scalar.value, tag: scalar.tag, text, size: 1 };
  }

  #sequence(nodes: readonly (ParsedNode | null)[]): Read {
    const items = nodes.map((node) => this.#node(node));
    const size = items.reduce((sum, item) => sum + item.size, 1);
    return { value: items.map((item) => item.value), tag: "!!seq", text: undefined, size };
  }

  #mapping(node: YAMLMap.Parsed): Read {
    const entries = new Map<string, YamlValue>();
    const seen = new Map<string, number>();
    const merges: YamlMap[] = [];
    let allText = true;
    let size = 1;
    for (const pair of node.items) {
      const key = this.#node(pair.key);
      const value = this.#node(pair.value);
      size += key.size + value.size;
      const line = pair.key === null ? this.#line(node) : this.#line(pair.key);
      if (key.text === undefined)
        throw new YamlError(`yaml: ${atLine(line)}a ${isMap(pair.key) ? "mapping" : "list"} cannot be a key`);
      const before = seen.get(key.text);
      if (before !== undefined)
        this.#equalKeys.push(`line ${line}: mapping key ${quote(key.text)} already defined at line ${before}`);
      seen.set(key.text, line);
      if (key.tag === "!!merge" && isScalar(pair.key)) {
        for (const source of Array.isArray(value.value) ? (value.value as readonly YamlValue[]) : [value.value]) {
          if (!isYamlMap(source)) throw new YamlError("yaml: map merge requires map or sequence of maps as the value");
          merges.push(source);
        }
        continue;
      }
      if (key.tag !== "!!str" && key.tag !== "!!merge") allText = false;
      entries.set(key.text, value.value);
    }
    for (const source of merges)
      for (const [key, value] of source.entries) if (!entries.has(key)) entries.set(key, value);
    return { value: { entries, allText }, tag: "!!map", text: undefined, size };
  }
}
