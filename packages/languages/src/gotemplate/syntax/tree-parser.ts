/**
 * Parser of templates: a port of Go's text/template/parse/parse.go with its lookahead, scopes and error texts.
 * A mistake is thrown as `ParseFailure` with a span. Unlike Go, nesting is bounded (limits.ts): the tree is walked recursively.
 */
import { MAX_BLOCK_DEPTH, MAX_PAREN_DEPTH } from "../limits.ts";
import { quote, unquote } from "../values/quote.ts";
import type {
  BranchNode,
  ChainNode,
  CommandNode,
  EndNode,
  ListNode,
  Node,
  Operand,
  PipeNode,
  TemplateNode,
  VariableNode,
} from "./ast.ts";
import { isEmptyTree, isEnd, nodeText } from "./ast.ts";
import { ItemReader } from "./item-reader.ts";
import { describe, type Item, type ItemType } from "./items.ts";
import type { Lexer } from "./lex.ts";
import { parseNumber } from "./number.ts";
import { ParseFailure } from "./parse-failure.ts";

/** Templates by name: the main one and those that `define` and `block` make. */
export type TreeSet = Map<string, ListNode>;

/** What the parsers of one text's templates share. */
export interface Shared {
  readonly lexer: Lexer;
  readonly parseName: string;
  readonly hasFunction: (name: string) => boolean;
  readonly trees: TreeSet;
  blockDepth: number;
  /** Unknown functions: parsing goes on, so that all mistakes are found at once. */
  readonly unknown: ParseFailure[];
}

/** Unknown functions of one text that are reported. */
const MAX_UNKNOWN = 20;

const OPERANDS: ReadonlySet<ItemType> = new Set<ItemType>([
  "bool",
  "charConstant",
  "complex",
  "dot",
  "field",
  "identifier",
  "number",
  "nil",
  "rawString",
  "string",
  "variable",
  "leftParen",
]);

export class TreeParser {
  #name: string;
  readonly #shared: Shared;
  readonly #items: ItemReader;
  readonly #vars: string[] = ["$"];
  #actionLine = 0;
  #rangeDepth = 0;
  #parenDepth = 0;

  constructor(name: string, shared: Shared) {
    this.#name = name;
    this.#shared = shared;
    this.#items = new ItemReader(shared.lexer);
  }

  /** The top level of a text: lists and `define`. */
  parse(): void {
    const root: ListNode = { type: "list", pos: this.#items.peek().pos, nodes: [] };
    while (this.#items.peek().type !== "eof") {
      if (this.#items.peek().type === "leftDelim") {
        const delim = this.#items.next();
        if (this.#items.nextNonSpace().type === "define") {
          new TreeParser("definition", this.#shared).#parseDefinition();
          continue;
        }
        this.#items.backup2(delim);
      }
      const node = this.#textOrAction();
      if (isEnd(node)) this.#error(`unexpected {{${node.type}}}`);
      else root.nodes.push(node);
    }
    this.#add(root);
  }

  #add(root: ListNode): void {
    const known = this.#shared.trees.get(this.#name);
    if (!known || isEmptyTree(known)) this.#shared.trees.set(this.#name, root);
    else if (!isEmptyTree(root)) this.#error(`template: multiple definition of template ${quote(this.#name)}`);
  }

  // Errors.

  #error(message: string, at: { readonly pos: number; readonly end: number } = this.#items.latest): never {
    const where = `template: ${this.#shared.parseName}:${this.#items.latest.line}: `;
    throw new ParseFailure(where + message, at.pos, at.end);
  }

