/**
 * One request that a receiver of profiles recorded, as a list of them shows it. The page gets such a list from the
 * server; what stands here is all that the views may know of it.
 */
import type { BodyFormat } from "./read-body.ts";

/** What became of the profile at one of the targets. */
export interface TargetResult {
  /** The component that took it, and where that sent it. */
  readonly target: string;
  readonly ok: boolean;
  /** What the target answered; undefined: it did not. */
  readonly status: number | undefined;
  /** Why it failed, in one sentence. */
  readonly message: string | undefined;
  readonly retries: number;
  readonly milliseconds: number;
}

export interface ProfileRequest {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The profiler, as its `User-Agent` names it. */
  readonly client: string;
  readonly route: "ingest" | "push";
  /** As parsed, after the rule that gives each profile a service. */
  readonly labels: Readonly<Record<string, string>>;
  /** What that rule did, and why. */
  readonly serviceRule: string;
  /** `process_cpu`, `memory` …; undefined: nobody said. */
  readonly type: string | undefined;
  readonly format: BodyFormat | undefined;
  readonly bytes: number;
  /** How long the client waited for its answer. */
  readonly milliseconds: number;
  readonly status: number;
  readonly targets: readonly TargetResult[];
}

export interface ProfileRequestList {
  /** The newest first. */
  readonly requests: readonly ProfileRequest[];
  /** All that came, of which `requests` are the last. */
  readonly received: number;
}
