/** Files named in decoded arguments: those that the host loads for stages, and those of components that it guards. */
import { decodedBlocks } from "./decoded-blocks.ts";
import type { Args, Block, Field, FileNaming } from "./field.ts";

/** The label of a target that is a path. */
const TARGET_PATH = "__path__";
/** Before the path of a socket, in an argument that may be an address, too. */
const SOCKET = "unix://";

export interface ArgumentFile {
  /** As the configuration names it; may be a pattern. */
  readonly path: string;
  readonly use: FileNaming["use"];
  /** The argument that names it, or the block around the argument. */
  readonly argument: string;
}

interface Shape {
  readonly fields: Readonly<Record<string, Pick<Field, "file">>>;
  readonly blocks: Readonly<Record<string, Pick<Block, "fields" | "blocks">>>;
}

/** Every file that arguments name, in blocks as well. */
export function* namedFiles(args: Args, { fields, blocks }: Shape): Generator<ArgumentFile> {
  for (const [argument, value] of Object.entries(args)) {
    const block = Object.hasOwn(blocks, argument) ? blocks[argument] : undefined;
    if (block !== undefined)
      for (const inner of decodedBlocks(value))
        for (const { path, use } of namedFiles(inner.args, block)) yield { path, use, argument };
    const file = Object.hasOwn(fields, argument) ? fields[argument]?.file : undefined;
    if (file !== undefined) for (const path of pathsIn(value, file)) yield { path, use: file.use, argument };
  }
}

/** Whether an argument may name a file. */
export const mayNameFiles = ({ fields, blocks }: Shape): boolean =>
  Object.values(fields).some(({ file }) => file !== undefined) || Object.values(blocks).some(mayNameFiles);

function* pathsIn(value: unknown, naming: Pick<FileNaming, "as" | "whenEmpty">): Generator<string> {
  const { as, whenEmpty } = naming;
  if (Array.isArray(value)) for (const one of value) yield* pathsIn(one, naming);
  else if (value instanceof Map) {
    const path: unknown = as === "target" ? value.get(TARGET_PATH) : undefined;
    if (typeof path === "string" && path !== "") yield path;
  } else if (typeof value === "string" && as === "socket") {
    if (value.startsWith(SOCKET)) yield value.slice(SOCKET.length);
  } else if (typeof value === "string") {
    const path = value === "" ? whenEmpty : value;
    if (path !== undefined) yield path;
  }
}
