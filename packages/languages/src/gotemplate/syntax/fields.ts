/**
 * Which names of its data a template refers to, as far as the text shows it: for completion, for traces, and for
 * warnings about names that nothing sets. Dot is followed through `with`, `range` and templates.
 */
import type { BranchNode, ListNode, Node, Operand, PipeNode } from "./ast.ts";

/** Functions that read one key of a map, and the indexes of map and key among their arguments. */
const READERS: ReadonlySet<string> = new Set(["index", "get", "hasKey"]);

/** Names for the data at a place of a template. */
interface Scope {
  readonly dot: boolean;
  readonly dollar: boolean;
}

/** Names of the data's top level, in order of appearance, and whether the data is also read in ways that name nothing. */
export function collectFields(
  main: string,
  trees: ReadonlyMap<string, ListNode>,
): { readonly fields: string[]; readonly readsAll: boolean } {
  const collector = new FieldCollector();
  collector.visit(main, true);
  for (let next = collector.waiting.shift(); next; next = collector.waiting.shift())
    collector.list(trees.get(next.name)?.nodes ?? [], { dot: next.getsData, dollar: next.getsData });
  return { fields: [...collector.fields], readsAll: collector.readsAll };
}

class FieldCollector {
  readonly fields = new Set<string>();
  readsAll = false;
  readonly waiting: { readonly name: string; readonly getsData: boolean }[] = [];
  readonly #visited = new Set<string>();

  visit(name: string, getsData: boolean): void {
    const key = `${getsData} ${name}`;
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.waiting.push({ name, getsData });
  }

  list(nodes: readonly Node[], scope: Scope): void {
    for (const node of nodes) {
      if (node.type === "action") this.#pipeline(node.pipe, scope);
      else if (node.type === "if" || node.type === "with" || node.type === "range") this.#branches(node, scope);
      else if (node.type === "template") {
        // If the data is passed on unchanged, the other template's reads count.
        const passes = passesData(node.pipe, scope);
        if (node.pipe && !passes) this.#pipeline(node.pipe, scope);
        this.visit(node.name, passes);
      }
    }
  }

  #operand(node: Operand, scope: Scope): void {
    if (isData(node, scope)) this.readsAll = true;
    else if (node.type === "field" && scope.dot) this.fields.add(node.ident[0]!);
    else if (node.type === "variable" && scope.dollar && node.ident[0] === "$" && node.ident.length > 1)
      this.fields.add(node.ident[1]!);
    else if (node.type === "pipe") this.#pipeline(node, scope);
    else if (node.type === "chain") this.#operand(node.node, scope);
  }

  #pipeline(pipe: PipeNode, scope: Scope): void {
    for (const { args } of pipe.cmds) {
      const [first, map, key] = args;
      const reads = first?.type === "identifier" && READERS.has(first.ident) && isData(map, scope);
      const named = reads && key?.type === "string" ? key : undefined;
      if (named !== undefined) this.fields.add(named.text);
      for (const arg of args) if (named === undefined || arg !== map) this.#operand(arg, scope);
    }
  }

  /** A branch and its chain of `else if`, which may be long. */
  #branches(first: BranchNode, scope: Scope): void {
    const { dollar } = scope;
    let rest: readonly Node[] = [first];
    while (rest.length === 1) {
      const node = rest[0]!;
      if (node.type !== "if" && node.type !== "with" && node.type !== "range") break;
      const inner = node.type === "with" && passesData(node.pipe, scope);
      if (!inner) this.#pipeline(node.pipe, scope);
      this.list(node.list.nodes, { dot: node.type === "if" ? scope.dot : inner, dollar });
      rest = node.elseList?.nodes ?? [];
    }
    this.list(rest, scope);
  }
}

const isData = (node: Operand | undefined, { dot, dollar }: Scope): boolean =>
  (node?.type === "dot" && dot) ||
  (node?.type === "variable" && dollar && node.ident.length === 1 && node.ident[0] === "$");

/** Whether the pipeline passes the data on unchanged: `{{ template "x" . }}`. */
const passesData = (pipe: PipeNode | undefined, scope: Scope): boolean =>
  pipe?.cmds.length === 1 && pipe.cmds[0]!.args.length === 1 && isData(pipe.cmds[0]!.args[0], scope);
