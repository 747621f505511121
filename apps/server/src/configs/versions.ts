/**
 * The configurations that were loaded or deployed, one file each, in the data directory. Files hold the whole text, secrets
 * included, and are readable by this user alone.
 */
import { mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ConfigFiles } from "@sluice/engine";
import type { ConfigVersion } from "@sluice/engine/live";
import { VERSIONS_FOLDER } from "../platform/file-rules.ts";
import type { Logger } from "../platform/log.ts";
import { FileTooLarge, readRegular } from "../platform/open-regular.ts";

/** Versions that are kept, those of them that were refused, and bytes of all. The one that runs is always kept. */
const MAX_VERSIONS = 100;
const MAX_REFUSED = 20;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of one file: a text of 16 MiB, as JSON has it. */
const MAX_FILE = 48 * 1024 * 1024;
const NAME = /^(\d{1,9})\.json$/;

/** What is told of a version, and what this server alone knows of it. */
export interface VersionNotes extends Omit<ConfigVersion, "number"> {
  /** What the server was started with: the absolute path of the configuration's own file. */
  readonly source: string;
  /** Whether its text came over the API: it may then read files only where that is allowed. */
  readonly origin: "file" | "api";
}

export interface Version extends VersionNotes {
  /** From 1. */
  readonly number: number;
  /** Of its file. */
  readonly bytes: number;
}

export class VersionStore {
  readonly #folder: string;
  readonly #log: Logger;
  /** In the order of their numbers. */
  #versions: Version[];
  /** Why the last one could not be kept. */
  #problem: string | undefined;

  private constructor(folder: string, log: Logger, versions: Version[]) {
    this.#folder = folder;
    this.#log = log;
    this.#versions = versions;
  }

  /** Those of a data directory, which has to be this process's. What cannot be read is left out and told. */
  static async open(dataDir: string, log: Logger): Promise<VersionStore> {
    const folder = join(dataDir, VERSIONS_FOLDER);
    const versions: Version[] = [];
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const number = Number(NAME.exec(name)?.[1]);
      if (Number.isNaN(number)) continue;
      try {
        const { notes, bytes } = await readVersion(join(folder, name));
        versions.push({ ...notes, number, bytes });
      } catch (error) {
        log.write("warn", "a version of the configuration cannot be read", { file: join(folder, name), error });
      }
    }
    return new VersionStore(
      folder,
      log,
      versions.sort((a, b) => a.number - b.number),
    );
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get all(): readonly Version[] {
    return this.#versions;
  }

  find(number: number): Version | undefined {
    return this.#versions.find((one) => one.number === number);
  }

  /** The last one that ran of a server that was started with `source`. */
  active(from: string): Version | undefined {
    return this.#versions.findLast(({ result, source }) => result === "loaded" && source === from);
  }

  /** The last one that was read from `source` itself, whatever came of it. */
  lastOfFile(from: string): Version | undefined {
    return this.#versions.findLast(({ origin, source }) => origin === "file" && source === from);
  }

  /** What a version held. Rejects where its file is gone or damaged. */
  async read(version: Version): Promise<ConfigFiles> {
    return (await readVersion(this.#fileOf(version.number))).files;
  }

  /** Keeps one more. Where that is not possible, says so, gives nothing, and all goes on. */
  async add(notes: VersionNotes, files: ConfigFiles): Promise<Version | undefined> {
    const last = this.#versions.at(-1);
    // The same mistake over and over is one.
    if (notes.result === "refused" && last?.result === "refused" && last.sha256 === notes.sha256) return last;
    const number = (last?.number ?? 0) + 1;
    const text = `${JSON.stringify({ ...notes, files: files.files })}\n`;
    const bytes = Buffer.byteLength(text);
    const file = this.#fileOf(number);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const draft = `${file}.draft`;
      const handle = await open(draft, "w", 0o600);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    } catch (error) {
      this.#problem = (error as Error).message;
      this.#log.write("error", "a version of the configuration cannot be kept", { file, error });
      return undefined;
    }
    this.#problem = undefined;
    const version = { ...notes, number, bytes };
    this.#versions.push(version);
    await this.#prune(notes.source);
    return version;
  }

  async #prune(source: string): Promise<void> {
    const active = this.active(source);
    for (;;) {
      const refused = this.#versions.filter(({ result }) => result === "refused");
      const bytes = this.#versions.reduce((sum, one) => sum + one.bytes, 0);
      const tooMuch = this.#versions.length > MAX_VERSIONS || bytes > MAX_BYTES;
      const oldest =
        refused.length > MAX_REFUSED ? refused[0] : tooMuch ? this.#versions.find((one) => one !== active) : undefined;
      if (oldest === undefined) return;
      this.#versions = this.#versions.filter((one) => one !== oldest);
      await unlink(this.#fileOf(oldest.number)).catch(() => {});
    }
  }

  #fileOf(number: number): string {
    return join(this.#folder, `${number}.json`);
  }
}

async function readVersion(
  path: string,
): Promise<{ readonly notes: VersionNotes; readonly files: ConfigFiles; readonly bytes: number }> {
  const bytes = await readRegular(path, MAX_FILE).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw error;
    throw new Error(`the version cannot be read: ${(error as Error).message}`);
  });
  const { files, ...notes } = JSON.parse(bytes.toString()) as VersionNotes & { files?: unknown };
  const whole =
    Array.isArray(files) &&
    files.length > 0 &&
    files.every((one) => typeof one?.name === "string" && typeof one?.text === "string") &&
    [notes.at, notes.via, notes.sha256, notes.source].every((one) => typeof one === "string") &&
    ["loaded", "refused"].includes(notes.result) &&
    ["file", "api"].includes(notes.origin);
  if (!whole) throw new Error("it is not a version of a configuration");
  return { notes, files: new ConfigFiles(files), bytes: bytes.length };
}
