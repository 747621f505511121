/**
 * Searches the open document for private values in the worker, in pieces, so that the search says how far it is, ends with the
 * dialog, and lets other questions in. Other kinds to keep only replace again.
 */
import type { PrivateKind } from "@sluice/engine";
import type { PrivateRow, Screened, SharedContent } from "../../core/model/private-values.ts";
import type { SampleEntry } from "../../core/model/samples.ts";
import type { LanguageClient } from "../../core/workers/language-client.ts";

/** Samples in a piece: some 50 milliseconds. */
const PIECE = 500;

export interface ScreenProgress {
  readonly step: "search" | "replace";
  /** Samples. */
  readonly done: number;
  readonly total: number;
}

let sessions = 0;

export class Screening {
  readonly #language: LanguageClient;
  readonly #content: SharedContent;
  readonly #session = ++sessions;
  /** Samples that were searched; undefined: nothing yet. */
  #searched: number | undefined;
  /** One after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(language: LanguageClient, content: SharedContent) {
    this.#language = language;
    this.#content = content;
  }

  /** `keep`: kinds that are not replaced. Undefined: `signal` ended it, or the worker failed. */
  screen(
    keep: readonly PrivateKind[],
    signal: AbortSignal,
    onProgress: (progress: ScreenProgress) => void = () => {},
  ): Promise<Screened | undefined> {
    const screened = this.#last.then(() => this.#screen(keep, signal, onProgress));
    this.#last = screened;
    return screened;
  }

  /** Lets the worker forget the document. */
  end(): void {
    this.#last = this.#last.then(() => this.#language.endScreen(this.#session));
  }

  async #screen(
    keep: readonly PrivateKind[],
    signal: AbortSignal,
    onProgress: (progress: ScreenProgress) => void,
  ): Promise<Screened | undefined> {
    const { samples: all, ...others } = this.#content;
    const total = all.length;
    while (this.#searched === undefined || this.#searched < total) {
      if (signal.aborted) return undefined;
      const from = this.#searched ?? 0;
      onProgress({ step: "search", done: from, total });
      const samples = all.slice(from, from + PIECE);
      const rest = this.#searched === undefined ? { ...others, samples: [] } : undefined;
      if (!(await this.#language.screen({ session: this.#session, from, samples, rest }))) return undefined;
      this.#searched = from + samples.length;
    }
    const samples: SampleEntry[] = [];
    let content: SharedContent | undefined;
    let rows: readonly PrivateRow[] | undefined;
    for (let from = 0; rows === undefined; from += PIECE) {
      if (signal.aborted) return undefined;
      onProgress({ step: "replace", done: from, total });
      const piece = await this.#language.screened({ session: this.#session, keep, from, to: from + PIECE });
      if (piece === undefined) return undefined;
      content ??= piece.rest;
      samples.push(...piece.samples);
      ({ rows } = piece);
    }
    return content === undefined ? undefined : { content: { ...content, samples }, rows };
  }
}
