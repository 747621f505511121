/**
 * The syntax tree of a template, node for node that of Go's text/template/parse, and its text: error messages quote
 * the node in question (`at <.host.name>`) in this normalised form. Positions are UTF-16 offsets in the template text.
 */

import { trimGoSpace } from "../../govalue/space.ts";
import { quote } from "../values/quote.ts";

export interface TextNode {
  readonly type: "text";
  readonly pos: number;
  readonly text: string;
}

export interface CommentNode {
  readonly type: "comment";
  readonly pos: number;
}

export interface ActionNode {
  readonly type: "action";
  readonly pos: number;
  readonly pipe: PipeNode;
}

export interface ListNode {
  readonly type: "list";
  readonly pos: number;
  readonly nodes: Node[];
}

export interface BranchNode {
  readonly type: "if" | "range" | "with";
  readonly pos: number;
  readonly pipe: PipeNode;
  readonly list: ListNode;
  elseList: ListNode | undefined;
}

export interface TemplateNode {
  readonly type: "template";
  readonly pos: number;
  readonly name: string;
  readonly pipe: PipeNode | undefined;
}

export interface JumpNode {
  readonly type: "break" | "continue";
  readonly pos: number;
}

export interface PipeNode {
  readonly type: "pipe";
  readonly pos: number;
  isAssign: boolean;
  readonly decl: VariableNode[];
  readonly cmds: CommandNode[];
}

export interface CommandNode {
  readonly type: "command";
  readonly pos: number;
  readonly args: Operand[];
}

export interface IdentifierNode {
  readonly type: "identifier";
  readonly pos: number;
  readonly ident: string;
}

/** `$x.a.b`: the variable with its dollar sign, then fields. */
export interface VariableNode {
  readonly type: "variable";
  readonly pos: number;
  readonly ident: readonly string[];
}

/** `.a.b` without the dots. */
export interface FieldNode {
  readonly type: "field";
  readonly pos: number;
  readonly ident: readonly string[];
}

/** `(pipeline).a.b`, or a function's name followed by fields. */
export interface ChainNode {
  readonly type: "chain";
  readonly pos: number;
  readonly node: Operand;
  readonly fields: string[];
}

export interface DotNode {
  readonly type: "dot";
  readonly pos: number;
}

export interface NilNode {
  readonly type: "nil";
  readonly pos: number;
}

export interface BoolNode {
  readonly type: "bool";
  readonly pos: number;
  readonly value: boolean;
}

export interface StringNode {
  readonly type: "string";
  readonly pos: number;
  readonly quoted: string;
  readonly text: string;
}

/** A number under all the types that can represent it, as Go's ideal constants behave. */
export interface NumberNode {
  readonly type: "number";
  readonly pos: number;
  readonly text: string;
  readonly int: bigint | undefined;
  readonly uint: bigint | undefined;
  readonly float: number | undefined;
  readonly complex: { readonly real: number; readonly imaginary: number } | undefined;
}

export type Operand =
  | IdentifierNode
  | VariableNode
  | FieldNode
  | ChainNode
  | DotNode
  | NilNode
  | BoolNode
  | StringNode
  | NumberNode
  | PipeNode;

/** What a block's list holds. */
export type Node = TextNode | CommentNode | ActionNode | BranchNode | TemplateNode | JumpNode;

export type AnyNode = Node | ListNode | CommandNode | Operand;

/** `{{end}}` or `{{else}}`, which end a list. */
export interface EndNode {
  readonly type: "end" | "else";
  readonly pos: number;
}

export const isEnd = (node: Node | EndNode): node is EndNode => node.type === "end" || node.type === "else";

/** Whether a template holds nothing but white space and comments, so that another definition may replace it. */
export function isEmptyTree(list: ListNode): boolean {
  return list.nodes.every((node) => node.type === "comment" || (node.type === "text" && trimGoSpace(node.text) === ""));
}

/** The node as text, as Go's `Node.String()` gives it. */
export function nodeText(node: AnyNode): string {
  switch (node.type) {
    case "text":
      return node.text;
    case "comment":
      return "";
    case "action":
      return `{{${nodeText(node.pipe)}}}`;
    case "list":
      return node.nodes.map(nodeText).join("");
    case "if":
    case "range":
    case "with": {
      const otherwise = node.elseList ? `{{else}}${nodeText(node.elseList)}` : "";
      return `{{${node.type} ${nodeText(node.pipe)}}}${nodeText(node.list)}${otherwise}{{end}}`;
    }
    case "template":
      return `{{template ${quote(node.name)}${node.pipe ? ` ${nodeText(node.pipe)}` : ""}}}`;
    case "break":
    case "continue":
      return `{{${node.type}}}`;
    case "pipe": {
      const names = node.decl.map(nodeText).join(", ");
      const head = node.decl.length > 0 ? `${names} ${node.isAssign ? "=" : ":="} ` : "";
      return head + node.cmds.map(nodeText).join(" | ");
    }
    case "command":
      return node.args.map((arg) => (arg.type === "pipe" ? `(${nodeText(arg)})` : nodeText(arg))).join(" ");
    case "identifier":
      return node.ident;
    case "variable":
      return node.ident.join(".");
    case "field":
      return node.ident.map((name) => `.${name}`).join("");
    case "chain": {
      const inner = node.node.type === "pipe" ? `(${nodeText(node.node)})` : nodeText(node.node);
      return inner + node.fields.map((name) => `.${name}`).join("");
    }
    case "dot":
      return ".";
    case "nil":
      return "nil";
    case "bool":
      return String(node.value);
    case "string":
      return node.quoted;
    case "number":
      return node.text;
  }
}
