/**
 * How profiles go from component to component. Nothing is queued: whoever hands a profile on waits for its outcome,
 * and tells its client. What is handed on belongs to several receivers at a time, so nobody changes it.
 */

import type { Nanos } from "@sluice/engine";
import type { ProfileLabels } from "@sluice/engine/profiles";
import type { EndpointResult } from "@sluice/protocol";
import type { StopSignal } from "../../platform/stop-signal.ts";
import type { DebugInfoTarget } from "./debug-info.ts";

/** A profile as `/ingest` takes it: a body that nobody looked into, and the query that says what it is. */
export interface IngestedProfile {
  /** After the rule that gives each profile a service; empty where its name could not be read. */
  readonly labels: ProfileLabels;
  /** In the parts in which it came. */
  readonly body: readonly Uint8Array[];
  /** Every value of the header `Content-Type`. */
  readonly contentTypes: readonly string[];
  /** As the client sent it, without the question mark; a byte is a character. */
  readonly rawQuery: string;
}

/** A series of a push. */
export interface ProfileSeries {
  /** After the rule that gives each profile a service. */
  readonly labels: ProfileLabels;
  readonly samples: readonly RawProfile[];
}

export interface RawProfile {
  readonly id: string;
  /** A profile in the pprof format, as a rule compressed by gzip; in the parts in which it came. */
  readonly parts: readonly Uint8Array[];
}

/**
 * Takes profiles; rejects with what went wrong, a `RemoteWriteError` where another server said so. `signal` says that the
 * client is gone or its deadline has passed; who knows that deadline says it as well, so that it can be handed on. Bodies are
 * there until the promise settles: then others are written where they stand.
 */
export interface ProfilesReceiver {
  /** Id of its component, where it is one of a configuration's. */
  readonly id?: string | undefined;
  /** Names of its endpoints, or their URLs without credentials; absent: it has none. */
  readonly endpoints?: readonly string[] | undefined;
  /** Where debug information goes from it; absent: nowhere. */
  readonly debugInfo?: DebugInfoTarget | undefined;
  ingest(profile: IngestedProfile, signal: StopSignal, deadline?: Nanos): Promise<Handed>;
  append(series: ProfileSeries, signal: StopSignal, deadline?: Nanos): Promise<Handed>;
}

/** What it took to hand a profile on. */
export interface Handed {
  /** Attempts after the first, of all servers that it went to. */
  readonly retries: number;
  /** What each of these servers made of it. */
  readonly endpoints?: readonly EndpointResult[] | undefined;
}

export const AT_ONCE: Handed = { retries: 0 };

/** A profile was not taken; the message is meant for who sent it. */
export class DeliveryError extends Error implements Handed {
  retries: number;
  endpoints?: readonly EndpointResult[];
  /** What the message says without the words around it. */
  problem?: string;

  constructor(message: string, retries = 0) {
    super(message);
    this.retries = retries;
  }
}

/** What another server answered instead of taking a profile. */
export class RemoteWriteError extends DeliveryError {
  /** Status of its answer. */
  readonly status: number;

  constructor(status: number, message: string, retries = 0) {
    super(message, retries);
    this.status = status;
  }
}

/** In the order in which they failed: the first that a server gave a status for counts. */
export function uniteFailures(
  failures: readonly Error[],
  retries: number,
  endpoints: readonly EndpointResult[],
): Error {
  const [first] = failures;
  let error = first!;
  if (failures.length > 1) {
    const message = failures.map((failure) => failure.message).join("; ");
    const remote = failures.find((failure) => failure instanceof RemoteWriteError);
    error =
      remote === undefined
        ? new DeliveryError(message, retries)
        : new RemoteWriteError(remote.status, message, retries);
  }
  if (error instanceof DeliveryError) Object.assign(error, { retries, endpoints });
  return error;
}

/** What `forward_to` names, at this moment: changes apply to the next profile. */
export interface ProfilesOutlet {
  readonly receivers: readonly ProfilesReceiver[];
}

/** A receiver that stays the same while what is behind it is replaced: references between components go through these. */
export class ProfilesHandle implements ProfilesReceiver {
  readonly id: string;
  #target: ProfilesReceiver | undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** From now on everything goes to `target`. */
  bind(target: ProfilesReceiver): void {
    this.#target = target;
  }

  get endpoints(): readonly string[] {
    return this.#target?.endpoints ?? [];
  }

  get debugInfo(): DebugInfoTarget | undefined {
    return this.#target?.debugInfo;
  }

  ingest(profile: IngestedProfile, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    return this.#expectTarget().ingest(profile, signal, deadline);
  }

  append(series: ProfileSeries, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    return this.#expectTarget().append(series, signal, deadline);
  }

  #expectTarget(): ProfilesReceiver {
    if (this.#target === undefined) throw new Error("a receiver of profiles was used before it was there");
    return this.#target;
  }
}
