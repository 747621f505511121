/** A decoded stage in one line: its arguments other than defaults, in the order of the text, for lists of stages. */
import type { StageNode } from "../pipeline/stage-spec.ts";
import { decodedBlocks } from "../schema/decoded-blocks.ts";
import type { Blocks, Field, Fields } from "../schema/field.ts";
import { kindOf } from "../schema/value-kinds.ts";
import { scanTokens } from "./cursor-context.ts";

/** Maximum length of one value, and of a whole summary. */
const MAX_VALUE = 80;
const MAX_SUMMARY = 240;

interface Part {
  readonly name: string;
  readonly shown: string;
  /** What it says is plain without its name, where nothing else was given. */
  readonly plain: boolean;
  /** Place among what the stage was given. */
  readonly order: number;
}

/**
 * `source agent · expression ^kube-probe/`; a single argument that must be there needs no name. `text` is what `node` was
 * read from.
 */
export function summarizeStage(node: Pick<StageNode, "spec" | "args" | "span">, text: string): string {
  const args = node.args;
  const order = givenOrder(text.slice(node.span.start, node.span.end));
  const parts = [...describeArguments(args, node.spec.fields, order), ...describeBlocks(args, node.spec.blocks, order)];
  parts.sort((a, b) => a.order - b.order);
  const shown =
    parts.length === 1 && parts[0]!.plain
      ? parts[0]!.shown
      : parts.map((part) => `${part.name} ${part.shown}`.trim()).join(" · ");
  return cut(shown, MAX_SUMMARY);
}

/** Names of the arguments and blocks directly inside the block that `source` is, each with its place. */
function givenOrder(source: string): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  let depth = 0;
  let name = "";
  for (const token of scanTokens(source)) {
    if (token.kind === "{" || token.kind === "[" || token.kind === "(") {
      if (token.kind === "{" && depth === 1 && name !== "") order.set(name, order.get(name) ?? token.start);
      depth++;
      name = "";
    } else if (token.kind === "}" || token.kind === "]" || token.kind === ")") {
      depth--;
      name = "";
    } else if (token.kind === "IDENT") name += token.text;
    else if (token.kind === ".") name += ".";
    else {
      if (token.kind === "=" && depth === 1) order.set(name, order.get(name) ?? token.start);
      name = "";
    }
  }
  return order;
}

function describeArguments(
  args: Readonly<Record<string, unknown>>,
  fields: Fields,
  order: ReadonlyMap<string, number>,
): Part[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = args[name];
    const place = order.get(name);
    if (value === undefined || place === undefined || isDefault(value, field)) return [];
    const kind = kindOf(field.type);
    const plain = field.presence.kind === "required" || kind.namesItself;
    return [{ name, shown: cut(kind.summarise(value, field.type), MAX_VALUE), plain, order: place }];
  });
}

function describeBlocks(
  args: Readonly<Record<string, unknown>>,
  blocks: Blocks,
  order: ReadonlyMap<string, number>,
): Part[] {
  return Object.keys(blocks).flatMap((name) => {
    return decodedBlocks(args[name])
      .filter((block) => block.index >= 0)
      .map((block, i) => {
        const named = block.args?.name;
        // Blocks of one name follow each other at the place of the first.
        return {
          name: "",
          shown: typeof named === "string" ? `${name} ${named}` : name,
          plain: true,
          order: (order.get(name) ?? 0) + i / 1000,
        };
      });
  });
}

function isDefault(value: unknown, { type, presence }: Field): boolean {
  return presence.kind === "default" && kindOf(type).same(value, presence.value, type);
}

function cut(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
}
