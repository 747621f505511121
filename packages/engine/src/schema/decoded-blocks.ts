import type { DecodedBlock } from "./field.ts";

/** The blocks that stand under one name of decoded arguments: none, one, or several. */
export function decodedBlocks(value: unknown): readonly DecodedBlock[] {
  if (value === undefined || value === null) return [];
  // What a spec calls a block is decoded to one; only its name says so.
  return (Array.isArray(value) ? value : [value]) as readonly DecodedBlock[];
}
