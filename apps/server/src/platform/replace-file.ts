/** Writes a file as a whole, so that a crash leaves the old or the new one. */
import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** The folder is made where it is missing. Throws what the file system throws. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const next = `${path}.next`;
  const handle = await open(next, "w");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, path);
  // The new name is durable once its folder is flushed; where that is not possible the old file may come back.
  const folderHandle = await open(folder, "r").catch(() => undefined);
  await folderHandle?.sync().catch(() => {});
  await folderHandle?.close();
}
