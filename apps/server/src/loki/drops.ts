/** What an endpoint's entries are dropped for: counted, and written to the log with what it was; the log of refused ones, too. */
import type { Logger } from "../platform/log.ts";
import type { BatchPart } from "./batch.ts";
import type { Counted, DropReason, PushCounters } from "./push-counters.ts";

/** Characters of labels that are logged. */
const MAX_TOLD_LABELS = 300;

export interface WhyDropped {
  /** Requests that were begun for it. */
  readonly attempts: number;
  readonly reason: DropReason;
  readonly problem: string;
}

export class Drops {
  readonly #counters: PushCounters;
  readonly #log: Logger;
  readonly #url: () => string;

  /** `url`: of the endpoint, without credentials. */
  constructor(counters: PushCounters, log: Logger, url: () => string) {
    this.#counters = counters;
    this.#log = log;
    this.#url = url;
  }

  /** Entries that are of no batch, or not the whole of one. */
  drop(entries: Counted, why: WhyDropped): void {
    this.#drop("entries were dropped", entries, {}, why);
  }

  /** All that is in a part; `of`: how many streams its batch had. */
  dropPart(part: BatchPart, of: number, why: WhyDropped): void {
    const what = part.streams.length === of ? "a batch was dropped" : "streams of a batch were dropped";
    this.#drop(what, part, streamsOf(part), why);
  }

  /** Writes what happened to all that is in a part, which is not dropped. */
  told(what: string, part: BatchPart, { attempts, problem }: WhyDropped): void {
    this.#log.write("warn", what, { url: this.#url(), entries: part.entries, ...streamsOf(part), attempts, problem });
  }

  #drop(what: string, dropped: Counted, fields: object, { attempts, reason, problem }: WhyDropped): void {
    this.#counters.dropped(dropped, reason);
    const { entries } = dropped;
    this.#log.write("error", what, { url: this.#url(), entries, ...fields, attempts, problem });
  }
}

function streamsOf({ streams }: BatchPart): object {
  const named = streams.length === 1 && { stream: streams[0]!.labels.toString().slice(0, MAX_TOLD_LABELS) };
  return { streams: streams.length, ...named };
}
