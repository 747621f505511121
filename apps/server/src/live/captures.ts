/**
 * Samples from live traffic or from a Loki, in the form that the reader of samples takes, with what looks like a secret
 * replaced. What is kept of live traffic is bounded before anything is made of it, and made in slices afterwards.
 */

import {
  formatJsonLines,
  formatRfc3339,
  type Nanos,
  PRIVATE_KINDS,
  type PrivateKind,
  PrivateScan,
  type SampleContent,
  SECOND,
  tidySample,
  utf8Length,
} from "@sluice/engine";
import type { CaptureAnswer, CaptureLimits } from "@sluice/protocol";
import type { AskableLoki, HideFrom, JournalView } from "../core/component.ts";
import type { BatchObserver } from "../core/entries/flow.ts";
import type { LogContent, LogEntry } from "../core/entries/receiver.ts";
import { queryRange, type RangeQuery } from "../loki/query.ts";
import { inSlices, type Scheduler } from "../platform/scheduler.ts";
import type { EntryFilter } from "../watch/entry-filter.ts";

export const MAX_CAPTURES = 2;
/** Entries of a journal between two looks at the time. */
const LOOK_EVERY = 100;

type Ended = CaptureAnswer["ended"];

export interface LiveCapture {
  readonly component: string;
  readonly filter: EntryFilter | undefined;
  /** One of so many that fit. */
  readonly every: number;
}

export interface JournalCapture {
  readonly filter: EntryFilter | undefined;
  readonly every: number;
  /** Taken at that time or after it. Milliseconds since 1970. */
  readonly since: number;
  /** Which are kept where there are more than may: the first, or the last. */
  readonly direction: "forward" | "backward";
}

export interface CapturesParts {
  readonly scheduler: Scheduler;
  readonly hideFrom: HideFrom;
  /** Undefined: no such component takes entries. */
  observe(component: string, observer: BatchObserver): (() => void) | undefined;
}

export class Captures {
  readonly #parts: CapturesParts;
  #running = 0;

  constructor(parts: CapturesParts) {
    this.#parts = parts;
  }

  get full(): boolean {
    return this.#running >= MAX_CAPTURES;
  }

  /** Undefined: no such component takes entries. */
  live(asked: LiveCapture, limits: CaptureLimits, signal: AbortSignal): Promise<CaptureAnswer | undefined> {
    return this.#counted(async () => {
      const taken = await this.#take(asked, limits, signal);
      if (taken === undefined) return undefined;
      const { entries, seen, ended } = taken;
      return this.#make(entries, toContent, limits, { seen, ended });
    });
  }

  /** The answer, or why there is none. */
  loki(
    loki: AskableLoki,
    query: Omit<RangeQuery, "limit">,
    limits: CaptureLimits,
    signal: AbortSignal,
  ): Promise<CaptureAnswer | string> {
    return this.#counted(async () => {
      const timeout = BigInt(Math.ceil(limits.seconds * 1000)) * 1_000_000n;
      const asked = { ...query, limit: limits.entries };
      const result = await queryRange(loki, asked, { timeout, hideFrom: this.#parts.hideFrom, signal });
      if (!result.ok) return result.message;
      const seen = result.samples.length;
      const ended = seen >= limits.entries ? "entries" : "done";
      return this.#make(result.samples.slice(0, limits.entries), (sample) => sample, limits, { seen, ended });
    });
  }

  /** Of what a journal keeps. Rejects with what the file system throws. */
  journal(
    journal: JournalView,
    asked: JournalCapture,
    limits: CaptureLimits,
    signal: AbortSignal,
  ): Promise<CaptureAnswer> {
    return this.#counted(async () => {
      const { entries, seen, ended } = await this.#read(journal, asked, limits, signal);
      return this.#make(entries, toContent, limits, { seen, ended });
    });
  }

  async #read(
    journal: JournalView,
    { filter, every, since, direction }: JournalCapture,
    limits: CaptureLimits,
    signal: AbortSignal,
  ): Promise<{ entries: LogContent[]; seen: number; ended: Ended }> {
    const { scheduler } = this.#parts;
    const until = scheduler.elapsed() + limits.seconds * 1000;
    const entries: LogContent[] = [];
    let seen = 0;
    let fitting = 0;
    let bytes = 0;
    let ended: Ended = "done";
    for await (const entry of journal.since(since)) {
      seen++;
      if (filter?.(entry) !== false && fitting++ % every === 0) {
        bytes += sizeOf(entry);
        entries.push(entry);
        const over = (): Ended | undefined =>
          entries.length > limits.entries ? "entries" : bytes > limits.bytes ? "bytes" : undefined;
        for (let why = over(); why !== undefined; why = over()) {
          ended = why;
          bytes -= sizeOf(direction === "forward" ? entries.pop()! : entries.shift()!);
        }
        if (ended !== "done" && direction === "forward") break;
      }
      if (seen % LOOK_EVERY !== 0) continue;
      if (signal.aborted) return { entries: [], seen, ended: "gone" };
      if (scheduler.elapsed() >= until) return { entries, seen, ended: "time" };
    }
    return { entries, seen, ended };
  }

  async #counted<T>(action: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await action();
    } finally {
      this.#running--;
    }
  }

  #take(
    { component, filter, every }: LiveCapture,
    limits: CaptureLimits,
    signal: AbortSignal,
  ): Promise<{ entries: LogEntry[]; seen: number; ended: Ended } | undefined> {
    return new Promise((resolve) => {
      const entries: LogEntry[] = [];
      let seen = 0;
      let fitting = 0;
      let bytes = 0;
      let over = false;
      const end = (ended: Ended) => {
        if (over) return;
        over = true;
        stop?.();
        cancel();
        signal.removeEventListener("abort", gone);
        resolve({ entries, seen, ended });
      };
      const observe: BatchObserver = (batch) => {
        for (let i = 0; i < batch.length && !over; i++) {
          const entry = batch[i]!;
          seen++;
          if (filter?.(entry) === false || fitting++ % every !== 0) continue;
          bytes += sizeOf(entry);
          if (bytes > limits.bytes) end("bytes");
          else if (entries.push(entry) >= limits.entries) end("entries");
        }
      };
      const gone = () => end("gone");
      const stop = this.#parts.observe(component, observe);
      if (stop === undefined) {
        resolve(undefined);
        return;
      }
      const cancel = this.#parts.scheduler.after(
        ((BigInt(Math.ceil(limits.seconds * 1000)) * SECOND) / 1000n) as Nanos,
        () => end("time"),
      );
      signal.addEventListener("abort", gone);
    });
  }

  async #make<T>(
    taken: readonly T[],
    read: (one: T) => SampleContent,
    limits: CaptureLimits,
    { seen, ended }: { seen: number; ended: Ended },
  ): Promise<CaptureAnswer> {
    const scan = new PrivateScan<undefined>();
    const lines: string[] = [];
    let bytes = 0;
    let end = ended;
    await inSlices(
      (function* () {
        // All are looked through before the first is written: what one of them tells of a value holds for the others.
        const looked: ((replaced: Replaced) => SampleContent)[] = [];
        for (const one of taken) {
          looked.push(yield* lookThrough(read(one), scan));
          yield;
        }
        yield* scan.completeInSteps();
        for (const written of looked) {
          const line = formatJsonLines([written((nth) => scan.replaced(nth, REPLACED))]);
          const size = utf8Length(line) + 1;
          if (bytes + size > limits.bytes) {
            end = "bytes";
            return;
          }
          bytes += size;
          lines.push(line);
          yield;
        }
      })(),
      this.#parts.scheduler,
    );
    const samples = lines.map((line) => `${line}\n`).join("");
    return { samples, entries: lines.length, bytes, seen, ended: end, replaced: countsOf(scan) };
  }
}

