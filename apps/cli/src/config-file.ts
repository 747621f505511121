/** Reading files whole, and saying what is wrong with them. */
import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { decodeGo } from "@sluice/engine";

/** A file that cannot be read; the message says which and why. */
export class FileError extends Error {}

/** The text of a configuration FILE, `-` for standard input. Bytes that are not UTF-8 become U+FFFD. */
export async function readText(path: string): Promise<string> {
  return decodeBytes(await readBytes(path));
}

export async function readBytes(path: string): Promise<Buffer> {
  try {
    return path === "-" ? await readStdin() : await readFile(path);
  } catch (error) {
    throw new FileError(`cannot read ${fileName(path)}: ${describeSystemError(error)}`);
  }
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

/** What went wrong with a file, without Node's prefix. */
export function describeSystemError(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const known: Readonly<Record<string, string>> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a directory",
    EACCES: "permission denied",
    EPERM: "permission denied",
    EROFS: "the file system is read-only",
    ENOSPC: "no space is left",
    ENOTDIR: "a part of the path is not a directory",
    ELOOP: "its links go round in a circle",
    ERR_FS_FILE_TOO_LARGE: "it is too large",
  };
  return known[code ?? ""] ?? (error as Error).message;
}
