import type { BlockStatement, Statement } from "../syntax/ast.ts";
import type { DecodedBlock } from "./field.ts";

/** The blocks of one name in decoded arguments: none, one, or several. */
export function decodedBlocks(value: unknown): readonly DecodedBlock[] {
  if (value === undefined || value === null) return [];
  // What a spec calls a block is decoded to one; only its name says so.
  return (Array.isArray(value) ? value : [value]) as readonly DecodedBlock[];
}

/** What a decoded block of a body was read from. */
export function blockAt(body: readonly Statement[], { index }: Pick<DecodedBlock, "index">): BlockStatement {
  const statement = body[index];
  if (statement?.kind !== "block") throw new Error(`no block at ${index}`);
  return statement;
}
