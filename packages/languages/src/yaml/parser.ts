/**
 * From tokens to a tree of nodes, by libyaml's grammar. It reads only the first document; text after that document's node on
 * a line of its own is ignored as well, as in Go.
 */

import { resolvePlain } from "./scalar.ts";
import { Scanner } from "./scanner.ts";
import type { Mark, Source } from "./source.ts";
import { parseError, type Token, type TokenKind } from "./token.ts";
import { YamlError } from "./value.ts";

export interface YamlNode {
  readonly kind: "scalar" | "sequence" | "mapping" | "alias";
  /** Short name, `!!str`; of a plain scalar without one the tag it resolves to. An alias has none. */
  readonly tag: string;
  /** A scalar's text, an alias's name. */
  readonly text: string;
  /** Whether a tag stood in the document. */
  readonly tagged: boolean;
  readonly plain: boolean;
  /** Items of a sequence; of a mapping keys and values in turn. */
  readonly items: YamlNode[];
  /** Targets of aliases. */
  readonly target: YamlNode | undefined;
  /** From 1. */
  readonly line: number;
  /** UTF-16 offset at which it starts, its tag and anchor included. */
  readonly start: number;
}

interface Properties {
  readonly anchor: string | undefined;
  /** Empty without one. */
  readonly tag: string;
  readonly start: Mark;
}

const LONG_PREFIX = "tag:yaml.org,2002:";
const shortTag = (tag: string): string => (tag.startsWith(LONG_PREFIX) ? `!!${tag.slice(LONG_PREFIX.length)}` : tag);

export class YamlParser {
  readonly #scanner: Scanner;
  readonly #maxDepth: number;
  readonly #prefixes = new Map<string, string>();
  readonly #anchors = new Map<string, YamlNode>();
  #depth = 0;

  /** Collections that nest deeper than `maxDepth` are an error. */
  constructor(source: Source, maxDepth: number) {
    this.#scanner = new Scanner(source);
    this.#maxDepth = maxDepth;
  }

  /** The node of the first document; undefined without one. Throws `YamlError`. */
  parse(): YamlNode | undefined {
    this.#take();
    const first = this.#peek();
    if (first.kind === "stream-end") return undefined;
    const explicit = this.#isAny(first, "version-directive", "tag-directive", "document-start");
    this.#readDirectives();
    if (explicit) {
      const start = this.#peek();
      if (start.kind !== "document-start") throw parseError("did not find expected <document start>", start.start);
      this.#take();
    }
    const token = this.#peek();
    const empty =
      explicit &&
      this.#isAny(token, "version-directive", "tag-directive", "document-start", "document-end", "stream-end");
    const node = empty ? this.#nothing(token.start) : this.#node(true, false);
    this.#peek();
    return node;
  }

