/** Handing one thing to several receivers: all at once, and until the slowest is done. */

import { messageOf, type Nanos, visible } from "@sluice/engine";
import type { EndpointResult, TargetResult } from "@sluice/protocol";
import {
  DeliveryError,
  type Handed,
  type IngestedProfile,
  type ProfileSeries,
  type ProfilesReceiver,
  RemoteWriteError,
} from "../core/entries/profiles-receiver.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { RecordedName } from "../recording/request-record.ts";

/** The result at one receiver; `failure` is the first thing that went wrong, where it went on after that. */
export interface Handing extends Handed {
  readonly failure?: unknown;
}

/** Where it is noted what each receiver made of it. */
export interface DeliveryNotes {
  /** Milliseconds of a clock that only runs. */
  readonly elapsed: () => number;
  readonly targets: TargetResult[];
  /** Told what a request holds: its first profile, if any, and how many there are. */
  name?(first: RecordedName | undefined, profiles: number): void;
}

/** Gives what went wrong, that of the receiver which was done first being first. */
export async function deliver(
  receivers: readonly ProfilesReceiver[],
  hand: (receiver: ProfilesReceiver, index: number) => Promise<Handing>,
  notes?: DeliveryNotes,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const one = async (receiver: ProfilesReceiver, index: number) => {
    const began = notes?.elapsed() ?? 0;
    const watched = notes === undefined ? undefined : new WatchedReceiver(receiver);
    let handing: Handing;
    try {
      handing = await hand(watched ?? receiver, index);
    } catch (error) {
      errors.push(error);
      handing = { retries: retriesOf(error), failure: error };
    }
    if (notes === undefined || watched === undefined) return;
    notes.targets[index] = { ...resultOf(receiver, handing, notes.elapsed() - began), ...watched.told };
  };
  if (receivers.length === 1) await one(receivers[0]!, 0);
  else await Promise.all(receivers.map(one));
  return errors;
}

/** A receiver whose endpoints' answers are noted. Of the series of a push each goes to all of them, one after the other. */
class WatchedReceiver implements ProfilesReceiver {
  readonly #receiver: ProfilesReceiver;
  #endpoints: readonly EndpointResult[] | undefined;

  constructor(receiver: ProfilesReceiver) {
    this.#receiver = receiver;
  }

  get told(): Pick<TargetResult, "endpoints"> {
    const endpoints = this.#endpoints?.map((one) =>
      one.message === undefined ? one : { ...one, message: shorten(one.message) },
    );
    return endpoints === undefined ? {} : { endpoints };
  }

  ingest(profile: IngestedProfile, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    return this.#receiver.ingest(profile, signal, deadline).then(this.#handed, this.#failed);
  }

  append(series: ProfileSeries, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    return this.#receiver.append(series, signal, deadline).then(this.#handed, this.#failed);
  }

  readonly #handed = (handed: Handed): Handed => {
    this.#note(handed.endpoints);
    return handed;
  };

  readonly #failed = (error: unknown): never => {
    if (error instanceof DeliveryError) this.#note(error.endpoints);
    throw error;
  };

  #note(more: readonly EndpointResult[] | undefined): void {
    const known = this.#endpoints;
    // Other endpoints, since the configuration changed meanwhile, begin anew.
    if (known === undefined || known.length !== more?.length) this.#endpoints = more ?? known;
    else this.#endpoints = known.map((one, i) => (one.endpoint === more[i]!.endpoint ? add(one, more[i]!) : more[i]!));
  }
}

/** The result for several series at one endpoint: the first failure counts. */
function add(one: EndpointResult, next: EndpointResult): EndpointResult {
  const { status, message } = one.ok ? next : one;
  return {
    endpoint: one.endpoint,
    ok: one.ok && next.ok,
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message }),
    retries: one.retries + next.retries,
    milliseconds: one.milliseconds + next.milliseconds,
  };
}

/** Attempts that it took, until it was given up. */
export const retriesOf = (error: unknown): number => (error instanceof DeliveryError ? error.retries : 0);

function resultOf({ id = "" }: ProfilesReceiver, { retries, failure }: Handing, milliseconds: number): TargetResult {
  if (failure === undefined) return { target: id, ok: true, retries, milliseconds };
  const status = failure instanceof RemoteWriteError ? { status: failure.status } : {};
  return { target: id, ok: false, ...status, message: tellError(failure), retries, milliseconds };
}

/** Of a text that clients or other servers make, what fits a line of the log. */
const MAX_TOLD = 300;

/** What went wrong, in one line. */
export function tellError(error: unknown): string {
  const text = messageOf(error);
  return shorten(text);
}

/** In one line that is not too long. */
export const shorten = (text: string): string =>
  visible(text.length <= MAX_TOLD ? text : `${text.slice(0, MAX_TOLD)}…`);
