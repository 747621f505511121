/**
 * `encoding.from_yaml`: reads the first document of a YAML text into values, with the types of Go's `yaml.v3`. Block and
 * flow collections, all kinds of scalars, anchors, aliases and merge keys are read; explicit keys (`? `), collections as
 * keys and tags other than `!!str` are refused by name. Nesting is limited, and so is what aliases multiply to.
 */
import { array, NULL, string, type Value } from "../value.ts";
import { type Refusal, refuse } from "./function.ts";
import { YamlCursor, YamlError } from "./yaml-cursor.ts";
import { MappingBuilder, type YamlKey, type YamlNode } from "./yaml-mapping.ts";
import { foldLines, joinBlockScalar, readDoubleQuoted, readSingleQuoted, resolvePlain } from "./yaml-scalar.ts";

/** How deep collections may nest. */
const MAX_DEPTH = 250;
/** Nodes of the document, those counted that aliases repeat. */
const MAX_NODES = 1_000_000;

/** The value of the first document; null for an empty one. Errors are worded as `yaml: line 2: …`. */
export function parseYaml(text: string): Value | Refusal {
  try {
    return new YamlReader(text).document();
  } catch (error) {
    if (error instanceof YamlError) return refuse(error.message);
    throw error;
  }
}

/** How a node may begin: as a collection on the line of what is before it; as a list no deeper than its mapping. */
interface Place {
  readonly inline: boolean;
  readonly flush: boolean;
}