/** Addresses stay: they are no secrets, and what is captured is looked into where they mean something. */
const REPLACED: ReadonlySet<PrivateKind> = new Set(PRIVATE_KINDS.filter((kind) => kind !== "ip"));

type Replaced = (nth: number) => string;

/** How often something was replaced, by its kind. */
const countsOf = (scan: PrivateScan<undefined>): Record<string, number> =>
  Object.fromEntries(
    scan.findings().flatMap(({ kind, places }) => (REPLACED.has(kind) ? [[kind, places.length] as const] : [])),
  );

const sizeOf = ({ line, labels }: LogContent): number => utf8Length(line) + labels.key.length;

const toContent = ({ line, labels, timestamp, metadata }: LogContent): SampleContent =>
  tidySample({
    line: line.toWellFormed(),
    labels: labels.toRecord(),
    timestamp: formatRfc3339(timestamp),
    metadata: metadata.map(([name, value]) => [name, value.toWellFormed()] as const),
  });

/** The result gives the sample with what is secret replaced. One line may be a megabyte of what takes long to look through. */
function* lookThrough(
  sample: SampleContent,
  scan: PrivateScan<undefined>,
): Generator<void, (replaced: Replaced) => SampleContent> {
  const { line, labels, metadata } = sample;
  const lineAt = yield* scan.lookAtLineInSteps(undefined, line);
  const labelsAt = labels && (yield* lookAtAll(Object.entries(labels), scan));
  const metadataAt = metadata && (yield* lookAtAll(metadata, scan));
  return (replaced) => ({
    ...sample,
    line: replaced(lineAt),
    ...(labelsAt && { labels: Object.fromEntries(labelsAt.map(([name, at]) => [name, replaced(at)])) }),
    ...(metadataAt && { metadata: metadataAt.map(([name, at]) => [name, replaced(at)] as const) }),
  });
}

function* lookAtAll(
  values: Iterable<readonly [string, string]>,
  scan: PrivateScan<undefined>,
): Generator<void, (readonly [name: string, at: number])[]> {
  const all: (readonly [string, number])[] = [];
  for (const [name, value] of values) all.push([name, yield* scan.lookAtInSteps(undefined, name, value)]);
  return all;
}
