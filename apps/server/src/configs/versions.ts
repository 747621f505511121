/**
 * The configurations that were loaded, deployed or refused, one file each, in the data directory. Files hold the whole
 * text, secrets included, and are readable by this user alone. A start takes the configuration file, or the version
 * that was deployed since if the file has not changed in the meantime; `server.ts` decides that.
 */

import { mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ConfigFiles, messageOf } from "@sluice/engine";
import type { ConfigVersion } from "@sluice/protocol";
import * as v from "valibot";
import { sha256Hex } from "../host/stage-host.ts";
import { VERSIONS_FOLDER } from "../platform/file-rules.ts";
import type { Logger } from "../platform/log.ts";
import { FileTooLarge, readRegular } from "../platform/open-regular.ts";
import { parseSaved, SavedDamaged } from "../platform/saved-json.ts";

/** Versions that are kept, those of them that were refused, and bytes of all. The one that runs is always kept. */
const MAX_VERSIONS = 100;
const MAX_REFUSED = 20;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of one file: a text of 16 MiB, as JSON has it. */
const MAX_FILE = 48 * 1024 * 1024;
const NAME = /^(\d{1,9})\.json$/;

/** What is reported of a version, and what this server alone knows of it. */
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

export interface DamagedVersion {
  readonly number: number;
  readonly reason: string;
}

export class VersionStore {
  readonly #folder: string;
  readonly #log: Logger;
  /** In the order of their numbers. */
  #versions: Version[];
  readonly #damaged: readonly DamagedVersion[];
  /** Why the last one could not be kept. */
  #problem: string | undefined;

  private constructor(folder: string, log: Logger, versions: Version[], damaged: readonly DamagedVersion[]) {
    this.#folder = folder;
    this.#log = log;
    this.#versions = versions;
    this.#damaged = damaged;
  }

  /** Those of a data directory, which has to be this process's. What cannot be read is left out and told. */
  static async open(dataDir: string, log: Logger): Promise<VersionStore> {
    const folder = join(dataDir, VERSIONS_FOLDER);
    const versions: Version[] = [];
    const damaged: DamagedVersion[] = [];
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const number = Number(NAME.exec(name)?.[1]);
      if (Number.isNaN(number)) continue;
      try {
        const { notes, bytes } = await readVersion(join(folder, name));
        versions.push({ ...notes, number, bytes });
      } catch (error) {
        log.write("warn", "a version of the configuration cannot be read", { file: join(folder, name), error });
        damaged.push({ number, reason: messageOf(error) });
      }
    }
    return new VersionStore(
      folder,
      log,
      versions.sort((a, b) => a.number - b.number),
      damaged.sort((a, b) => a.number - b.number),
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

  /** The last one that cannot be read, where it may be what ran last of a server that was started with `source`. */
  damagedSince(source: string): DamagedVersion | undefined {
    const last = this.#damaged.at(-1);
    return last !== undefined && last.number > (this.active(source)?.number ?? 0) ? last : undefined;
  }

  /** The last one that was read from `source` itself, whatever its result. */
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
    // One that is damaged is kept: it may be mended.
    const number = Math.max(last?.number ?? 0, this.#damaged.at(-1)?.number ?? 0) + 1;
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
      this.#problem = messageOf(error);
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
    throw new Error(`the version cannot be read: ${messageOf(error)}`);
  });
  const { files, ...notes } = parseSaved(SAVED, bytes.toString());
  const [first, ...more] = files;
  if (first === undefined) throw new SavedDamaged("it holds no file");
  const read = new ConfigFiles([first, ...more]);
  if (sha256Hex(read.text) !== notes.sha256) throw new SavedDamaged("its text is not the one that was kept");
  return { notes, files: read, bytes: bytes.length };
}

const SAVED = v.object({
  at: v.string(),
  via: v.picklist(["start", "signal", "reload", "deploy", "rollback"]),
  from: v.optional(v.string()),
  user: v.optional(v.string()),
  note: v.optional(v.string()),
  base: v.optional(v.number()),
  result: v.picklist(["loaded", "refused"]),
  message: v.optional(v.string()),
  sha256: v.string(),
  source: v.string(),
  origin: v.picklist(["file", "api"]),
  files: v.array(v.object({ name: v.string(), text: v.string() })),
});
