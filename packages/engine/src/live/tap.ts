/** What `POST /api/tap` takes, and what its events hold. */
import type { EntryRecord } from "../preview/preview-json.ts";
import type { EntryJson } from "../preview/trace-json.ts";

/** What became of an entry: in the tapped stage, or, without one, in the whole pipeline. */
export type TapOnly = "dropped" | "changed" | "missed";

export interface TapRequest {
  /** Id of a `logs.process`. */
  readonly component: string;
  /** Path of a stage: only what happens there is told, and only of entries that come there. */
  readonly stage?: string;
  /** Entries that are followed, each second. 1 to 1000; 10 where it is absent. */
  readonly rate?: number;
  /** LogQL stream selector, with line filters: of entries as they enter the pipeline. */
  readonly selector?: string;
  /** A text that the line has as the entry enters the pipeline. */
  readonly text?: string;
  readonly only?: TapOnly;
}

/** What `POST /api/tap/{id}` takes: what is absent stays; null takes it away. */
export type TapChange = {
  readonly [K in keyof Omit<TapRequest, "component">]?: TapRequest[K] | null;
} & { readonly paused?: boolean };

/** How a tap is set; the answer to a change, too. */
export interface TapAnswer extends TapRequest {
  readonly id: string;
  readonly rate: number;
  readonly paused: boolean;
  /** The last one that was given. What comes after is as the tap is set now. */
  readonly seq: number;
}

/** Event `tap`, the first one; again where the pipeline was replaced by a deployment. */
export interface TapBegin extends TapAnswer {
  /** Of the trace's form. */
  readonly version: number;
  readonly stages: readonly { readonly path: string; readonly name: string }[];
}

/** Event `entry`: an entry that nothing inside the pipeline carries any more, or that has been held for long. */
export interface TapEntry extends Omit<EntryRecord, "type" | "outputs"> {
  /** Counts from 1 what the tap has to show. Numbers that do not come were skipped because the client read too slowly. */
  readonly seq: number;
  /** When it entered the pipeline. RFC 3339. */
  readonly entered: string;
  /** As it entered the pipeline, or, where a stage is tapped, as it came there: its first time. */
  readonly before: EntryJson;
  /** What left the pipeline, or the stage; none where it was dropped or is held. */
  readonly after: readonly EntryJson[];
  /** It has been inside for long: another event with the same `index` follows when it is through. */
  readonly pending?: boolean;
  /** It would be too large: steps are left out, texts end early. */
  readonly cut?: boolean;
}

/** Event `counts`, once a second: what became of all entries since the tap began. */
export interface TapCounts {
  /** The last one that was given. */
  readonly seq: number;
  /** That entered the pipeline: `passed_over + unmatched + followed`. */
  readonly seen: number;
  /** Not looked at, to keep to the rate, or while the tap was paused. */
  readonly passed_over: number;
  /** Those that selector and text do not take. */
  readonly unmatched: number;
  readonly followed: number;
  /** Followed, and `only` or `stage` left them out. */
  readonly filtered: number;
  /** Followed and inside now. */
  readonly inside: number;
  /** Given to the client. */
  readonly sent: number;
  /** Left out because the client read too slowly. */
  readonly skipped: number;
  readonly paused: boolean;
}

/** Event `end`, the last one: why no more comes. */
export interface TapEnd {
  readonly reason: string;
  /** The server stops: what comes in its place can be asked for the same. */
  readonly stopping?: boolean | undefined;
}
