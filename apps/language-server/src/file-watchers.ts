/** Has the client tell when files of samples change, where it can. */
import { basename, dirname, sep } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type GlobPattern,
} from "vscode-languageserver";
import type { Abilities } from "./abilities.ts";

/** Characters that mean something in the protocol's patterns. */
const escapePattern = (name: string): string => name.replace(/[*?{}[\]!,]/g, "?");

export const patternOf = (path: string, relative: boolean): GlobPattern =>
  relative
    ? { baseUri: pathToFileURL(dirname(path)).href, pattern: escapePattern(basename(path)) }
    : escapePattern(path.replaceAll(sep, "/"));

export class FileWatchers {
  readonly #connection: Connection;
  readonly #abilities: () => Pick<Abilities, "watchesFiles" | "relativePatterns">;
  #watched = "";
  #registration: Promise<Disposable> | undefined;

  constructor(connection: Connection, abilities: () => Pick<Abilities, "watchesFiles" | "relativePatterns">) {
    this.#connection = connection;
    this.#abilities = abilities;
  }

  /** From now on these files are watched, and no others. */
  watch(paths: readonly string[]): void {
    const wanted = [...new Set(paths)].sort();
    const key = wanted.join("\0");
    const { watchesFiles, relativePatterns } = this.#abilities();
    if (!watchesFiles || key === this.#watched) return;
    this.#watched = key;
    const old = this.#registration;
    const watchers = wanted.map((path) => ({ globPattern: patternOf(path, relativePatterns) }));
    this.#registration =
      wanted.length === 0
        ? undefined
        : this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    // A client that refuses goes without: counts are still made anew when they are asked for.
    this.#registration?.catch(() => undefined);
    old?.then((one) => one.dispose()).catch(() => undefined);
  }
}
