/**
 * Answers `/metrics`. There may be hundreds of thousands of series: the runtime asks every component and adds its id,
 * families of one name are merged (the engine's `metrics/merge.ts`), and long ones are gathered in slices, once for all
 * who ask meanwhile. They are written piece by piece as fast as the reader takes them. A reader that is too slow is cut
 * off, since what is not read yet stays in memory.
 */
import { chooseExposition, type MetricFamily } from "@sluice/engine";
import type { Request, Response } from "express";
import { answerLine } from "../http/answers.ts";
import { inSlices, nextTurn, type Scheduler } from "../platform/scheduler.ts";

/** Readers at once. */
const MAX_READERS = 16;
/** Time for one reader to take it all. */
const READING_TIME = 30_000_000_000n;
/** Characters that are written together. */
const PIECE = 64 * 1024;

export class MetricsRoute {
  readonly #gather: () => Generator<void, readonly MetricFamily[]>;
  readonly #scheduler: Scheduler;
  #gathering: Promise<readonly MetricFamily[]> | undefined;
  #readers = 0;

  constructor(gather: () => Generator<void, readonly MetricFamily[]>, scheduler: Scheduler) {
    this.#gather = gather;
    this.#scheduler = scheduler;
  }

  async answer(request: Request, response: Response): Promise<void> {
    if (this.#readers >= MAX_READERS) {
      response.set("Retry-After", "1");
      return answerLine(response, 503, "too many concurrent scrapes; try again later");
    }
    this.#readers++;
    try {
      const { contentType, pieces } = chooseExposition(request.headers.accept);
      const families = await this.#families();
      // Not as Express sets it, which rewrites the content type of a text.
      response.setHeader("Content-Type", contentType);
      response.setHeader("Vary", "Accept");
      if (request.method !== "HEAD") await this.#write(response, pieces(families));
      response.end();
    } finally {
      this.#readers--;
    }
  }

  #families(): Promise<readonly MetricFamily[]> {
    this.#gathering ??= inSlices(this.#gather(), this.#scheduler).finally(() => {
      this.#gathering = undefined;
    });
    return this.#gathering;
  }

  async #write(response: Response, pieces: Generator<string, void>): Promise<void> {
    const scheduler = this.#scheduler;
    const cancel = scheduler.after(READING_TIME, () => response.destroy());
    let text = "";
    let until = scheduler.turnEnds();
    try {
      for (const piece of pieces) {
        text += piece;
        if (text.length >= PIECE) {
          const more = response.write(text);
          text = "";
          if (!more) await drained(response);
        }
        if (response.destroyed) return;
        // A look at the time costs about as much as a line.
        if (piece !== "" && text !== "") continue;
        if (scheduler.elapsed() >= until) until = await nextTurn(scheduler);
      }
      response.write(text);
    } finally {
      cancel();
    }
  }
}

/** Resolves when more can be written, or never will. */
function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
    if (response.destroyed) done();
  });
}
