/**
 * Values at fixed paths of JSON objects, for texts of a shape that was seen before (`shape/index.ts`): texts without escapes,
 * numbers without exponents, `true`, `false` and `null`. Such a text is valid, and its values are what the platform's parser
 * gives; the expression has keys, blanks and structure literally.
 */
import { quoteMeta } from "../re2/index.ts";
import { MAX_SHAPE_FIELDS, type Shape, ShapeMemory } from "../shape/index.ts";
import { isJsonSpace } from "./grammar.ts";
import { holdsLongNumber } from "./read.ts";

/** Steps from the outermost object inwards: names of fields, and places in lists, from the end where negative. */
export type JsonPath = readonly (string | number)[];

/** A value that is neither a list nor an object. */
export type JsonScalar = string | number | boolean | null;

/**
 * The values at the paths, null for one that leads nowhere, as evaluating it on the parsed text gives. Undefined for a
 * text of no known shape, valid or not.
 */
export type JsonPathReader = (text: string) => readonly JsonScalar[] | undefined;

/** A reader that learns the shapes of texts which lead to scalars on all `paths`. */
export function createJsonPathReader(paths: readonly JsonPath[]): JsonPathReader {
  const memory = new ShapeMemory((text) => learnShape(text, paths));
  return (text) => {
    const shape = memory.find(text);
    // A number that is out of range makes a text malformed, and only a long one can be.
    if (shape === undefined || holdsLongNumber(text)) return undefined;
    const groups = memory.groups!;
    const values: JsonScalar[] = new Array(paths.length);
    for (let i = 0; i < values.length; i++) {
      const leaf = shape.leaves[i];
      values[i] = leaf === undefined ? null : leaf.kind.read(groups[leaf.group]!);
    }
    return values;
  };
}

interface LeafKind {
  /** The literal text around a group. */
  readonly before: string;
  readonly inside: string;
  readonly after: string;
  readonly read: (text: string) => JsonScalar;
}

const TEXT: LeafKind = { before: '"', inside: '[^"\\\\\\u0000-\\u001f]*', after: '"', read: (text) => text };
const NUMBER: LeafKind = { before: "", inside: "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?", after: "", read: Number };
const BOOLEAN: LeafKind = { before: "", inside: "true|false", after: "", read: (text) => text === "true" };
const NULL: LeafKind = { before: "", inside: "null", after: "", read: () => null };
const KINDS = [TEXT, NUMBER, BOOLEAN, NULL];

/** One scalar of any kind, as the group of its kind's number. */
const SCALAR = new RegExp(KINDS.map(({ before, inside, after }) => `(${before}(?:${inside})${after})`).join("|"), "y");
const KEY = new RegExp(`"(${TEXT.inside})"`, "y");

interface Leaf {
  readonly kind: LeafKind;
  /** Its place among the groups of the expression; 0 if it is not needed. */
  group: number;
}

type Node = Leaf | ReadonlyMap<string, Node> | readonly Node[];

interface JsonShape extends Shape {
  /** By path; undefined for one that leads nowhere. */
  readonly leaves: readonly (Leaf | undefined)[];
}

function learnShape(text: string, paths: readonly JsonPath[]): JsonShape | undefined {
  const outline = new Outline(text);
  const root = outline.read();
  if (root === undefined) return undefined;
  const leaves: (Leaf | undefined)[] = [];
  for (const path of paths) {
    const node = follow(root, path);
    // Lists and objects are stored as their JSON text, which takes a parser.
    if (node !== undefined && !isLeaf(node)) return undefined;
    leaves.push(node);
  }
  return { expression: outline.expression(new Set(leaves)), leaves };
}

function follow(root: Node, path: JsonPath): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    if (node === undefined || isLeaf(node)) return undefined;
    if (typeof step === "string") node = node instanceof Map ? node.get(step) : undefined;
    else node = Array.isArray(node) ? node.at(step) : undefined;
  }
  return node;
}

function isLeaf(node: Node): node is Leaf {
  return "kind" in node;
}

/** Lists and objects in each other at most. */
const MAX_DEPTH = 16;

/** Reads one text for its structure. It gives up on anything unusual, so what it has read is valid. */
class Outline {
  readonly #text: string;
  #at = 0;
  /** The scalars in order, and what is written before each. */
  readonly #leaves: Leaf[] = [];
  readonly #before: string[] = [];
  #written = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The outermost object; undefined without one, or if it is unusual. */
  read(): Node | undefined {
    this.#skipSpace();
    if (this.#text[this.#at] !== "{") return undefined;
    const root = this.#value(MAX_DEPTH);
    this.#skipSpace();
    return this.#at === this.#text.length ? root : undefined;
  }

  /** An expression for whole texts of this structure, with a group for each leaf that is `wanted`. */
  expression(wanted: ReadonlySet<Leaf | undefined>): RegExp {
    let source = "^";
    let groups = 0;
    for (const [i, leaf] of this.#leaves.entries()) {
      const { before, inside, after } = leaf.kind;
      if (wanted.has(leaf)) leaf.group = ++groups;
      source += `${quoteMeta(this.#before[i]!)}${before}${leaf.group > 0 ? "(" : "(?:"}${inside})${after}`;
    }
    return new RegExp(`${source}${quoteMeta(this.#text.slice(this.#written))}$`);
  }

  #value(depth: number): Node | undefined {
    const first = this.#text[this.#at];
    if (first === "{") return depth === 0 ? undefined : this.#object(depth - 1);
    if (first === "[") return depth === 0 ? undefined : this.#list(depth - 1);
    SCALAR.lastIndex = this.#at;
    const found = SCALAR.exec(this.#text);
    if (found === null || this.#leaves.length === MAX_SHAPE_FIELDS) return undefined;
    const leaf = { kind: KINDS[found.indexOf(found[0], 1) - 1]!, group: 0 };
    this.#leaves.push(leaf);
    this.#before.push(this.#text.slice(this.#written, this.#at));
    this.#at = SCALAR.lastIndex;
    this.#written = this.#at;
    return leaf;
  }

  #object(depth: number): Node | undefined {
    const fields = new Map<string, Node>();
    if (this.#isEmpty("}")) return fields;
    do {
      this.#skipSpace();
      KEY.lastIndex = this.#at;
      const key = KEY.exec(this.#text)?.[1];
      // Of a repeated key the last value counts, and a shape knows nothing of that.
      if (key === undefined || fields.has(key)) return undefined;
      this.#at = KEY.lastIndex;
      if (!this.#take(":")) return undefined;
      this.#skipSpace();
      const value = this.#value(depth);
      if (value === undefined) return undefined;
      fields.set(key, value);
    } while (this.#take(","));
    return this.#take("}") ? fields : undefined;
  }

  #list(depth: number): Node | undefined {
    const elements: Node[] = [];
    if (this.#isEmpty("]")) return elements;
    do {
      this.#skipSpace();
      const value = this.#value(depth);
      if (value === undefined) return undefined;
      elements.push(value);
    } while (this.#take(","));
    return this.#take("]") ? elements : undefined;
  }

  /** Whether the list or object that begins here ends at once. */
  #isEmpty(end: string): boolean {
    this.#at++;
    return this.#take(end);
  }

  #take(what: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== what) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    while (isJsonSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }
}
