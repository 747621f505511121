/** What `GET /api/live` and `GET /api/live/events` tell. Texts are without secrets. */
import type { GraphNodeKind } from "../document/graph.ts";

/** Per second, over the last two seconds. Bytes are those of the lines, in UTF-8. */
export interface Flow {
  readonly entries: number;
  readonly bytes: number;
}

/** Something that a component wrote to the log as a warning or an error. */
export interface LiveError {
  /** RFC 3339. */
  readonly at: string;
  readonly level: "warn" | "error";
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface LiveComponent {
  /** `logs.process.main`, as everywhere. */
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly kind: GraphNodeKind;
  readonly health: {
    readonly state: "healthy" | "unhealthy";
    readonly message: string;
    /** Since when it is in that state. RFC 3339. */
    readonly since: string;
  };
  readonly forward_to: readonly string[];
  /** As written, in the order of the text: `http.listen_port`, `3100`. Stages are not among them. */
  readonly arguments: readonly { readonly name: string; readonly value: string }[];
  readonly exports: readonly { readonly name: string; readonly value: string }[];
  /** What the component says of itself: addresses, queues, counts. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The last ones, the newest last. */
  readonly errors: readonly LiveError[];
  /** What comes from components before it. Sources have none. */
  readonly in: Flow;
  /** What it forwards, once, however many it forwards to. */
  readonly out: Flow;
  /** Entries per second that it dropped. */
  readonly dropped: number;
  /** Since the component was first there. */
  readonly total: { readonly in: Flow; readonly out: Flow; readonly dropped: number };
  /** Entries inside it now: queued, held by stages, waiting to be sent. */
  readonly held: number;
  /** Whether it can be tapped, and its stages, in their order; nested ones are `4.1`. */
  readonly stages?: readonly { readonly path: string; readonly name: string }[];
}

export interface LiveEdge {
  /** `from → to`, as in the page's graph. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly entries: number;
  readonly bytes: number;
  /** `to` took nothing when this was told: `from` waits. */
  readonly full: boolean;
}

/** How things are now; also the data of the event `live`. */
export interface LiveState {
  /** RFC 3339. */
  readonly at: string;
  /** Of the configuration that runs, where versions are kept. */
  readonly version?: number;
  readonly sha256: string;
  readonly components: readonly LiveComponent[];
  readonly edges: readonly LiveEdge[];
  readonly taps: { readonly active: number; readonly most: number };
}

/** Means over each step, per second; null where nothing is known of the component then. As long as `times`. */
export interface SeriesHistory {
  readonly in: readonly (number | null)[];
  readonly out: readonly (number | null)[];
  readonly bytes_in: readonly (number | null)[];
  readonly bytes_out: readonly (number | null)[];
  readonly dropped: readonly (number | null)[];
  /** At the end of each step. */
  readonly held: readonly (number | null)[];
}

export interface LiveHistory {
  readonly step_seconds: number;
  /** Ends of the steps, in seconds since 1970; the newest last. At most an hour of them. */
  readonly times: readonly number[];
  /** By the component's id. */
  readonly components: Readonly<Record<string, SeriesHistory>>;
}

/** What `GET /api/live` answers. */
export interface LiveSnapshot extends LiveState {
  readonly history: LiveHistory;
}
