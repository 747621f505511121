/**
 * One server for one data directory: two would read everything twice and write over each other's positions. Who holds
 * it says so in a file, which is left behind by a process that is killed.
 *
 * Files have numbers, and the highest counts. An abandoned one is not taken away but followed by the next number, which
 * only one process can create; so nobody ever removes a lock that another has just taken. The file of a process that
 * cannot be asked after (another machine, another container) is abandoned when it has not been touched for a while.
 */
import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, stat, unlink, utimes } from "node:fs/promises";
import { hostname, uptime } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { MILLISECOND, messageOf, SECOND } from "@sluice/engine";
import type { Logger } from "../platform/log.ts";
import { FileTooLarge, readRegular } from "../platform/open-regular.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { codeOf } from "../platform/system-error.ts";
import { livenessOf, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

/** Bytes that a lock may hold; it names one process. */
const MAX_SIZE = 64 * 1024;
const NAME = /^server-(\d{1,9})\.lock$/;
const nameOf = (number: number) => `server-${number}.lock`;

/** The holder touches its file this often; a foreign one that was not touched for so long is abandoned. */
const TOUCH_PAUSE = 5n * SECOND;
const ABANDONED_MS = 30_000;
/** A file without content is being written, unless it is older than this. */
const UNWRITTEN_MS = 5_000;
/** Every attempt that fails means that another process got further; so many do not start at once. */
const MAX_ATTEMPTS = 100;

interface Holder extends ProcessIdentity {
  /** Differs for every lock that is taken. */
  readonly token: string;
  /** When it was taken, in ISO 8601. */
  readonly since: string;
}

export type LockResult =
  | { readonly ok: true; readonly lock: DataLock }
  /** Why not, and what to do about it. */
  | { readonly ok: false; readonly message: string };

/** What the directory is, as messages name it. */
export interface DirectoryWords {
  readonly name: string;
  /** What to do where another process has it. */
  readonly advice: string;
  /** What no longer happens once another process took it. */
  readonly effect: string;
}

const DATA_DIRECTORY: DirectoryWords = {
  name: "data directory",
  advice: "name another one with --data-dir",
  effect: "positions are no longer saved",
};

export class DataLock {
  readonly #path: string;
  readonly #words: DirectoryWords;
  readonly #token: string;
  readonly #scheduler: Scheduler;
  readonly #log: Logger;
  #cancelTimer: (() => void) | undefined;
  #released = false;
  #lost: string | undefined;
  /** What kept it from being renewed, as it was logged. */
  #told = "";

  private constructor(path: string, words: DirectoryWords, token: string, scheduler: Scheduler, log: Logger) {
    this.#path = path;
    this.#words = words;
    this.#token = token;
    this.#scheduler = scheduler;
    this.#log = log;
    this.#arm();
  }

  /** Takes the folder, which is made if it is not there, for this process. */
  static async take(
    folder: string,
    scheduler: Scheduler,
    log: Logger,
    words = DATA_DIRECTORY,
    write: typeof writeWhole = writeWhole,
  ): Promise<LockResult> {
    const token = randomUUID();
    const since = new Date(Number(scheduler.now() / MILLISECOND)).toISOString();
    const own: Holder = { ...ownIdentity(), token, since };
    const draft = join(folder, `server-${token}.draft`);
    try {
      await mkdir(folder, { recursive: true });
      await write(draft, own).catch((error: unknown) => reuseAbandoned(folder, draft, own, error));
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const numbers = await lockNumbers(folder);
        const highest = numbers.at(-1) ?? 0;
        if (highest > 0) {
          const path = join(folder, nameOf(highest));
          const verdict = await examine(path, draft);
          if (verdict === "gone") continue;
          if (verdict !== "abandoned") return { ok: false, message: refusal(words, folder, path, verdict) };
        }
        const path = join(folder, nameOf(highest + 1));
        if (!(await claim(draft, path, own))) continue;
        // One that was taken and given back while this one looked may have let in another with a lower number.
        const rival = await findRival(folder, highest + 1, draft);
        if (rival !== undefined) {
          await unlink(path);
          return { ok: false, message: refusal(words, folder, rival.path, rival.holder) };
        }
        if (highest > 0)
          log.write("info", `the ${words.name} is taken over from a server that is no longer running`, { folder });
        for (const number of numbers) await unlink(join(folder, nameOf(number))).catch(() => {});
        return { ok: true, lock: new DataLock(path, words, token, scheduler, log) };
      }
      return { ok: false, message: `the ${words.name} ${folder} is being taken by other servers; ${words.advice}` };
    } catch (error) {
      return { ok: false, message: `the ${words.name} ${folder} cannot be used: ${explain(error)}; ${words.advice}` };
    } finally {
      await unlink(draft).catch(() => {});
    }
  }

  /** Why the folder is this process's no more, once that is so. Nothing may be written there then. */
  get lost(): string | undefined {
    return this.#lost;
  }

  #arm(): void {
    this.#cancelTimer = this.#scheduler.after(TOUCH_PAUSE, () => {
      void this.#touch().finally(() => {
        if (!this.#released && this.#lost === undefined) this.#arm();
      });
    });
  }

  /** Says that this process is still there, and finds out whether another one took it for gone. */
  async #touch(): Promise<void> {
    try {
      if ((await readHolder(this.#path))?.token === this.#token) {
        const now = new Date();
        await utimes(this.#path, now, now);
        this.#told = "";
        return;
      }
      this.#lose(this.#taken);
    } catch (error) {
      // Who takes a folder over removes the locks that were there.
      if (codeOf(error) === "ENOENT") {
        const others = await lockNumbers(dirname(this.#path)).catch(() => []);
        this.#lose(others.length > 0 ? this.#taken : `the lock of the ${this.#words.name} was removed`);
        return;
      }
      const reason = explain(error);
      if (this.#released || this.#told === reason) return;
      this.#told = reason;
      this.#log.write("error", `the lock of the ${this.#words.name} cannot be renewed`, { lock: this.#path, reason });
    }
  }

  get #taken(): string {
    return `another server took the ${this.#words.name}`;
  }

  #lose(why: string): void {
    if (this.#released) return;
    const { advice, effect } = this.#words;
    this.#lost = `${why}: ${effect}; stop the other server, or ${advice}, and start this one again`;
    this.#log.write("error", why, { lock: this.#path, effect });
  }

  /** Gives the folder back, unless another process holds it by now. Idempotent. */
  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    this.#cancelTimer?.();
    const holder = await readHolder(this.#path).catch(() => undefined);
    if (holder?.token === this.#token) await unlink(this.#path).catch(() => {});
  }
}

async function lockNumbers(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).flatMap((name) => {
    const number = NAME.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  return numbers.sort((a, b) => a - b);
}

/** Who holds a lock; otherwise that nobody does any more, or that there is no such file. `draft` was written just now. */
async function examine(path: string, draft: string): Promise<Holder | "unwritten" | "abandoned" | "gone"> {
  try {
    const holder = await readHolder(path);
    const liveness = holder === undefined ? "unknown" : livenessOf(holder);
    if (liveness === "gone") return "abandoned";
    // Without the beginning of its process a number that counts here may be another's, but who holds it touches it.
    if (holder !== undefined && liveness === "alive" && holder.began !== "") return holder;
    // Both times are the file system's, so that no two clocks are compared.
    const touchedAt = (await stat(path)).mtimeMs;
    const age = (await stat(draft)).mtimeMs - touchedAt;
    if (holder?.host === hostname() && touchedAt < Date.now() - uptime() * 1000) return "abandoned";
    if (age > (holder === undefined ? UNWRITTEN_MS : ABANDONED_MS)) return "abandoned";
    return holder ?? "unwritten";
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "gone";
    throw error;
  }
}

/** Another lock that somebody holds. */
async function findRival(folder: string, own: number, draft: string) {
  for (const number of await lockNumbers(folder)) {
    const path = join(folder, nameOf(number));
    const holder = number === own ? "gone" : await examine(path, draft);
    if (holder !== "gone" && holder !== "abandoned") return { path, holder };
  }
  return undefined;
}

/** Creates the lock, with its content, unless it is there. */
async function claim(draft: string, path: string, own: Holder): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return false;
    if (code === undefined || !NO_LINKS.has(code)) throw error;
  }
  try {
    await writeWhole(path, own);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  return isDeepStrictEqual(await readHolder(path), own);
}

/** What file systems answer that know no links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "UNKNOWN"]);

/**
 * A disk that is full has no room for another file, but for the bytes of the one that a server left behind which was killed.
 * That becomes the draft: only one process can rename it. Rejects with `error` where there is none, or it is no other.
 */
async function reuseAbandoned(folder: string, draft: string, own: Holder, error: unknown): Promise<void> {
  if (!NO_ROOM.has(codeOf(error) ?? "")) throw error;
  const highest = (await lockNumbers(folder)).at(-1);
  if (highest === undefined) throw error;
  const path = join(folder, nameOf(highest));
  if ((await examine(path, draft)) !== "abandoned") throw error;
  await rename(path, draft);
  const handle = await open(draft, "r+");
  try {
    const bytes = Buffer.from(`${JSON.stringify(own)}\n`);
    const { size } = await handle.stat();
    // The rest is blanks, so that none of its room is given back before the new text is written.
    await handle.write(Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length), " ")]), 0, undefined, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

async function writeWhole(path: string, holder: Holder): Promise<void> {
  const handle = await open(path, "wx", 0o644);
  try {
    await handle.writeFile(`${JSON.stringify(holder)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Who a file names; undefined when it is not written to its end, or damaged. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const text = (await readRegular(path, MAX_SIZE)).toString("utf8");
    const { pid, host, began, space, token, since } = JSON.parse(text) as Record<string, unknown>;
    if (!Number.isSafeInteger(pid) || (pid as number) <= 0) return undefined;
    for (const one of [host, began, space, token, since]) if (typeof one !== "string") return undefined;
    return { pid, host, began, space, token, since } as Holder;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof FileTooLarge) return undefined;
    throw error;
  }
}

function refusal({ name, advice }: DirectoryWords, folder: string, path: string, holder: Holder | "unwritten"): string {
  if (holder === "unwritten") return `the ${name} ${folder} is being taken by another server; ${advice}`;
  const { pid, host, since } = holder;
  const elsewhere =
    livenessOf(holder) === "unknown" ? ` (if it is no longer running: wait half a minute, or delete ${path})` : "";
  return `the ${name} ${folder} is in use by process ${pid} on ${host} since ${since}; stop that one, or ${advice}${elsewhere}`;
}

function explain(error: unknown): string {
  return REASONS[codeOf(error) ?? ""] ?? messageOf(error);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "it is not a folder",
  EEXIST: "it is not a folder",
};
