/**
 * Which names of its data a template refers to, as far as the text shows it: for completion, for traces, and for
 * warnings about names that nothing sets. Dot is followed through `with`, `range` and templates.
 */
import type { BranchNode, ListNode, Node, Operand, PipeNode } from "./ast.ts";

/** Functions that read one key of a map, and where the map and the key stand among their arguments. */
const READERS: ReadonlySet<string> = new Set(["index", "get", "hasKey"]);

/** Names of the data's top level, in order of appearance, and whether the data is also read in ways that name nothing. */
export function collectFields(
  main: string,
  trees: ReadonlyMap<string, ListNode>,
): { readonly fields: string[]; readonly readsAll: boolean } {
  const fields = new Set<string>();
  let readsAll = false;

  const operand = (node: Operand, dotIsData: boolean, dollarIsData: boolean): void => {
    if (isData(node, dotIsData, dollarIsData)) readsAll = true;
    else if (node.type === "field" && dotIsData) fields.add(node.ident[0]!);
    else if (node.type === "variable" && dollarIsData && node.ident[0] === "$" && node.ident.length > 1)
      fields.add(node.ident[1]!);
    else if (node.type === "pipe") pipeline(node, dotIsData, dollarIsData);
    else if (node.type === "chain") operand(node.node, dotIsData, dollarIsData);
  };

  const isData = (node: Operand | undefined, dotIsData: boolean, dollarIsData: boolean): boolean =>
    (node?.type === "dot" && dotIsData) ||
    (node?.type === "variable" && dollarIsData && node.ident.length === 1 && node.ident[0] === "$");

  const pipeline = (pipe: PipeNode, dotIsData: boolean, dollarIsData: boolean): void => {
    for (const { args } of pipe.cmds) {
      const [first, map, key] = args;
      const named =
        first?.type === "identifier" &&
        READERS.has(first.ident) &&
        isData(map, dotIsData, dollarIsData) &&
        key?.type === "string"
          ? key
          : undefined;
      if (named !== undefined) fields.add(named.text);
      for (const arg of args) if (named === undefined || arg !== map) operand(arg, dotIsData, dollarIsData);
    }
  };

  /** Whether the pipeline hands the data on as it is: `{{ template "x" . }}`. */
  const passesData = (pipe: PipeNode | undefined, dotIsData: boolean, dollarIsData: boolean): boolean =>
    pipe?.cmds.length === 1 && pipe.cmds[0]!.args.length === 1
      ? isData(pipe.cmds[0]!.args[0], dotIsData, dollarIsData)
      : false;

  const list = (nodes: readonly Node[], dotIsData: boolean, dollarIsData: boolean): void => {
    for (const node of nodes) {
      if (node.type === "action") pipeline(node.pipe, dotIsData, dollarIsData);
      else if (node.type === "if" || node.type === "with" || node.type === "range")
        branches(node, dotIsData, dollarIsData);
      else if (node.type === "template") {
        // What the other template reads of data that is handed on as it is can be seen there.
        const passes = passesData(node.pipe, dotIsData, dollarIsData);
        if (node.pipe && !passes) pipeline(node.pipe, dotIsData, dollarIsData);
        visit(node.name, passes);
      }
    }
  };

  /** A branch and its chain of `else if`, which may be long. */
  const branches = (first: BranchNode, dotIsData: boolean, dollarIsData: boolean): void => {
    let rest: readonly Node[] = [first];
    while (rest.length === 1) {
      const node = rest[0]!;
      if (node.type !== "if" && node.type !== "with" && node.type !== "range") break;
      const inner = node.type === "with" ? passesData(node.pipe, dotIsData, dollarIsData) : false;
      if (!inner) pipeline(node.pipe, dotIsData, dollarIsData);
      list(node.list.nodes, node.type === "if" ? dotIsData : inner, dollarIsData);
      rest = node.elseList?.nodes ?? [];
    }
    list(rest, dotIsData, dollarIsData);
  };

  const waiting: { readonly name: string; readonly getsData: boolean }[] = [];
  const visited = new Set<string>();
  const visit = (name: string, getsData: boolean): void => {
    const key = `${getsData} ${name}`;
    if (visited.has(key)) return;
    visited.add(key);
    waiting.push({ name, getsData });
  };

  visit(main, true);
  for (let next = waiting.shift(); next; next = waiting.shift())
    list(trees.get(next.name)?.nodes ?? [], next.getsData, next.getsData);
  return { fields: [...fields], readsAll };
}
