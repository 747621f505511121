/** Reading files whole, and saying what is wrong with them. */
import { isUtf8 } from "node:buffer";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { ConfigFiles, decodeGo, decodeRaw } from "@sluice/engine";
import { describeSystemError } from "@sluice/server/system-error";

/** A file that cannot be read; the message says which and why. */
export class FileError extends Error {}

/** The text of a configuration FILE, `-` for standard input. Bytes that are not UTF-8 stay apart, and do not parse. */
export async function readText(path: string): Promise<string> {
  try {
    return decodeRaw(path === "-" ? await readStdin() : await readFile(path));
  } catch (error) {
    throw new FileError(`cannot read ${fileName(path)}: ${describeSystemError(error)}`);
  }
}

/** Files of one folder, and characters of all of them. */
const MAX_FILES = 1000;
const MAX_TOGETHER = 16 * 1024 * 1024;

/** FILE, or all `*.alloy` of a folder in the order of their names. */
export async function readConfig(path: string): Promise<ConfigFiles> {
  if (!(await isFolder(path))) return ConfigFiles.one(fileName(path), await readText(path));
  let names: string[];
  try {
    names = (await readdir(path)).filter((name) => name.endsWith(".alloy")).sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    throw new FileError(`cannot read ${path}: ${describeSystemError(error)}`);
  }
  if (names.length === 0) throw new FileError(`the folder ${path} has no *.alloy file`);
  if (names.length > MAX_FILES) throw new FileError(`the folder ${path} has more than ${MAX_FILES} *.alloy files`);
  const files: { name: string; text: string }[] = [];
  let together = 0;
  for (const name of names) {
    const file = join(path, name);
    const text = await readText(file);
    together += text.length;
    if (together > MAX_TOGETHER)
      throw new FileError(`the *.alloy files of ${path} are larger than ${MAX_TOGETHER >> 20} MiB together`);
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

/** How a file is called in messages. */
export function fileName(path: string): string {
  return path === "-" ? "<stdin>" : path;
}

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
