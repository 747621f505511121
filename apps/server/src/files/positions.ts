/**
 * Where reading has come to in each file, kept across restarts in `positions.json`. Written as a whole to another file,
 * flushed and renamed, so that a crash leaves the old or the new one. A file that cannot be understood is kept aside.
 */
import { access, mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

const FILE = "positions.json";
const VERSION = 1;

/** How far one file was read and settled. */
export interface Position {
  /** Where it was found, which is what its label `filename` says. */
  readonly path: string;
  /** Device and number of the file: `64769:1234`. */
  readonly key: string;
  readonly offset: number;
  /** `Window.digest` at `offset`. */
  readonly digest: string;
  /** It was read to its end after it was rotated away, or is a copy of one that was read; kept so that it is not read again. */
  readonly done: boolean;
}

export interface Positions {
  /** When they were written, in milliseconds since the epoch. */
  readonly savedAt: number;
  readonly files: readonly Position[];
}

export interface LoadedPositions {
  readonly positions: Positions | undefined;
  /** Where a damaged file was kept, and what was wrong with it. */
  readonly damaged?: { readonly keptAs: string; readonly reason: string } | undefined;
}

/** Reads what was saved in `folder`; nothing when there is none. Throws what the file system throws, except "not there". */
export async function loadPositions(folder: string): Promise<LoadedPositions> {
  const path = join(folder, FILE);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { positions: undefined };
    throw error;
  }
  const parsed = parsePositions(text);
  if (typeof parsed !== "string") return { positions: parsed };
  const keptAs = await freeName(path);
  await rename(path, keptAs);
  return { positions: undefined, damaged: { keptAs, reason: parsed } };
}

async function freeName(path: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = `${path}.damaged-${n}`;
    const taken = await access(name).then(() => true, () => false);
    if (!taken) return name;
  }
}

/** What a saved file says, or what is wrong with it. */
function parsePositions(text: string): Positions | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  if (!isObject(value)) return "it is not an object";
  if (value.version !== VERSION) return `its version is ${JSON.stringify(value.version)}, not ${VERSION}`;
  if (typeof value.saved_at !== "number" || !Array.isArray(value.files)) return "saved_at or files is missing";
  const files: Position[] = [];
  for (const [i, file] of value.files.entries()) {
    if (!isPosition(file)) return `files[${i}] is not a position`;
    files.push(file);
  }
  return { savedAt: value.saved_at, files };
}

function isPosition(file: unknown): file is Position {
  if (!isObject(file)) return false;
  const { path, key, offset, digest, done } = file;
  const texts = typeof path === "string" && typeof key === "string" && typeof digest === "string";
  return texts && Number.isSafeInteger(offset) && (offset as number) >= 0 && typeof done === "boolean";
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);

/** Writes positions into `folder`, which is made when it is missing. Throws what the file system throws. */
export async function savePositions(folder: string, { savedAt, files }: Positions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, FILE);
  const next = `${path}.next`;
  const handle = await open(next, "w");
  try {
    await handle.writeFile(`${JSON.stringify({ version: VERSION, saved_at: savedAt, files }, undefined, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, path);
  // The new name is durable once its folder is flushed; where that is not possible the old positions may come back.
  const folderHandle = await open(dirname(path), "r").catch(() => undefined);
  await folderHandle?.sync().catch(() => {});
  await folderHandle?.close();
}
