/** The run that finished last, which most questions are about, and the files that stages read. */
import type { StageHost } from "@sluice/engine";
import { later } from "@sluice/languages/base";
import type { Running } from "../../core/workers/execute.ts";
import { type Gone, gone } from "../../core/workers/gone.ts";

/** A finished run, and until when questions about it are worth an answer. */
interface Finished {
  readonly running: Running;
  /** Aborted as soon as a newer run is asked for. */
  readonly overtaken: AbortSignal;
  /** Aborted as soon as a newer run has finished. */
  readonly replaced: AbortController;
}

export interface AboutRun {
  readonly overtaken: AbortSignal;
  readonly replaced: AbortSignal;
}

export class LastRun {
  #finished: Finished | undefined;

  get running(): Running | undefined {
    return this.#finished?.running;
  }

  set(running: Running, overtaken: AbortSignal): void {
    this.#finished?.replaced.abort();
    this.#finished = { running, overtaken, replaced: new AbortController() };
  }

  /** Answers a question about run `run`, if that is the last one. */
  about<T>(run: number, answer: (running: Running, about: AboutRun) => T): T | Gone {
    if (this.#finished?.running.id !== run) return gone("other-run");
    const { running, overtaken, replaced } = this.#finished;
    return answer(running, { overtaken, replaced: replaced.signal });
  }
}

/** Few pipelines hash. */
const sha256 = later("SHA-256", async () => (await import("../../core/workers/sha256.ts")).sha256Hex);

/** Files that stages name, by path. */
export class StageFiles {
  readonly #files = new Map<string, Uint8Array>();
  /** Files whose bytes are still on their way; runs wait for them. */
  #reading: Promise<void> = Promise.resolve();

  readonly host: StageHost = {
    resource: (path) => this.#files.get(path),
    sha256: (text) => sha256()(text),
  };

  /** All files that were set are there. */
  ready(): Promise<void> {
    return this.#reading;
  }

  /** Null takes it away. */
  set(path: string, file: Blob | null): void {
    this.#reading = this.#reading.then(() => this.#read(path, file));
  }

  async #read(path: string, file: Blob | null): Promise<void> {
    if (file === null) this.#files.delete(path);
    // A file that cannot be read any more (it was moved since) is as if it were not there.
    else
      await file.arrayBuffer().then(
        (bytes) => void this.#files.set(path, new Uint8Array(bytes)),
        () => void this.#files.delete(path),
      );
  }
}
