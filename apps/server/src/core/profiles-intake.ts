/** A receiver of profiles as its clients see it: for what this process itself sends there, over TCP like any other. */
import type { StopSignal } from "../platform/stop-signal.ts";

export interface IntakeRequest {
  /** With its query. */
  readonly path: string;
  readonly contentType: string;
  /** Who is pushing. */
  readonly userAgent: string;
  readonly body: Uint8Array;
}

export interface ProfilesIntake {
  /** Where it listens: `127.0.0.1:4040`; empty where it does not. */
  readonly address: string;
  readonly tls: boolean;
  /** Posts a request; gives the status of the answer. Rejects with why there is none, in words for people; `signal` gives it up. */
  post(request: IntakeRequest, signal?: StopSignal): Promise<number>;
}