  #unknownFunction({ val, pos, end }: Item): void {
    const { unknown, parseName } = this.#shared;
    if (unknown.length >= MAX_UNKNOWN) return;
    const message = `template: ${parseName}:${this.#items.latest.line}: function ${quote(val)} not defined`;
    unknown.push(new ParseFailure(message, pos, end, val));
  }

  #unexpected(item: Item, context: string): never {
    if (item.type !== "error") this.#error(`unexpected ${describe(item)} in ${context}`, item);
    let extra = "";
    if (this.#actionLine !== 0 && this.#actionLine !== item.line) {
      const place = ` started at ${this.#shared.parseName}:${this.#actionLine}`;
      extra = item.val.endsWith(" action") ? place : ` in action${place}`;
    }
    this.#error(item.val + extra, item);
  }

  #expect(type: ItemType, context: string): Item {
    const item = this.#items.nextNonSpace();
    if (item.type !== type) this.#unexpected(item, context);
    return item;
  }

  #nested<T>(at: Item, parse: () => T): T {
    if (++this.#shared.blockDepth > MAX_BLOCK_DEPTH) this.#error("max block depth exceeded", at);
    const result = parse();
    this.#shared.blockDepth--;
    return result;
  }

  // Lists and actions.

  #parseDefinition(): void {
    const context = "define clause";
    const name = this.#items.nextNonSpace();
    if (name.type !== "string" && name.type !== "rawString") this.#unexpected(name, context);
    this.#name = this.#unquote(name);
    this.#expect("rightDelim", context);
    const { list, end } = this.#itemList();
    if (end.type !== "end") this.#error(`unexpected {{${end.type}}} in ${context}`);
    this.#add(list);
  }

  #itemList(): { readonly list: ListNode; readonly end: EndNode } {
    const list: ListNode = { type: "list", pos: this.#items.peekNonSpace().pos, nodes: [] };
    while (this.#items.peekNonSpace().type !== "eof") {
      const node = this.#textOrAction();
      if (isEnd(node)) return { list, end: node };
      list.nodes.push(node);
    }
    this.#error("unexpected EOF");
  }

  #textOrAction(): Node | EndNode {
    const item = this.#items.nextNonSpace();
    if (item.type === "text") return { type: "text", pos: item.pos, text: item.val };
    if (item.type !== "leftDelim") this.#unexpected(item, "input");
    this.#actionLine = item.line;
    const node = this.#action();
    this.#actionLine = 0;
    return node;
  }

  #action(): Node | EndNode {
    const item = this.#items.nextNonSpace();
    switch (item.type) {
      case "block":
        return this.#nested(item, () => this.#blockControl());
      case "break":
      case "continue": {
        const close = this.#items.nextNonSpace();
        if (close.type !== "rightDelim") this.#unexpected(close, `{{${item.type}}}`);
        if (this.#rangeDepth === 0) this.#error(`{{${item.type}}} outside {{range}}`, item);
        return { type: item.type, pos: item.pos };
      }
      case "else":
        return this.#elseControl();
      case "end":
        return { type: "end", pos: this.#expect("rightDelim", "end").pos };
      case "if":
      case "range":
      case "with": {
        const kind = item.type;
        return this.#nested(item, () => this.#branch(kind));
      }
      case "template":
        return this.#templateControl();
    }
    this.#items.backup();
    const first = this.#items.peek();
    return { type: "action", pos: first.pos, pipe: this.#pipeline("command", "rightDelim") };
  }

  /** `if`, `range` or `with`, with its chain of `else if` or `else with`: a loop, so that long chains need no stack. */
  #branch(kind: "if" | "range" | "with"): BranchNode {
    const mark = this.#vars.length;
    let first: BranchNode | undefined;
    let outer: BranchNode | undefined;
    for (;;) {
      const pipe = this.#pipeline(kind, "rightDelim");
      if (kind === "range") this.#rangeDepth++;
      const { list, end } = this.#itemList();
      if (kind === "range") this.#rangeDepth--;
      const node: BranchNode = { type: kind, pos: pipe.pos, pipe, list, elseList: undefined };
      first ??= node;
      if (outer) outer.elseList!.nodes.push(node);
      if (end.type === "end") break;
      if (kind !== "range" && this.#items.peek().type === kind) {
        this.#items.next();
        node.elseList = { type: "list", pos: end.pos, nodes: [] };
        outer = node;
        continue;
      }
      const otherwise = this.#itemList();
      node.elseList = otherwise.list;
      if (otherwise.end.type !== "end") this.#error(`expected end; found {{${otherwise.end.type}}}`);
      break;
    }
    this.#vars.length = mark;
    return first;
  }

  #elseControl(): EndNode {
    const item = this.#items.peekNonSpace();
    // `{{else if` and `{{else with`: the keyword stays for the branch.
    if (item.type === "if" || item.type === "with") return { type: "else", pos: item.pos };
    return { type: "else", pos: this.#expect("rightDelim", "else").pos };
  }

  #blockControl(): TemplateNode {
    const context = "block clause";
    const item = this.#items.nextNonSpace();
    const name = this.#templateName(item, context);
    const pipe = this.#pipeline(context, "rightDelim");
    const block = new TreeParser(name, this.#shared);
    const { list, end } = block.#itemList();
    if (end.type !== "end") block.#error(`unexpected {{${end.type}}} in ${context}`);
    block.#add(list);
    return { type: "template", pos: item.pos, name, pipe };
  }

  #templateControl(): TemplateNode {
    const context = "template clause";
    const item = this.#items.nextNonSpace();
    const name = this.#templateName(item, context);
    let pipe: PipeNode | undefined;
    if (this.#items.nextNonSpace().type !== "rightDelim") {
      this.#items.backup();
      pipe = this.#pipeline(context, "rightDelim");
    }
    return { type: "template", pos: item.pos, name, pipe };
  }

  #templateName(item: Item, context: string): string {
    if (item.type !== "string" && item.type !== "rawString") this.#unexpected(item, context);
    return this.#unquote(item);
  }

  #unquote(item: Item): string {
    return unquote(item.val) ?? this.#error("invalid syntax", item);
  }

  // Pipelines.

  #pipeline(context: string, end: ItemType): PipeNode {
    const pipe: PipeNode = { type: "pipe", pos: this.#items.peekNonSpace().pos, isAssign: false, decl: [], cmds: [] };
    this.#declarations(pipe, context);
    for (;;) {
      const item = this.#items.nextNonSpace();
      if (item.type === end) {
        this.#checkPipeline(pipe, context, item);
        return pipe;
      }
      if (!OPERANDS.has(item.type)) this.#unexpected(item, context);
      this.#items.backup();
      pipe.cmds.push(this.#command());
    }
  }

  /** `$x :=`, `$x =`, or `$i, $x :=` in a range. */
  #declarations(pipe: PipeNode, context: string): void {
    for (;;) {
      const variable = this.#items.peekNonSpace();
      if (variable.type !== "variable") return;
      this.#items.next();
      // In `$x foo`, $x is an argument: remember what is next to it, to put both back.
      const adjacent = this.#items.peek();
      const next = this.#items.peekNonSpace();
      const isComma = next.type === "char" && next.val === ",";
      if (next.type !== "assign" && next.type !== "declare" && !isComma) {
        if (adjacent.type === "space") this.#items.backup3(variable, adjacent);
        else this.#items.backup2(variable);
        return;
      }
      if (!isComma) pipe.isAssign = next.type === "assign";
      this.#items.nextNonSpace();
      pipe.decl.push({ type: "variable", pos: variable.pos, ident: variable.val.split(".") });
      this.#vars.push(variable.val);
      if (!isComma) return;
      if (context !== "range" || pipe.decl.length >= 2) this.#error(`too many declarations in ${context}`, variable);
      const after = this.#items.peekNonSpace().type;
      if (after !== "variable" && after !== "rightDelim" && after !== "rightParen")
        this.#error("range can only initialize variables");
    }
  }

  #checkPipeline(pipe: PipeNode, context: string, end: Item): void {
    if (pipe.cmds.length === 0) this.#error(`missing value for ${context}`, { pos: pipe.pos, end: end.end });
    for (const [i, command] of pipe.cmds.entries()) {
      const first = command.args[0]!;
      if (i > 0 && ["bool", "dot", "nil", "number", "string"].includes(first.type))
        this.#error(`non executable command in pipeline stage ${i + 1}`, {
          pos: command.pos,
          end: command.pos + nodeText(first).length,
        });
    }
  }

  #command(): CommandNode {
    const command: CommandNode = { type: "command", pos: this.#items.peekNonSpace().pos, args: [] };
    for (;;) {
      this.#items.peekNonSpace();
      const operand = this.#operand();
      if (operand) command.args.push(operand);
      const item = this.#items.next();
      if (item.type === "space") continue;
      if (item.type === "rightDelim" || item.type === "rightParen") this.#items.backup();
      else if (item.type !== "pipe") this.#unexpected(item, "operand");
      break;
    }
    if (command.args.length === 0) this.#error("empty command");
    return command;
  }

  #operand(): Operand | undefined {
    const node = this.#term();
    if (!node || this.#items.peek().type !== "field") return node;
    const chain: ChainNode = { type: "chain", pos: this.#items.peek().pos, node, fields: [] };
    while (this.#items.peek().type === "field") chain.fields.push(this.#items.next().val.slice(1));
    switch (node.type) {
      case "field":
        return { type: "field", pos: chain.pos, ident: nodeText(chain).slice(1).split(".") };
      case "variable":
        return { type: "variable", pos: chain.pos, ident: nodeText(chain).split(".") };
      case "bool":
      case "string":
      case "number":
      case "nil":
      case "dot":
        this.#error(`unexpected . after term ${quote(nodeText(node))}`, { pos: node.pos, end: this.#items.latest.pos });
    }
    return chain;
  }

  #term(): Operand | undefined {
    const item = this.#items.nextNonSpace();
    const pos = item.pos;
    switch (item.type) {
      case "identifier":
        if (!this.#shared.hasFunction(item.val)) this.#unknownFunction(item);
        return { type: "identifier", pos, ident: item.val };
      case "dot":
      case "nil":
        return { type: item.type, pos };
      case "variable":
        return this.#useVariable(item);
      case "field":
        return { type: "field", pos, ident: item.val.slice(1).split(".") };
      case "bool":
        return { type: "bool", pos, value: item.val === "true" };
      case "charConstant":
      case "complex":
      case "number": {
        const number = parseNumber(pos, item.val, item.type);
        return typeof number === "string" ? this.#error(number, item) : number;
      }
      case "leftParen": {
        if (this.#parenDepth >= MAX_PAREN_DEPTH) this.#error("max expression depth exceeded", item);
        this.#parenDepth++;
        const pipe = this.#pipeline("parenthesized pipeline", "rightParen");
        this.#parenDepth--;
        return pipe;
      }
      case "string":
      case "rawString":
        return { type: "string", pos, quoted: item.val, text: this.#unquote(item) };
    }
    this.#items.backup();
    return undefined;
  }

  #useVariable(item: Item): VariableNode {
    if (!this.#vars.includes(item.val)) this.#error(`undefined variable ${quote(item.val)}`, item);
    return { type: "variable", pos: item.pos, ident: [item.val] };
  }
}