const NOTHING: YamlNode = { value: NULL, size: 1, text: "" };
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
  readonly #cursor: YamlCursor;
  #depth = 0;
  readonly #anchors = new Map<string, YamlNode>();

  constructor(text: string) {
    this.#cursor = new YamlCursor(text);
  }

  document(): Value {
    this.#cursor.skipBlank();
    while (this.#cursor.text[this.#cursor.at] === "%" && this.#cursor.column() === 0) {
      this.#cursor.at = this.#cursor.lineEnd();
      this.#cursor.skipBlank();
    }
    if (this.#cursor.match(/---(?=\s|$)/y)) this.#cursor.skipSpace();
    const node = this.#node(-1, { inline: true, flush: false });
    this.#cursor.skipBlank();
    if (this.#cursor.at < this.#cursor.text.length && !this.#cursor.atMarker())
      this.#cursor.fail("did not find expected <document start>");
    return node.value;
  }

  #counted(value: Value, parts: readonly YamlNode[], at: number): YamlNode {
    const size = parts.reduce((sum, part) => sum + part.size, 1);
    if (size > MAX_NODES) this.#cursor.fail("document contains excessive aliasing", at);
    return { value, size };
  }

  /** The node behind an indicator or at the start of a line, which must be indented more than `indent`. */
  #node(indent: number, place: Place): YamlNode {
    if (++this.#depth > MAX_DEPTH) this.#cursor.fail("exceeded max depth");
    const node = this.#anchored(indent, place);
    this.#depth--;
    return node;
  }

  #anchored(indent: number, place: Place): YamlNode {
    let block = place.inline;
    let anchor: string | undefined;
    let asText = false;
    for (;;) {
      if (this.#cursor.atLineEnd()) {
        this.#cursor.skipToContent();
        block = true;
        const deep =
          this.#cursor.column() > indent ||
          (place.flush && this.#cursor.column() === indent && this.#cursor.test(ENTRY));
        if (!deep || this.#cursor.at >= this.#cursor.text.length || this.#cursor.atMarker())
          return this.#named(anchor, asText ? { ...NOTHING, value: string("") } : NOTHING);
      }
      // A property before a key on the same line belongs to the key.
      if (block && this.#keyFollows()) return this.#named(anchor, this.#mapping(this.#cursor.column()));
      const property = this.#cursor.match(PROPERTY);
      if (!property) break;
      if (property[1] === "&") anchor = property[2]!;
      else asText = this.#readTag(property[2]!);
    }
    if (block && this.#cursor.test(ENTRY)) return this.#named(anchor, this.#sequence(this.#cursor.column()));
    if (block && this.#cursor.test(/\?(?=\s|$)/y)) this.#cursor.fail("explicit keys are not available here");
    const node = this.#content(indent, asText);
    if (!this.#cursor.atLineEnd()) {
      const colon = this.#cursor.text[this.#cursor.at] === ":";
      this.#cursor.fail(colon ? "mapping values are not allowed in this context" : "did not find expected key");
    }
    return this.#named(anchor, node);
  }

  #named(anchor: string | undefined, node: YamlNode): YamlNode {
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  /** Whether a tag makes the scalar a text. */
  #readTag(tag: string): boolean {
    if (tag === "!str" || tag === "") return true;
    return this.#cursor.fail(`tag !${tag} is not available here`);
  }

  #content(indent: number, asText: boolean): YamlNode {
    switch (this.#cursor.text[this.#cursor.at]) {
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

  #alias(): YamlNode {
    const name = this.#cursor.match(ALIAS)?.[1];
    if (name === undefined) this.#cursor.fail("did not find expected alphabetic or numeric character");
    return this.#anchors.get(name) ?? this.#cursor.fail(`unknown anchor '${name}' referenced`);
  }

  #quoted(): YamlNode {
    const start = this.#cursor.at;
    const double = this.#cursor.match(DOUBLE);
    const single = double ? null : this.#cursor.match(SINGLE);
    if (!double && !single) this.#cursor.fail("found unexpected end of stream");
    const text = double ? readDoubleQuoted(double[1]!) : readSingleQuoted(single![1]!);
    if (text === undefined) this.#cursor.fail("found unknown escape character", start);
    return { value: string(text), size: 1, text };
  }

  #plain(indent: number, asText: boolean): YamlNode {
    const first = this.#cursor.match(PLAIN);
    if (!first) this.#cursor.fail("found character that cannot start any token");
    let text = first[0];
    for (;;) {
      const end = this.#cursor.at;
      if (this.#cursor.text[end] !== "\n") break;
      this.#cursor.skipLines();
      const deeper =
        this.#cursor.column() > indent && this.#cursor.at < this.#cursor.text.length && !this.#cursor.atMarker();
      const next = deeper && this.#cursor.text[this.#cursor.at] !== "#" ? this.#matchContinuation() : undefined;
      if (next === undefined) {
        this.#cursor.at = end;
        break;
      }
      text += this.#cursor.text.slice(end, this.#cursor.at - next.length).replace(/[^\n]+/g, "") + next;
    }
    const folded = foldLines(text.trimEnd());
    return { value: asText ? string(folded) : resolvePlain(folded), size: 1, text: folded };
  }

  /** A further line of a plain scalar, which may begin with an indicator. */
  #matchContinuation(): string | undefined {
    return this.#cursor.match(/(?:[^\s:]|:(?=\S)|[ \t]+(?=[^\s#:]|:\S))+/y)?.[0];
  }

  /** Whether a key and its colon stand here, all on this line. */
  #keyFollows(): boolean {
    const start = this.#cursor.at;
    for (let property = this.#cursor.match(PROPERTY); property; property = this.#cursor.match(PROPERTY))
      this.#cursor.skipSpace();
    const line = this.#cursor.lineEnd();
    const found =
      this.#cursor.match(DOUBLE) ??
      this.#cursor.match(SINGLE) ??
      this.#cursor.match(ALIAS) ??
      this.#cursor.match(PLAIN);
    this.#cursor.skipSpace();
    const yes = found !== null && this.#cursor.at <= line && this.#cursor.test(/:(?=\s|$)/y);
    this.#cursor.at = start;
    return yes;
  }

  #sequence(column: number): YamlNode {
    const items: YamlNode[] = [];
    const start = this.#cursor.at;
    for (;;) {
      if (!this.#cursor.match(ENTRY)) break;
      items.push(this.#node(column, { inline: true, flush: false }));
      this.#cursor.skipToContent();
      const ended =
        this.#cursor.at >= this.#cursor.text.length || this.#cursor.atMarker() || this.#cursor.column() < column;
      if (ended) break;
      if (this.#cursor.column() > column) this.#cursor.fail("did not find expected '-' indicator");
    }
    return this.#counted(array(items.map((item) => item.value)), items, start);
  }

  #mapping(column: number): YamlNode {
    const builder = new MappingBuilder(this.#cursor);
    const start = this.#cursor.at;
    for (;;) {
      const at = this.#cursor.at;
      if (!this.#keyFollows()) this.#cursor.fail("could not find expected ':'");
      const key = this.#key();
      builder.add(key, this.#node(column, { inline: false, flush: true }), at);
      this.#cursor.skipToContent();
      if (this.#cursor.at >= this.#cursor.text.length || this.#cursor.atMarker() || this.#cursor.column() < column)
        break;
      if (this.#cursor.column() > column || this.#cursor.test(ENTRY)) this.#cursor.fail("did not find expected key");
    }
    return this.#counted(builder.finish(), builder.nodes, start);
  }

  /** A key on one line, and its colon. */
  #key(): YamlKey {
    let anchor: string | undefined;
    let asText = false;
    for (let property = this.#cursor.match(PROPERTY); property; property = this.#cursor.match(PROPERTY)) {
      if (property[1] === "&") anchor = property[2]!;
      else asText = this.#readTag(property[2]!);
      this.#cursor.skipSpace();
    }
    const char = this.#cursor.text[this.#cursor.at];
    const plain = char !== '"' && char !== "'" && char !== "*";
    let key: YamlNode;
    if (char === "*") key = this.#alias();
    else if (!plain) key = this.#quoted();
    else {
      const text = this.#cursor.match(PLAIN)![0].trimEnd();
      key = { value: asText ? string(text) : resolvePlain(text), size: 1, text };
    }
    this.#cursor.skipSpace();
    this.#cursor.at++;
    return { ...this.#named(anchor, key), plain: plain && !asText };
  }

  #blockScalar(indent: number): YamlNode {
    const header = this.#cursor.match(/([|>])(?:([1-9])([-+]?)|([-+])([1-9])?)?/y)!;
    if (!this.#cursor.atLineEnd()) this.#cursor.fail("did not find expected comment or line break");
    const explicit = header[2] ?? header[5];
    let width = explicit === undefined ? undefined : Math.max(indent, 0) + Number(explicit);
    const lines: string[] = [];
    while (this.#cursor.at < this.#cursor.text.length) {
      const from = this.#cursor.at + 1;
      const end = this.#cursor.text.indexOf("\n", from);
      const line = this.#cursor.text.slice(from, end < 0 ? this.#cursor.text.length : end);
      const spaces = line.length - line.replace(/^ +/, "").length;
      const blank = spaces === line.length;
      if (!blank && width === undefined && spaces > indent) width = spaces;
      if (!blank && (spaces < (width ?? indent + 1) || /^(?:---|\.\.\.)(?:\s|$)/.test(line))) break;
      // The text ends in a line end: what is behind the last one is no line.
      if (end < 0 && line === "") {
        this.#cursor.at = this.#cursor.text.length;
        break;
      }
      lines.push(blank && width === undefined ? "" : line.slice(width));
      this.#cursor.at = end < 0 ? this.#cursor.text.length : end;
    }
    const text = joinBlockScalar(lines, header[1] === ">", (header[3] ?? header[4] ?? "") as "" | "-" | "+");
    return { value: string(text), size: 1, text };
  }

  #flow(): YamlNode {
    if (++this.#depth > MAX_DEPTH) this.#cursor.fail("exceeded max depth");
    const open = this.#cursor.text[this.#cursor.at++];
    const node = open === "[" ? this.#flowSequence() : this.#flowMapping();
    this.#depth--;
    return node;
  }

  #flowSequence(): YamlNode {
    const items: YamlNode[] = [];
    const start = this.#cursor.at;
    for (;;) {
      this.#cursor.skipBlank();
      if (this.#cursor.match(/\]/y)) break;
      const at = this.#cursor.at;
      const item = this.#flowNode();
      items.push(this.#flowColon() ? this.#flowPair(item, at) : item);
      this.#cursor.skipBlank();
      if (!this.#cursor.match(/,/y) && this.#cursor.text[this.#cursor.at] !== "]")
        this.#cursor.fail("did not find expected ',' or ']'");
    }
    return this.#counted(array(items.map((item) => item.value)), items, start);
  }

  #flowPair(key: YamlNode, at: number): YamlNode {
    const builder = new MappingBuilder(this.#cursor);
    builder.add({ ...key, plain: false }, this.#flowValue(), at);
    return this.#counted(builder.finish(), builder.nodes, at);
  }

  #flowMapping(): YamlNode {
    const builder = new MappingBuilder(this.#cursor);
    const start = this.#cursor.at;
    for (;;) {
      this.#cursor.skipBlank();
      if (this.#cursor.match(/\}/y)) break;
      const at = this.#cursor.at;
      const plain = !/["'*]/.test(this.#cursor.text[at] ?? "");
      const key = this.#flowNode();
      builder.add({ ...key, plain }, this.#flowColon() ? this.#flowValue() : NOTHING, at);
      this.#cursor.skipBlank();
      if (!this.#cursor.match(/,/y) && this.#cursor.text[this.#cursor.at] !== "}")
        this.#cursor.fail("did not find expected ',' or '}'");
    }
    return this.#counted(builder.finish(), builder.nodes, start);
  }

  /** A colon that ends a key: behind a quoted one it needs no blank. */
  #flowColon(): boolean {
    const quoted = /["'\]}]/.test(this.#cursor.text[this.#cursor.at - 1] ?? "");
    this.#cursor.skipBlank();
    return this.#cursor.match(quoted ? /:/y : /:(?=[\s,[\]{}]|$)/y) !== null;
  }

  #flowValue(): YamlNode {
    this.#cursor.skipBlank();
    return /[,\]}]/.test(this.#cursor.text[this.#cursor.at] ?? "") ? NOTHING : this.#flowNode();
  }

  #flowNode(): YamlNode {
    this.#cursor.skipBlank();
    let anchor: string | undefined;
    let asText = false;
    for (let property = this.#cursor.match(PROPERTY); property; property = this.#cursor.match(PROPERTY)) {
      if (property[1] === "&") anchor = property[2]!;
      else asText = this.#readTag(property[2]!);
      this.#cursor.skipBlank();
    }
    const char = this.#cursor.text[this.#cursor.at];
    if (char === "[" || char === "{") return this.#named(anchor, this.#flow());
    if (char === "*") return this.#alias();
    if (char === '"' || char === "'") return this.#named(anchor, this.#quoted());
    if (char === undefined) this.#cursor.fail("did not find expected node content");
    let text = this.#cursor.match(PLAIN_IN_FLOW)?.[0];
    if (text === undefined) this.#cursor.fail("did not find expected node content");
    for (;;) {
      const end = this.#cursor.at;
      if (this.#cursor.text[end] !== "\n") break;
      this.#cursor.skipLines();
      const next = this.#cursor.match(PLAIN_IN_FLOW)?.[0];
      if (next === undefined) {
        this.#cursor.at = end;
        break;
      }
      text += this.#cursor.text.slice(end, this.#cursor.at - next.length).replace(/[^\n]+/g, "") + next;
    }
    const folded = foldLines(text.trimEnd());
    return this.#named(anchor, { value: asText ? string(folded) : resolvePlain(folded), size: 1, text: folded });
  }
}
