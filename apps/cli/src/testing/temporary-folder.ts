/** A folder for the files of a test, gone afterwards. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

export interface TemporaryFolder {
  path(name: string): string;
  /** Writes a file and gives its path. */
  write(name: string, content: string | Uint8Array): string;
  read(name: string): string;
}

/** A fresh one for every test of the file or the `describe` that calls it. */
export function useTemporaryFolder(): TemporaryFolder {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sluice-cli-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return {
    path: (name) => join(folder, name),
    write(name, content) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    read: (name) => readFileSync(join(folder, name), "utf8"),
  };
}
