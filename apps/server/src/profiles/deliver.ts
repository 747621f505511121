/** Handing one thing to several receivers: all at once, and until the slowest is done. */
import { visible } from "@sluice/engine";
import type { TargetResult } from "@sluice/engine/profiles";
import { DeliveryError, type Handed, type ProfilesReceiver, RemoteWriteError } from "../core/profiles-receiver.ts";
import type { RecordedName } from "../core/request-record.ts";

/** What came of it with one receiver; `failure` is the first thing that went wrong, where it went on after that. */
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
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const one = async (receiver: ProfilesReceiver, index: number) => {
    const began = notes?.elapsed() ?? 0;
    let handing: Handing;
    try {
      handing = await hand(receiver, index);
    } catch (error) {
      errors.push(error);
      handing = { retries: retriesOf(error), failure: error };
    }
    if (notes !== undefined) notes.targets[index] = resultOf(receiver, handing, notes.elapsed() - began);
  };
  if (receivers.length === 1) await one(receivers[0]!, 0);
  else await Promise.all(receivers.map(one));
  return errors;
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
  const text = error instanceof Error ? error.message : String(error);
  return shorten(text);
}

/** In one line that is not too long. */
export const shorten = (text: string): string =>
  visible(text.length <= MAX_TOLD ? text : `${text.slice(0, MAX_TOLD)}…`);
