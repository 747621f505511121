/** Secrets and certificates in files. They are read for each request, so that a new one takes effect at once. */
import { messageOf } from "@sluice/languages/base";
import type { FileGate } from "./file-gate.ts";
import { readRegular } from "./open-regular.ts";
import { codeOf } from "./system-error.ts";

/** Bytes of such a file at most, unless its reader says. */
const LARGEST = 256 * 1024;

/** A text in the configuration or in a file; both are empty where there is none. */
export interface TextOrFile {
  readonly text: string;
  readonly file: string;
}

/** A file cannot be read; the message names it, and nothing of what it holds. */
export class SmallFileError extends Error {}

/** Takes such an error for an answer. Any other failure is a bug. */
export function keepFileError(error: unknown): SmallFileError {
  if (error instanceof SmallFileError) return error;
  throw error;
}

/** The text of a file of `largest` bytes at most that a configuration names. Rejects with a `SmallFileError`. */
export async function readSmallFile(files: FileGate, path: string, largest = LARGEST): Promise<string> {
  try {
    return (await readRegular(path, largest, (one) => files.open(one))).toString("utf8");
  } catch (error) {
    const why = codeOf(error) === "ENOENT" ? "there is no such file" : messageOf(error);
    throw new SmallFileError(`cannot read ${path}: ${why}`);
  }
}
