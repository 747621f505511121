/**
 * `encoding.from_yaml`: reads the first document of a YAML text into values, with the types of Go's `yaml.v3`. Block and
 * flow collections, all kinds of scalars, anchors, aliases and merge keys are read; explicit keys (`? `), collections as
 * keys and tags other than `!!str` are refused by name. Nesting is limited, and so is what aliases multiply to.
 */
import { quoteString } from "../characters.ts";
import { array, capsule, NULL, object, string, type Value } from "../value.ts";
import { type Refusal, refuse } from "./function.ts";
import { foldLines, joinBlockScalar, readDoubleQuoted, readSingleQuoted, resolvePlain } from "./yaml-scalar.ts";

/** How deep collections may nest. */
const MAX_DEPTH = 500;
/** Nodes of the document, those counted that aliases repeat. */
const MAX_NODES = 1_000_000;

/** Internal to the reader: ends reading at the first error, which `parseYaml` turns into a result. */
class Stop {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** The value of the first document; null for an empty one. Errors are worded as `yaml: line 2: …`. */
export function parseYaml(text: string): Value | Refusal {
  try {
    return new YamlReader(text).document();
  } catch (error) {
    if (error instanceof Stop) return refuse(error.message);
    throw error;
  }
}

interface Node {
  readonly value: Value;
  /** Number of nodes, aliases followed. */
  readonly size: number;
  /** For a scalar its text: it tells equal keys. */
  readonly text?: string;
}

/** How a node may begin: as a collection on the line of what is before it; as a list no deeper than its mapping. */
interface Place {
  readonly inline: boolean;
  readonly flush: boolean;
}

const NOTHING: Node = { value: NULL, size: 1, text: "" };
const MARKER = /(?:---|\.\.\.)(?=\s|$)/y;
const ENTRY = /-(?=\s|$)/y;
const PROPERTY = /([&!])([^\s,[\]{}]*)/y;
const ALIAS = /\*([^\s,[\]{}:]+)/y;
const DOUBLE = /"((?:[^"\\]|\\[\s\S])*)"/y;
const SINGLE = /'((?:[^']|'')*)'/y;
/** One line of a plain scalar, to before `: ` or ` #`. */
const PLAIN = /(?![,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$))(?:[^\s:#]|:(?=\S)|(?<=\S)#|[ \t]+(?=[^\s#:]|:\S))+/y;
const PLAIN_IN_FLOW =
  /(?![,[\]{}#&*!|>'"%@`]|[-?:](?:[\s,[\]{}]|$))(?:[^\s:#,[\]{}]|:(?=[^\s,[\]{}])|(?<=\S)#|[ \t]+(?=[^\s#:,[\]{}]|:[^\s,[\]{}]))+/y;

class YamlReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  readonly #anchors = new Map<string, Node>();

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  }

  document(): Value {
    this.#skipBlank();
    while (this.#text[this.#at] === "%" && this.#column() === 0) {
      this.#at = this.#lineEnd();
      this.#skipBlank();
    }
    if (this.#text.startsWith("---", this.#at) && this.#match(MARKER)) this.#skipSpace();
    const node = this.#node(-1, { inline: true, flush: false });
    this.#skipBlank();
    if (this.#at < this.#text.length && !this.#atMarker()) this.#fail("did not find expected <document start>");
    return node.value;
  }

  #fail(message: string, at = this.#at): never {
    const line = this.#line(at);
    // The first line is not named, as in Go.
    throw new Stop(`yaml: ${line > 1 ? `line ${line}: ` : ""}${message}`);
  }

  #line(at: number): number {
    return this.#text.slice(0, at).split("\n").length;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const m = pattern.exec(this.#text);
    if (m) this.#at += m[0].length;
    return m;
  }

  #test(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #column(): number {
    return this.#at - 1 - this.#text.lastIndexOf("\n", this.#at - 1);
  }

  #lineEnd(): number {
    const end = this.#text.indexOf("\n", this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #atMarker(): boolean {
    return this.#column() === 0 && this.#test(MARKER);
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
  }

  /** Skips blanks and a comment; whether the line ends here. */
  #atLineEnd(): boolean {
    const start = this.#at;
    this.#skipSpace();
    const char = this.#text[this.#at];
    if (char === "#" && (this.#at > start || this.#column() === 0)) this.#at = this.#lineEnd();
    return this.#at >= this.#text.length || this.#text[this.#at] === "\n";
  }

  #skipBlank(): void {
    while (this.#atLineEnd() && this.#at < this.#text.length) this.#at++;
  }

  /** To the next line of a block, where tabs must not indent. */
  #skipToContent(): void {
    this.#skipBlank();
    const indentation = this.#text.slice(this.#at - this.#column(), this.#at);
    if (this.#at < this.#text.length && /^ *\t\s*$/.test(indentation))
      this.#fail("found character that cannot start any token");
  }

  #counted(value: Value, parts: readonly Node[], at: number): Node {
    const size = parts.reduce((sum, part) => sum + part.size, 1);
    if (size > MAX_NODES) this.#fail("document contains excessive aliasing", at);
    return { value, size };
  }

  /** The node behind an indicator or at the start of a line, which must be indented more than `indent`. */
  #node(indent: number, place: Place): Node {
    if (++this.#depth > MAX_DEPTH) this.#fail("exceeded max depth");
    const node = this.#anchored(indent, place);
    this.#depth--;
    return node;
  }

  #anchored(indent: number, place: Place): Node {
    let block = place.inline;
    let anchor: string | undefined;
    let asText = false;
    for (;;) {
      if (this.#atLineEnd()) {
        this.#skipToContent();
        block = true;
        const deep = this.#column() > indent || (place.flush && this.#column() === indent && this.#test(ENTRY));
        if (!deep || this.#at >= this.#text.length || this.#atMarker())
          return this.#named(anchor, asText ? { ...NOTHING, value: string("") } : NOTHING);
      }
      // A property before a key on the same line belongs to the key.
      if (block && this.#keyFollows()) return this.#named(anchor, this.#mapping(this.#column()));
      const property = this.#match(PROPERTY);
      if (!property) break;
      if (property[1] === "&") anchor = property[2]!;
      else asText = this.#readTag(property[2]!);
    }
    if (block && this.#test(ENTRY)) return this.#named(anchor, this.#sequence(this.#column()));
    if (block && this.#test(/\?(?=\s|$)/y)) this.#fail("explicit keys are not available here");
    const node = this.#content(indent, asText);
    if (!this.#atLineEnd()) {
      const colon = this.#text[this.#at] === ":";
      this.#fail(colon ? "mapping values are not allowed in this context" : "did not find expected key");
    }
    return this.#named(anchor, node);
  }

  #named(anchor: string | undefined, node: Node): Node {
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  /** Whether a tag makes the scalar a text. */
  #readTag(tag: string): boolean {
    if (tag === "!str" || tag === "") return true;
    return this.#fail(`tag !${tag} is not available here`);
  }

  #content(indent: number, asText: boolean): Node {
    switch (this.#text[this.#at]) {
      case "|":
      case ">":
        return this.#blockScalar(indent);
      case "[":
      case "{":
        return this.#flow();
      case "*":
        return this.#alias();
      case '"':
      case "'":
        return this.#quoted();
      default:
        return this.#plain(indent, asText);
    }
  }

  #alias(): Node {
    const name = this.#match(ALIAS)?.[1];
    if (name === undefined) this.#fail("did not find expected alphabetic or numeric character");
    return this.#anchors.get(name) ?? this.#fail(`unknown anchor '${name}' referenced`);
  }

  #quoted(): Node {
    const start = this.#at;
    const double = this.#match(DOUBLE);
    const single = double ? null : this.#match(SINGLE);
    if (!double && !single) this.#fail("found unexpected end of stream");
    const text = double ? readDoubleQuoted(double[1]!) : readSingleQuoted(single![1]!);
    if (text === undefined) this.#fail("found unknown escape character", start);
    return { value: string(text), size: 1, text };
  }

  #plain(indent: number, asText: boolean): Node {
    const first = this.#match(PLAIN);
    if (!first) this.#fail("found character that cannot start any token");
    let text = first[0];
    for (;;) {
      const end = this.#at;
      if (this.#text[end] !== "\n") break;
      this.#skipLines();
      const deeper = this.#column() > indent && this.#at < this.#text.length && !this.#atMarker();
      const next = deeper && this.#text[this.#at] !== "#" ? this.#matchContinuation() : undefined;
      if (next === undefined) {
        this.#at = end;
        break;
      }
      text += this.#text.slice(end, this.#at - next.length).replace(/[^\n]+/g, "") + next;
    }
    const folded = foldLines(text.trimEnd());
    return { value: asText ? string(folded) : resolvePlain(folded), size: 1, text: folded };
  }

  #skipLines(): void {
    while (this.#text[this.#at] === "\n" || this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
  }

  /** A further line of a plain scalar, which may begin with an indicator. */
  #matchContinuation(): string | undefined {
    return this.#match(/(?:[^\s:]|:(?=\S)|[ \t]+(?=[^\s#:]|:\S))+/y)?.[0];
  }

  /** Whether a key and its colon stand here, all on this line. */
  #keyFollows(): boolean {
    const start = this.#at;
    for (let property = this.#match(PROPERTY); property; property = this.#match(PROPERTY)) this.#skipSpace();
    const line = this.#lineEnd();
    const found = this.#match(DOUBLE) ?? this.#match(SINGLE) ?? this.#match(ALIAS) ?? this.#match(PLAIN);
    this.#skipSpace();
    const yes = found !== null && this.#at <= line && this.#test(/:(?=\s|$)/y);
    this.#at = start;
    return yes;
  }

  #sequence(column: number): Node {
    const items: Node[] = [];
    const start = this.#at;
    for (;;) {
      if (!this.#match(ENTRY)) break;
      items.push(this.#node(column, { inline: true, flush: false }));
      this.#skipToContent();
      const ended = this.#at >= this.#text.length || this.#atMarker() || this.#column() < column;
      if (ended) break;
      if (this.#column() > column) this.#fail("did not find expected '-' indicator");
    }
    return this.#counted(array(items.map((item) => item.value)), items, start);
  }

  #mapping(column: number): Node {
    const builder = new MappingBuilder(
      (message, at) => this.#fail(message, at),
      (at) => this.#line(at),
    );
    const start = this.#at;
    for (;;) {
      const at = this.#at;
      if (!this.#keyFollows()) this.#fail("could not find expected ':'");
      const key = this.#key();
      builder.add(key, this.#node(column, { inline: false, flush: true }), at);
      this.#skipToContent();
      if (this.#at >= this.#text.length || this.#atMarker() || this.#column() < column) break;
      if (this.#column() > column || this.#test(ENTRY)) this.#fail("did not find expected key");
    }
    return this.#counted(builder.finish(), builder.nodes, start);
  }

  /** A key on one line, and its colon. */
  #key(): Node & { plain: boolean } {
    let anchor: string | undefined;
    let asText = false;
    for (let property = this.#match(PROPERTY); property; property = this.#match(PROPERTY)) {
      if (property[1] === "&") anchor = property[2]!;
      else asText = this.#readTag(property[2]!);
      this.#skipSpace();
    }
    const char = this.#text[this.#at];
    const plain = char !== '"' && char !== "'" && char !== "*";
    let key: Node;
    if (char === "*") key = this.#alias();
    else if (!plain) key = this.#quoted();
    else {
      const text = this.#match(PLAIN)![0].trimEnd();
      key = { value: asText ? string(text) : resolvePlain(text), size: 1, text };
    }
    this.#skipSpace();
    this.#at++;
    return { ...this.#named(anchor, key), plain: plain && !asText };
  }

  #blockScalar(indent: number): Node {
    const header = this.#match(/([|>])(?:([1-9])([-+]?)|([-+])([1-9])?)?/y)!;
    if (!this.#atLineEnd()) this.#fail("did not find expected comment or line break");
    const explicit = header[2] ?? header[5];
    let width = explicit === undefined ? undefined : Math.max(indent, 0) + Number(explicit);
    const lines: string[] = [];
    while (this.#at < this.#text.length) {
      const from = this.#at + 1;
      const end = this.#text.indexOf("\n", from);
      const line = this.#text.slice(from, end < 0 ? this.#text.length : end);
      const spaces = line.length - line.replace(/^ +/, "").length;
      const blank = spaces === line.length;
      if (!blank && width === undefined && spaces > indent) width = spaces;
      if (!blank && (spaces < (width ?? indent + 1) || /^(?:---|\.\.\.)(?:\s|$)/.test(line))) break;
      // The text ends in a line end: what is behind the last one is no line.
      if (end < 0 && line === "") {
        this.#at = this.#text.length;
        break;
      }
      lines.push(blank && width === undefined ? "" : line.slice(width));
      this.#at = end < 0 ? this.#text.length : end;
    }
    const text = joinBlockScalar(lines, header[1] === ">", (header[3] ?? header[4] ?? "") as "" | "-" | "+");
    return { value: string(text), size: 1, text };
  }

  #flow(): Node {
    if (++this.#depth > MAX_DEPTH) this.#fail("exceeded max depth");
    const open = this.#text[this.#at++];
    const node = open === "[" ? this.#flowSequence() : this.#flowMapping();
    this.#depth--;
    return node;
  }

  #flowSequence(): Node {
    const items: Node[] = [];
    const start = this.#at;
    for (;;) {
      this.#skipBlank();
      if (this.#match(/\]/y)) break;
      const at = this.#at;
      const item = this.#flowNode();
      items.push(this.#flowColon() ? this.#flowPair(item, at) : item);
      this.#skipBlank();
      if (!this.#match(/,/y) && this.#text[this.#at] !== "]") this.#fail("did not find expected ',' or ']'");
    }
    return this.#counted(array(items.map((item) => item.value)), items, start);
  }

  #flowPair(key: Node, at: number): Node {
    const builder = new MappingBuilder(
      (message, where) => this.#fail(message, where),
      (where) => this.#line(where),
    );
    builder.add({ ...key, plain: false }, this.#flowValue(), at);
    return this.#counted(builder.finish(), builder.nodes, at);
  }

  #flowMapping(): Node {
    const builder = new MappingBuilder(
      (message, at) => this.#fail(message, at),
      (at) => this.#line(at),
    );
    const start = this.#at;
    for (;;) {
      this.#skipBlank();
      if (this.#match(/\}/y)) break;
      const at = this.#at;
      const plain = !/["'*]/.test(this.#text[at] ?? "");
      const key = this.#flowNode();
      builder.add({ ...key, plain }, this.#flowColon() ? this.#flowValue() : NOTHING, at);
      this.#skipBlank();
      if (!this.#match(/,/y) && this.#text[this.#at] !== "}") this.#fail("did not find expected ',' or '}'");
    }
    return this.#counted(builder.finish(), builder.nodes, start);
  }

  /** A colon that ends a key: behind a quoted one it needs no blank. */
  #flowColon(): boolean {
    const quoted = /["'\]}]/.test(this.#text[this.#at - 1] ?? "");
    this.#skipBlank();
    return this.#match(quoted ? /:/y : /:(?=[\s,[\]{}]|$)/y) !== null;
  }

  #flowValue(): Node {
    this.#skipBlank();
    return /[,\]}]/.test(this.#text[this.#at] ?? "") ? NOTHING : this.#flowNode();
  }

  #flowNode(): Node {
    this.#skipBlank();
    let anchor: string | undefined;
    let asText = false;
    for (let property = this.#match(PROPERTY); property; property = this.#match(PROPERTY)) {
      if (property[1] === "&") anchor = property[2]!;
      else asText = this.#readTag(property[2]!);
      this.#skipBlank();
    }
    const char = this.#text[this.#at];
    if (char === "[" || char === "{") return this.#named(anchor, this.#flow());
    if (char === "*") return this.#alias();
    if (char === '"' || char === "'") return this.#named(anchor, this.#quoted());
    if (char === undefined) this.#fail("did not find expected node content");
    let text = this.#match(PLAIN_IN_FLOW)?.[0];
    if (text === undefined) this.#fail("did not find expected node content");
    for (;;) {
      const end = this.#at;
      if (this.#text[end] !== "\n") break;
      this.#skipLines();
      const next = this.#match(PLAIN_IN_FLOW)?.[0];
      if (next === undefined) {
        this.#at = end;
        break;
      }
      text += this.#text.slice(end, this.#at - next.length).replace(/[^\n]+/g, "") + next;
    }
    const folded = foldLines(text.trimEnd());
    return this.#named(anchor, { value: asText ? string(folded) : resolvePlain(folded), size: 1, text: folded });
  }
}

/** Collects the entries of a mapping: finds equal keys, applies merge keys behind all others. */
class MappingBuilder {
  readonly nodes: Node[] = [];
  readonly #fields = new Map<string, Value>();
  readonly #seen = new Map<string, number>();
  readonly #merges: Value[] = [];
  readonly #fail: (message: string, at: number) => never;
  readonly #line: (at: number) => number;
  #allText = true;

  constructor(fail: (message: string, at: number) => never, line: (at: number) => number) {
    this.#fail = fail;
    this.#line = line;
  }

  add(key: Node & { plain: boolean }, value: Node, at: number): void {
    this.nodes.push(key, value);
    if (key.text === undefined) this.#fail("collections as keys are not available here", at);
    const before = this.#seen.get(key.text);
    if (before !== undefined) {
      const what = `mapping key ${quoteString(key.text)} already defined at line ${this.#line(before)}`;
      throw new Stop(`yaml: unmarshal errors:\n  line ${this.#line(at)}: ${what}`);
    }
    this.#seen.set(key.text, at);
    if (key.plain && key.text === "<<") {
      const sources = value.value.type === "array" ? value.value.items : [value.value];
      if (sources.some((source) => source.type !== "object"))
        throw new Stop("yaml: map merge requires map or sequence of maps as the value");
      this.#merges.push(...sources);
      return;
    }
    if (key.value.type !== "string") this.#allText = false;
    this.#fields.set(key.text, value.value);
  }

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
