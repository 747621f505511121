/**
 * What a push asks for, once it is read: each receiver gets the series one after the other, and all receivers work at the
 * same time. A series that a receiver refuses does not keep it from the next ones.
 */
import type { Nanos } from "@sluice/engine";
import { applyServiceName, collectLabels, formatLabels, type NamedProfile, sortLabels } from "@sluice/engine/profiles";
import { quote } from "@sluice/languages/gonumber";
import type { ProfileSeries, ProfilesReceiver } from "../core/profiles-receiver.ts";
import type { PushRequest } from "../gen/push/v1/push_pb.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { type DeliveryNotes, deliver, retriesOf } from "./deliver.ts";

/** What is told of failures, of each and of all: a message may name hundreds of thousands of series. Characters. */
const MAX_FAILURE = 4 * 1024;
const MAX_FAILURES = 64 * 1024;

/** How long whoever sent something waits for it. */
export interface Patience {
  /** Aborted when nobody waits any more. */
  readonly signal: StopSignal;
  /** When that will be, where the client said so. */
  readonly deadline: Nanos | undefined;
}

/** What a push is about, by whatever code it was read. */
export interface PushContent {
  readonly series: readonly {
    readonly labels: readonly { readonly name: string; readonly value: string }[];
    /** Profiles in parts. */
    readonly samples: readonly { readonly rawProfile: readonly Uint8Array[]; readonly ID: string }[];
  }[];
}

/** The same as the generated code has read it. */
export const contentOf = ({ series }: PushRequest): PushContent => ({
  series: series.map(({ labels, samples }) => ({
    labels,
    samples: samples.map(({ rawProfile, ID }) => ({ rawProfile: [rawProfile], ID })),
  })),
});

interface NamedSeries {
  readonly handed: ProfileSeries;
  readonly named: NamedProfile;
  /** As they were received; sorted when they are told. */
  readonly received: ReadonlyMap<string, string>;
}

/** Hands all series over. Gives a line for each failure, or nothing when all went well. */
export async function push(
  request: PushContent,
  receivers: readonly ProfilesReceiver[],
  { signal, deadline }: Patience,
  notes?: DeliveryNotes,
): Promise<string | undefined> {
  const all = request.series.map(nameSeries);
  notes?.name?.(all[0] && { received: all[0].received, ...all[0].named }, countSamples(request));
  const failures = new Failures();
  const hand = async (receiver: ProfilesReceiver, index: number) => {
    let retries = 0;
    let failure: unknown;
    for (const { handed, received } of all) {
      try {
        retries += (await receiver.append(handed, signal, deadline)).retries;
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

/** A series as it is handed on. */
export function nameSeries({ labels, samples }: PushContent["series"][number]): NamedSeries {
  const received = collectLabels(labels.map(({ name, value }) => [name, value] as const));
  const named = applyServiceName(received);
  const raw = samples.map(({ ID: id, rawProfile: parts }) => ({ id, parts }));
  return { received, named, handed: { labels: named.labels, samples: raw } };
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
    const cause = error instanceof Error ? error.message : String(error);
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