  #peek(): Token {
    return this.#scanner.peek();
  }

  /** Takes a token and gives the one after it. */
  #next(): Token {
    this.#take();
    return this.#peek();
  }

  #take(): void {
    this.#scanner.peek();
    this.#scanner.skip();
  }

  #isAny(token: Token, ...kinds: TokenKind[]): boolean {
    return kinds.includes(token.kind);
  }

  #readDirectives(): void {
    let version = false;
    for (let token = this.#peek(); this.#isAny(token, "version-directive", "tag-directive"); token = this.#next()) {
      if (token.kind === "tag-directive") {
        if (this.#prefixes.has(token.text)) throw parseError("found duplicate %TAG directive", token.start);
        this.#prefixes.set(token.text, token.suffix);
        continue;
      }
      if (version) throw parseError("found duplicate %YAML directive", token.start);
      if (token.suffix !== "1.1") throw parseError("found incompatible YAML document", token.start);
      version = true;
    }
    if (!this.#prefixes.has("!")) this.#prefixes.set("!", "!");
    if (!this.#prefixes.has("!!")) this.#prefixes.set("!!", LONG_PREFIX);
  }

  // ---- Nodes ----

  /** A node; `indentless` allows a sequence that is not further in than the mapping around. */
  #node(block: boolean, indentless: boolean): YamlNode {
    const first = this.#peek();
    if (first.kind === "alias") {
      this.#take();
      return this.#alias(first);
    }
    const properties = this.#properties(first);
    const token = this.#peek();
    const { tag, anchor, start } = properties;
    if (indentless && token.kind === "block-entry") return this.#collection(properties, "sequence", this.#indentless);
    switch (token.kind) {
      case "scalar":
        this.#take();
        return this.#scalar(properties, token.text, token.plain);
      case "flow-sequence-start":
        return this.#collection(properties, "sequence", this.#flowSequence);
      case "flow-mapping-start":
        return this.#collection(properties, "mapping", this.#flowMapping);
      case "block-sequence-start":
        if (block) return this.#collection(properties, "sequence", this.#blockSequence);
        break;
      case "block-mapping-start":
        if (block) return this.#collection(properties, "mapping", this.#blockMapping);
    }
    if (anchor !== undefined || tag !== "") return this.#scalar(properties, "", true);
    throw parseError("did not find expected node content", token.start, start);
  }

  /** Anchor and tag, in either order. */
  #properties(first: Token): Properties {
    let anchor: string | undefined;
    let tag: Token | undefined;
    let token = first;
    while ((token.kind === "anchor" && anchor === undefined) || (token.kind === "tag" && !tag)) {
      if (token.kind === "anchor") anchor = token.text;
      else tag = token;
      token = this.#next();
    }
    const start = first.start;
    if (!tag) return { anchor, tag: "", start };
    // A tag without a handle is what it says.
    const prefix = tag.text === "" ? "" : this.#prefixes.get(tag.text);
    const full = prefix === undefined ? "" : prefix + tag.suffix;
    if (full === "" && tag.text !== "") throw parseError("found undefined tag handle", tag.start, start);
    return { anchor, tag: full, start };
  }

  #alias(token: Token): YamlNode {
    const target = this.#anchors.get(token.text);
    if (!target) throw new YamlError(`yaml: unknown anchor '${token.text}' referenced`, token.start.offset);
    return this.#create("alias", "", token.text, token.start, { target });
  }

  #scalar({ tag, anchor, start }: Properties, text: string, plain: boolean): YamlNode {
    const tagged = tag !== "" && tag !== "!";
    const resolved = tagged ? shortTag(tag) : !plain ? "!!str" : text === "<<" ? "!!merge" : resolvePlain(text).tag;
    const node = this.#create("scalar", resolved, text, start, { tagged, plain });
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  /** A scalar that is not there. */
  #nothing(start: Mark): YamlNode {
    return this.#scalar({ tag: "", anchor: undefined, start }, "", true);
  }

  #collection(
    { tag, anchor, start }: Properties,
    kind: "sequence" | "mapping",
    read: (items: YamlNode[]) => void,
  ): YamlNode {
    if (++this.#depth > this.#maxDepth)
      throw new YamlError(`yaml: exceeded max depth of ${this.#maxDepth}`, start.offset);
    const tagged = tag !== "" && tag !== "!";
    const implied = kind === "sequence" ? "!!seq" : "!!map";
    const node = this.#create(kind, tagged ? shortTag(tag) : implied, "", start, { tagged });
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    read.call(this, node.items);
    this.#depth--;
    return node;
  }

  #create(kind: YamlNode["kind"], tag: string, text: string, start: Mark, more: Partial<YamlNode>): YamlNode {
    const place = { line: start.line + 1, start: start.offset };
    return { kind, tag, text, tagged: false, plain: true, items: [], target: undefined, ...place, ...more };
  }

  // ---- Block collections ----

  #blockSequence(items: YamlNode[]): void {
    const { start } = this.#peek();
    for (let token = this.#next(); token.kind !== "block-end"; token = this.#peek()) {
      if (token.kind !== "block-entry") throw parseError("did not find expected '-' indicator", token.start, start);
      this.#take();
      items.push(this.#nodeUnless(true, false, token, "block-entry", "block-end"));
    }
    this.#take();
  }

  #indentless(items: YamlNode[]): void {
    for (let token = this.#peek(); token.kind === "block-entry"; token = this.#peek()) {
      this.#take();
      items.push(this.#nodeUnless(true, false, token, "block-entry", "key", "value", "block-end"));
    }
  }

  #blockMapping(items: YamlNode[]): void {
    const { start } = this.#peek();
    for (let token = this.#next(); token.kind !== "block-end"; token = this.#peek()) {
      if (token.kind !== "key") throw parseError("did not find expected key", token.start, start);
      this.#take();
      items.push(this.#nodeUnless(true, true, token, "key", "value", "block-end"));
      const value = this.#peek();
      if (value.kind !== "value") items.push(this.#nothing(value.start));
      else {
        this.#take();
        items.push(this.#nodeUnless(true, true, value, "key", "value", "block-end"));
      }
    }
    this.#take();
  }

  /** A node, or nothing if one of `ends` follows the indicator `after`. */
  #nodeUnless(block: boolean, indentless: boolean, after: Token, ...ends: TokenKind[]): YamlNode {
    return this.#isAny(this.#peek(), ...ends) ? this.#nothing(after.start) : this.#node(block, indentless);
  }

  // ---- Flow collections ----

  #flowSequence(items: YamlNode[]): void {
    const { start } = this.#peek();
    let token = this.#next();
    for (let first = true; token.kind !== "flow-sequence-end"; first = false) {
      if (!first) {
        if (token.kind !== "flow-entry") throw parseError("did not find expected ',' or ']'", token.start, start);
        token = this.#next();
      }
      if (token.kind === "flow-sequence-end") break;
      if (token.kind === "key") {
        const { start: at } = token;
        this.#take();
        items.push(this.#collection({ tag: "", anchor: undefined, start: at }, "mapping", this.#flowPair));
      } else items.push(this.#node(false, false));
      token = this.#peek();
    }
    this.#take();
  }

  /** A mapping of one pair in a flow sequence, without braces. */
  #flowPair(items: YamlNode[]): void {
    const key = this.#peek();
    if (this.#isAny(key, "value", "flow-entry", "flow-sequence-end")) {
      // The original passes that token, so that most of these are mistakes.
      this.#take();
      items.push(this.#nothing(key.start));
    } else items.push(this.#node(false, false));
    items.push(this.#flowValue("flow-sequence-end"));
    this.#peek();
  }

  #flowMapping(items: YamlNode[]): void {
    const { start } = this.#peek();
    let token = this.#next();
    for (let first = true; token.kind !== "flow-mapping-end"; first = false) {
      if (!first) {
        if (token.kind !== "flow-entry") throw parseError("did not find expected ',' or '}'", token.start, start);
        token = this.#next();
      }
      if (token.kind === "flow-mapping-end") break;
      if (token.kind === "key") {
        token = this.#next();
        items.push(
          this.#isAny(token, "value", "flow-entry", "flow-mapping-end")
            ? this.#nothing(token.start)
            : this.#node(false, false),
        );
        items.push(this.#flowValue("flow-mapping-end"));
      } else {
        items.push(this.#node(false, false));
        items.push(this.#nothing(this.#peek().start));
      }
      token = this.#peek();
    }
    this.#take();
  }

  #flowValue(end: TokenKind): YamlNode {
    const token = this.#peek();
    if (token.kind === "value" && !this.#isAny(this.#next(), "flow-entry", end)) return this.#node(false, false);
    return this.#nothing(token.start);
  }
}
