/** A decoded stage in one line: what it was told beyond its defaults, for lists of stages. */
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { Blocks, DecodedBlock, Field, Fields } from "../spec/field.ts";
import { printDefault } from "./print-default.ts";

/** Characters of one value, and of a whole summary, at most. */
const MAX_VALUE = 80;
const MAX_SUMMARY = 240;

/** `agent =~ ^kube-probe/` style would need a rule for each stage; this reads the spec alone: `source agent · expression ^kube-probe/`. */
export function summarizeStage(node: Pick<StageNode, "spec" | "args">): string {
  return cut(summarizeBody(node.args as Readonly<Record<string, unknown>>, node.spec.fields, node.spec.blocks), MAX_SUMMARY);
}

function summarizeBody(args: Readonly<Record<string, unknown>>, fields: Fields, blocks: Blocks): string {
  const required = Object.values(fields).filter((field) => field.presence.kind === "required").length;
  const parts: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = args[name];
    if (value === undefined || isDefault(value, field)) continue;
    const shown = cut(showValue(value, field), MAX_VALUE);
    if (field.presence.kind === "required" && required === 1) parts.unshift(shown);
    else parts.push(`${name} ${shown}`);
  }
  parts.push(...summarizeBlocks(args, blocks));
  return parts.join(" · ");
}

function summarizeBlocks(args: Readonly<Record<string, unknown>>, blocks: Blocks): string[] {
  const found: { text: string; index: number }[] = [];
  for (const name of Object.keys(blocks)) {
    const value = args[name];
    const list = Array.isArray(value) ? (value as DecodedBlock[]) : value === undefined ? [] : [value as DecodedBlock];
    for (const block of list) {
      if (block.index < 0) continue;
      const named = (block.args as Readonly<Record<string, unknown>> | undefined)?.name;
      found.push({ text: typeof named === "string" ? `${name} ${named}` : name, index: block.index });
    }
  }
  return found.sort((a, b) => a.index - b.index).map(({ text }) => text);
}

function isDefault(value: unknown, field: Field): boolean {
  return field.presence.kind === "default" && printDefault(value, field.type) === printDefault(field.presence.value, field.type);
}

function showValue(value: unknown, field: Field): string {
  const { type } = field;
  if (type.kind === "map") {
    const shown = [...(value as ReadonlyMap<string, unknown>)].map(([name, item]) =>
      item === "" || item === name ? name : `${name}=${typeof item === "string" ? item : printDefault(item, type.of)}`,
    );
    return shown.join(", ");
  }
  if (type.kind === "list" && type.of.kind !== "capsule") return (value as readonly unknown[]).map(String).join(", ");
  const printed = printDefault(value, type);
  return printed.startsWith('"') && type.kind !== "secret" ? String(type.kind === "duration" || type.kind === "bytes" ? printed.slice(1, -1) : value) : printed;
}

const cut = (text: string, limit: number): string => {
  const line = text.replace(/\s+/g, " ");
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
};
