/** Reading files whole, and saying what is wrong with them. */
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ConfigFiles, decodeGo, decodeRaw, visible } from "@sluice/engine";
import { FileTooLarge, readRegular } from "@sluice/server/open-regular";
import { describeSystemError } from "@sluice/server/system-error";

/** A file that cannot be read; the message says which and why. */
export class FileError extends Error {}

/** Bytes of a file that is read whole. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface Reading {
  /** Bytes at most. */
  readonly most?: number;
  /** Whether it may be a pipe, as a shell makes one of `<(command)`, whose writer is waited for. */
  readonly pipes?: boolean;
}

/** A file as a whole, `-` for standard input. Throws `FileError`. */
export async function readWhole(path: string, { most = MAX_BYTES, pipes = true }: Reading = {}): Promise<Buffer> {
  try {
    if (path === "-") return await readStream(process.stdin, most);
    const found = await stat(path);
    const streams = found.isFIFO() || found.isCharacterDevice() || found.isSocket();
    return pipes && streams ? await readStream(createReadStream(path), most) : await readRegular(path, most);
  } catch (error) {
    throw new FileError(`cannot read ${shownName(path)}: ${describeSystemError(error)}`);
  }
}

/** The text of a configuration FILE, `-` for standard input. Bytes that are not UTF-8 stay apart, and do not parse. */
export async function readText(path: string, how?: Reading): Promise<string> {
  return decodeRaw(await readWhole(path, how));
}

/** Files of one folder, and characters of all of them. */
const MAX_FILES = 1000;
const MAX_TOGETHER = 16 * 1024 * 1024;

/** FILE, or all `*.alloy` of a folder in the order of their names. */
export async function readConfig(path: string, how?: Pick<Reading, "pipes">): Promise<ConfigFiles> {
  if (!(await isFolder(path))) return ConfigFiles.one(fileName(path), await readText(path, how));
  let names: string[];
  try {
    names = (await readdir(path)).filter((name) => name.endsWith(".alloy")).sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    throw new FileError(`cannot read ${shownName(path)}: ${describeSystemError(error)}`);
  }
  if (names.length === 0) throw new FileError(`the folder ${shownName(path)} has no *.alloy file`);
  if (names.length > MAX_FILES)
    throw new FileError(`the folder ${shownName(path)} has more than ${MAX_FILES} *.alloy files`);
  const files: { name: string; text: string }[] = [];
  let together = 0;
  for (const name of names) {
    const file = join(path, name);
    const text = await readText(file, { pipes: false });
    together += text.length;
    if (together > MAX_TOGETHER)
      throw new FileError(`the *.alloy files of ${shownName(path)} are larger than ${MAX_TOGETHER >> 20} MiB together`);
    files.push({ name: file, text });
  }
  return new ConfigFiles(files);
}

export async function isFolder(path: string): Promise<boolean> {
  if (path === "-") return false;
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Bytes as the engine takes them: each one that is not UTF-8 becomes one U+FFFD. */
export function decodeBytes(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : decodeGo(bytes);
}

/** How a file is called, as programs get it. */
export function fileName(path: string): string {
  return path === "-" ? "<stdin>" : path;
}

/** How a file is called in messages: a name may have any character, also those that a terminal obeys. */
export const shownName = (path: string): string => visible(fileName(path));

async function readStream(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > most) throw new FileTooLarge(most);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
