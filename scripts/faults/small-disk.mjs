// A file system of a few megabytes, which can be filled up.
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const PIECE = Buffer.alloc(64 * 1024, 1);

/**
 * Mounts one at `folder`; gives why that is not possible.
 * @param {string} folder
 * @param {number} megabytes
 */
export function mountSmallDisk(folder, megabytes) {
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "none", folder], { stdio: "pipe" });
  } catch (error) {
    return { problem: `no small file system can be mounted here: ${error instanceof Error ? error.message : error}` };
  }
  const ballast = join(folder, "ballast");
  return {
    /** Writes until there is no room for a byte. */
    fill() {
      const file = openSync(ballast, "a");
      for (let size = PIECE.length; size > 0; ) {
        try {
          writeSync(file, PIECE, 0, size);
        } catch {
          size = Math.floor(size / 2);
        }
      }
      closeSync(file);
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => void execFileSync("umount", [folder], { stdio: "pipe" }),
  };
}
