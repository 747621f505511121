/** Files that commands write: never over an existing file, unless forced. */
import { writeFile } from "node:fs/promises";
import { codeOf, describeSystemError } from "@sluice/server/system-error";
import { FileError } from "./config-file.ts";

export async function writeNew(path: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { flag: force ? "w" : "wx" });
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new FileError(`${path} is there already; --force overwrites it`);
    throw new FileError(`cannot write ${path}: ${describeSystemError(error)}`);
  }
}
