/** What files of the kind `profiles` hold: how the original answered requests, read names and configurations. */

export interface ProfilesFile {
  readonly format: 1;
  readonly kind: "profiles";
  readonly vectors: readonly RequestVector[];
  readonly names: readonly NameVector[];
  readonly config: readonly ConfigVector[];
  readonly scenarios: readonly Scenario[];
}

/** A request, sent byte for byte. */
export interface RequestVector {
  readonly id: string;
  readonly group: string;
  readonly receivers: readonly ReceiverSetup[];
  readonly request: WireRequest;
  readonly expected: {
    readonly outcome: string;
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly trailers?: Readonly<Record<string, string>>;
    readonly body_b64?: string;
    readonly body_text?: string;
    readonly body_regexp?: string;
  };
  readonly forwarded: readonly Forwarded[];
  readonly forwarded_unordered?: boolean;
  readonly match: { readonly essential: readonly string[]; readonly incidental: readonly string[] };
}

export interface WireRequest {
  readonly proto: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** How the body's length is sent: `raw` adds nothing and sends it as it is. */
  readonly framing: "content-length" | "chunked" | "none" | "raw";
  readonly body_b64?: string;
  readonly body_gen?: { readonly hex: string; readonly len: number };
  /** The client sends no more, but listens on. */
  readonly half_close?: boolean;
}

/** One that records, or `profiles.write` before endpoints that answer as told. */
export type ReceiverSetup = RecorderSetup | WriteSetup;

export interface RecorderSetup {
  readonly type: "recorder";
  readonly error?: string;
  /** It fails as if another server had answered with this. */
  readonly write_error_status?: number;
  readonly delay_ms?: number;
}

export interface WriteSetup {
  readonly type: "write";
  readonly endpoints?: readonly EndpointSetup[];
  readonly external_labels?: Readonly<Record<string, string>>;
}

export interface EndpointSetup {
  /** One answer after the other; the last one is given again and again. */
  readonly script?: readonly ScriptedAnswer[];
  readonly unreachable?: boolean;
  readonly url_suffix?: string;
  readonly remote_timeout_ms?: number;
  readonly min_backoff_ms?: number;
  readonly max_backoff_ms?: number;
  readonly max_backoff_retries?: number;
  readonly retry_on_http_429?: boolean;
  readonly follow_redirects?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly basic_auth?: readonly [user: string, password: string];
  readonly bearer_token?: string;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly delay_ms?: number;
  /** The connection is closed in place of an answer. */
  readonly close?: boolean;
}

type Pairs = readonly (readonly [string, string])[];

export type Forwarded =
  | {
      readonly receiver: number;
      readonly kind: "append";
      readonly labels: Pairs;
      readonly samples?: readonly SampleDigest[];
    }
  | {
      readonly receiver: number;
      readonly kind: "ingest";
      readonly labels: Pairs;
      readonly content_type?: readonly string[];
      readonly url_path: string;
      readonly raw_query?: string;
      readonly body_len: number;
      readonly body_sha256: string;
    }
  | { readonly receiver: number; readonly kind: "downstream"; readonly downstream: Downstream };

export interface SampleDigest {
  readonly id?: string;
  readonly len: number;
  readonly sha256: string;
}

/** What an endpoint of `profiles.write` was asked. */
export interface Downstream {
  readonly endpoint: number;
  readonly method: string;
  readonly path: string;
  readonly raw_query: string;
  readonly headers: Pairs;
  readonly body_sha256: string;
  readonly push_decoded?: readonly { readonly labels: Pairs; readonly samples: readonly SampleDigest[] }[];
}

export interface NameVector {
  readonly input: string;
  /** Where it is not text. */
  readonly input_b64?: string;
  readonly parsed?: Readonly<Record<string, string>>;
  readonly error?: string;
}

export interface ConfigVector {
  readonly desc: string;
  readonly component: string;
  /** The body of the component's block; `r0` is a receiver. */
  readonly config: string;
  /** It is refused when it is loaded. */
  readonly error?: string;
  /** It is refused when it starts. */
  readonly start_error?: string;
  readonly result?: Readonly<Record<string, unknown>>;
}

export interface Scenario {
  readonly id: string;
  readonly desc: string;
  readonly [figure: string]: unknown;
}

/** What running a case gave, and where that first differs from what was recorded. */
export interface Checked {
  readonly got: unknown;
  readonly difference: string | undefined;
}
