/** Has the client tell when files of samples change, where it can. */
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Connection, Disposable } from "vscode-languageserver";
import { DidChangeWatchedFilesNotification } from "vscode-languageserver";

/** Characters that mean something in the protocol's patterns. */
const escapePattern = (name: string): string => name.replace(/[*?{}[\]!,]/g, "?");

export class FileWatchers {
  readonly #connection: Connection;
  readonly #able: () => boolean;
  #watched = "";
  #registration: Promise<Disposable> | undefined;

  constructor(connection: Connection, able: () => boolean) {
    this.#connection = connection;
    this.#able = able;
  }

  /** From now on these files are watched, and no others. */
  watch(paths: readonly string[]): void {
    const wanted = [...new Set(paths)].sort();
    const key = wanted.join("\0");
    if (!this.#able() || key === this.#watched) return;
    this.#watched = key;
    const old = this.#registration;
    const watchers = wanted.map((path) => ({
      globPattern: { baseUri: pathToFileURL(dirname(path)).href, pattern: escapePattern(basename(path)) },
    }));
    this.#registration =
      wanted.length === 0
        ? undefined
        : this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    // A client that refuses goes without: counts are still made anew when they are asked for.
    this.#registration?.catch(() => undefined);
    old?.then((one) => one.dispose()).catch(() => undefined);
  }
}
