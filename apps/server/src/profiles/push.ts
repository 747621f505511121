/**
 * What a push asks for, once it is read: each receiver gets the series one after the other, and all receivers work at the
 * same time. A series that a receiver refuses does not keep it from the next ones.
 */

import type { Nanos } from "@sluice/engine";
import { messageOf } from "@sluice/engine";
import { applyServiceName, collectLabels, formatLabels, sortLabels } from "@sluice/engine/profiles";
import { quote } from "@sluice/languages/gonumber";
import type { ProfilesReceiver, RawProfile } from "../core/entries/profiles-receiver.ts";
import type { PushRequest } from "../gen/push/v1/push_pb.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { RecordedName } from "../recording/request-record.ts";
import { type DeliveryNotes, deliver, retriesOf } from "./deliver.ts";

/** What is reported of failures, of each and of all: a message may name hundreds of thousands of series. Characters. */
const MAX_FAILURE = 4 * 1024;
const MAX_FAILURES = 64 * 1024;

/** How long whoever sent something waits for it. */
export interface ClientWait {
  /** Aborted when nobody waits any more. */
  readonly signal: StopSignal;
  /** When that will be, where the client said so. */
  readonly deadline: Nanos | undefined;
}

/** What a push is about, by whatever code it was read. */
export interface PushContent {
  readonly series: readonly {
    readonly labels: readonly { readonly name: string; readonly value: string }[];
    readonly samples: readonly RawProfile[];
    /** What follows from the labels, where that is known already. */
    readonly name?: RecordedName | undefined;
  }[];
}

/** The same as the generated code has read it. */
export const contentOf = ({ series }: PushRequest): PushContent => ({
  series: series.map(({ labels, samples }) => ({
    labels,
    samples: samples.map(({ rawProfile, ID }) => ({ id: ID, parts: [rawProfile] })),
  })),
});

/** A line for each failure; nothing when all went well. Where there is nothing to wait for, it is there at once. */
export type PushFailure = string | undefined | Promise<string | undefined>;

/** Hands all series over. */
export function push(
  request: PushContent,
  receivers: readonly ProfilesReceiver[],
  wait: ClientWait,
  notes?: DeliveryNotes,
): PushFailure {
  if (receivers.length > 0) return handAll(request, receivers, wait, notes);
  const [first] = request.series;
  notes?.name?.(first && nameOf(first), countSamples(request));
  return undefined;
}

async function handAll(
  request: PushContent,
  receivers: readonly ProfilesReceiver[],
  { signal, deadline }: ClientWait,
  notes?: DeliveryNotes,
): Promise<string | undefined> {
  const all = request.series.map((series) => ({ name: nameOf(series), samples: series.samples }));
  notes?.name?.(all[0]?.name, countSamples(request));
  const failures = new Failures();
  const hand = async (receiver: ProfilesReceiver, index: number) => {
    let retries = 0;
    let failure: unknown;
    for (const { name, samples } of all) {
      const { labels, received } = name;
      try {
        retries += (await receiver.append({ labels, samples }, signal, deadline)).retries;
      } catch (error) {
        retries += retriesOf(error);
        failure ??= error;
        failures.add(received, index, error);
      }
    }
    return { retries, failure };
  };
  await deliver(receivers, hand, notes);
  return failures.message;
}

/** How a series is named; `labels` are as it is handed on. */
export const nameOf = ({ name, labels }: PushContent["series"][number]): RecordedName => name ?? nameLabels(labels);

/** What follows from the labels of a series. */
export function nameLabels(labels: PushContent["series"][number]["labels"]): RecordedName {
  const received = collectLabels(labels.map(({ name, value }) => [name, value] as const));
  return { received, ...applyServiceName(received) };
}

function countSamples({ series }: PushContent): number {
  let count = 0;
  for (const { samples } of series) count += samples.length;
  return count;
}

class Failures {
  readonly #lines: string[] = [];
  #length = 0;
  #untold = 0;

  add(received: ReadonlyMap<string, string>, index: number, error: unknown): void {
    if (this.#length >= MAX_FAILURES) {
      this.#untold++;
      return;
    }
    const cause = messageOf(error);
    const labels = formatLabels(sortLabels(received), quote);
    const line = `unable to append series ${labels} to appendable ${index}: ${cause}`;
    this.#lines.push(line.length <= MAX_FAILURE ? line : `${line.slice(0, MAX_FAILURE)}…`);
    this.#length += Math.min(line.length, MAX_FAILURE);
  }

  get message(): string | undefined {
    if (this.#lines.length === 0) return undefined;
    const more = this.#untold === 0 ? [] : [`and ${this.#untold} more`];
    return [...this.#lines, ...more].join("\n");
  }
}
