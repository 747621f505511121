/** What `/api/capture` takes and answers. */

/** At which a capture ends; the greatest that may be asked for are in `CaptureTargets`. */
export interface CaptureLimits {
  readonly entries: number;
  /** Of the samples' text. */
  readonly bytes: number;
  readonly seconds: number;
}

export type CaptureFrom =
  /** What enters a component: `logs.process`, or whatever takes entries. */
  | {
      readonly component: string;
      /** LogQL stream selector, with line filters. */
      readonly selector?: string;
      /** A text that the line has. */
      readonly text?: string;
      /** Takes one entry of so many that fit. Default 1. */
      readonly every?: number;
    }
  /** What a Loki answers. */
  | {
      /** `name` of one of the targets. */
      readonly loki: string;
      /** LogQL, a log query. */
      readonly query: string;
      /** RFC 3339. Default: an hour ago, now. */
      readonly start?: string;
      readonly end?: string;
      readonly direction?: "forward" | "backward";
      /** Tenant, for `X-Scope-OrgID`. */
      readonly tenant?: string;
    };

export type CaptureRequest = CaptureFrom & Partial<CaptureLimits>;

export interface CaptureAnswer {
  /** JSON lines, as the reader of samples takes them. */
  readonly samples: string;
  readonly entries: number;
  readonly bytes: number;
  /** Entries that were looked at. */
  readonly seen: number;
  /** What ended it. `done`: there was no more. */
  readonly ended: "entries" | "bytes" | "time" | "done" | "gone";
  /** How often something that looks like a secret was replaced, by its kind. */
  readonly replaced: Readonly<Record<string, number>>;
}

export interface LokiTarget {
  /** To ask for it by. */
  readonly name: string;
  /** Without user and password. */
  readonly url: string;
  /** Id of the `logs.write`; absent for that of `--query-loki`. */
  readonly component?: string;
}

/** What `GET /api/capture` answers. */
export interface CaptureTargets {
  /** Ids of components that take entries. */
  readonly components: readonly string[];
  readonly lokis: readonly LokiTarget[];
  readonly most: CaptureLimits;
  /** What holds where nothing is asked for. */
  readonly usual: CaptureLimits;
}
