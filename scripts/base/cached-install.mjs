// Packages that only a test outside of `npm ci` needs: put together in a folder of the cache, which is kept until something
// changes.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";

const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "node_modules/.cache/sluice/clients");

/**
 * Changes with any file of the folder, and with what native code is built for.
 * @param {string} folder
 */
function fingerprint(folder) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const name of readdirSync(folder).toSorted()) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

/**
 * Copies the folder `source` into the cache and has `install(folder)` complete it, unless that was done and `isThere(folder)`.
 * Gives the folder, or nothing after a failure, which it prints to standard error. `what` is installed, for the log.
 * @param {{ source: string, what: string, install(folder: string): boolean, isThere(folder: string): boolean }} options
 */
export function installOnce({ source, what, install, isThere }) {
  const folder = join(cache, basename(source));
  const note = join(folder, ".installed");
  const wanted = fingerprint(source);
  mkdirSync(cache, { recursive: true });
  return withLock(`${folder}.lock`, () => {
    if (existsSync(note) && readFileSync(note, "utf8") === wanted && isThere(folder)) return folder;
    console.log(`installing ${what} …`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(source, folder, { recursive: true });
    if (!install(folder)) return undefined;
    writeFileSync(note, wanted);
    return folder;
  });
}
