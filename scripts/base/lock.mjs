// One build at a time: tests start the command many times at once, and each start builds what is stale. A lock is a file
// that names its process; a lock whose process is gone, or that is too old, is taken over.
import { linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./message-of.mjs";

const POLL_MS = 50;
/** After this long the one who waits says so. */
const QUIET_MS = 2_000;
/** No build takes as long: the file was left behind by a process whose number another one has now. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * Runs `work` while holding the lock at `path`; it receives whether it had to wait for another process.
 * @template T
 * @param {string} path
 * @param {(waited: boolean) => T} work
 */
export function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  const waited = acquire(path);
  try {
    return work(waited);
  } finally {
    if (ownerOf(path) === process.pid) unlinkSync(path);
  }
}

/** @param {string} path */
function acquire(path) {
  const started = Date.now();
  let said = false;
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return waited;
    } catch (error) {
      // Windows refuses to open a file that is being deleted.
      const code = codeOf(error);
      if (code !== "EEXIST" && code !== "EPERM") throw error;
    }
    const owner = abandonedBy(path);
    if (owner !== undefined) {
      takeAway(path, owner);
      continue;
    }
    if (!said && Date.now() - started > QUIET_MS) {
      said = true;
      process.stderr.write("waiting for a build in another process …\n");
    }
    sleep(POLL_MS);
  }
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * The process whose lock was left behind; undefined while one holds it.
 * @param {string} path
 */
function abandonedBy(path) {
  const owner = ownerOf(path);
  // Between its creation and its first bytes the file is empty.
  if (!owner) return undefined;
  try {
    if (Date.now() - statSync(path).mtimeMs > MAX_AGE_MS) return owner;
    process.kill(owner, 0);
    return undefined;
  } catch (error) {
    return codeOf(error) === "ESRCH" ? owner : undefined;
  }
}

/**
 * Takes an abandoned lock away, but not the one that another process may have put in its place meanwhile.
 * @param {string} path
 * @param {number} owner
 */
function takeAway(path, owner) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (ownerOf(aside) !== owner) linkSync(aside, path);
    unlinkSync(aside);
  } catch {
    // Another process was faster.
  }
}

/** @param {number} ms */
function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
