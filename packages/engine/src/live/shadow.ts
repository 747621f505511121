/** What `/api/shadow` takes and answers. */
import type { SentPart } from "../compare/sent.ts";
import type { OutcomeStatus } from "../preview/status.ts";
import type { EntryJson } from "../preview/trace-json.ts";

export interface ShadowRequest {
  /** The draft. */
  readonly text: string;
  /** How long it runs. 1 to 600; 60 where it is absent. */
  readonly seconds?: number;
  /** The part of one processor's time that it may take. 0.05 to 1; 0.5 where it is absent. */
  readonly processor?: number;
}

/**
 * `running`; `done`: its time is over; `stopped`: somebody ended it; `exceeded`: it passed its memory or processor time, or
 * did not keep up; `replaced`: another configuration runs than that beside which it began; `failed`: a fault.
 */
export type ShadowState = "running" | "done" | "stopped" | "exceeded" | "replaced" | "failed";

/** A `logs.process` that both configurations have. */
export interface ShadowProcess {
  readonly id: string;
  /** Whether its stages are others. */
  readonly changed: boolean;
  /** Entries that entered it. */
  readonly in: { readonly active: number; readonly draft: number };
  readonly out: { readonly active: number; readonly draft: number };
  readonly drops: readonly StageDrops[];
}

/** A stage that dropped something, by path in its own configuration. */
export interface StageDrops {
  readonly side: "active" | "draft";
  readonly path: string;
  readonly stage: string;
  readonly reason: string;
  readonly entries: number;
}

/** An entry from which other entries come out. */
export interface Difference {
  /** As it came from the source. */
  readonly input: EntryJson;
  readonly active: { readonly status: OutcomeStatus; readonly outputs: readonly EntryJson[] };
  readonly draft: { readonly status: OutcomeStatus; readonly outputs: readonly EntryJson[] };
  /** What differs of the outputs, one by one. */
  readonly differs: readonly SentPart[];
}

export interface ShadowCost {
  /** Of the shadow's process, in seconds and as a part of one processor over the last seconds. */
  readonly processor_seconds: number;
  readonly processor: number;
  readonly processor_limit: number;
  readonly memory_bytes: number;
  readonly memory_limit: number;
  /** What was copied to it. */
  readonly entries: number;
  readonly bytes: number;
  /** Milliseconds of the server's own time that handing entries over took. */
  readonly server_milliseconds: number;
}

/** Which entries of those that came were copied. */
export interface ShadowSample {
  /** Each by itself; or whole streams, since a stage keeps something from entry to entry. */
  readonly by: "entry" | "stream";
  /** One in so many is taken; of streams, about. 1: all of them. A power of two. */
  readonly every: number;
  /** Entries that came since the pipelines were there, and those that were taken of them. */
  readonly seen: number;
  readonly taken: number;
  /** Of those that were not: which there was no room for. Their streams are taken no more where it goes by streams. */
  readonly skipped: number;
  /** Streams, in the same way; counted up to a bound. */
  readonly streams?: { readonly seen: number; readonly taken: number };
  /** Stages for which it goes by streams, and those whose results are others on a part of all entries. */
  readonly by_stream_for: readonly string[];
  readonly inexact: readonly string[];
}

/** Of entries that are through in both. */
export interface ShadowSummary {
  readonly compared: number;
  readonly same: number;
  readonly different: number;
  /** Of those that differ: which the active one sends and the draft drops, and the other way round. */
  readonly only_active: number;
  readonly only_draft: number;
  /** Entries of blocks (of `multiline`, `cri`) that began before the run, whose beginnings it did not see: not compared. */
  readonly begun_before: number;
  readonly out: { readonly active: number; readonly draft: number };
  /** Of lines that come out, in UTF-8. */
  readonly bytes: { readonly active: number; readonly draft: number };
  /** Different label sets of what comes out; counted up to a bound. */
  readonly streams: { readonly active: number; readonly draft: number };
  /** Label sets that only one of both has; some of them. */
  readonly new_streams: readonly string[];
  readonly gone_streams: readonly string[];
  /** Series of `stage.metrics`, in the same way. */
  readonly series: { readonly active: number; readonly draft: number };
  readonly new_series: readonly string[];
  readonly gone_series: readonly string[];
  readonly processes: readonly ShadowProcess[];
  /** Some of them: the first ones, then some by chance. */
  readonly differences: readonly Difference[];
}

/** What `GET`, `POST` and `DELETE /api/shadow` answer. */
export interface ShadowAnswer {
  readonly id: string;
  readonly state: ShadowState;
  /** Why it ended, where that needs words. */
  readonly message?: string;
  readonly started: string;
  readonly ended?: string;
  readonly seconds: number;
  /** SHA-256 of the draft's text, to see whether it is still the one. */
  readonly sha256: string;
  /** Version beside which it runs, where versions are kept. */
  readonly version?: number;
  /** Processes that both have. */
  readonly shared: readonly string[];
  /** In the draft alone, or using values of other components: not started; and those that the draft does not have. */
  readonly not_started: readonly string[];
  readonly removed: readonly string[];
  readonly cost: ShadowCost;
  readonly sample: ShadowSample;
  readonly summary: ShadowSummary;
}
