/**
 * What a receiver of profiles recorded of its last requests, as the host's API tells it and the page shows it. A label's
 * order says nothing here, a header's does.
 */

/**
 * What a profile is by its first bytes: text with a stack and a count on each line is folded, with stacks alone it is lines,
 * and any other text is none.
 */
export type BodyFormat = "pprof" | "folded" | "lines" | "jfr" | "text";

/** What came of handing a request's profiles on. */
interface DeliveryResult {
  readonly ok: boolean;
  /** What the other server answered; absent: it did not, or all went well. */
  readonly status?: number | undefined;
  /** Why it failed, in one line. */
  readonly message?: string | undefined;
  /** Attempts after the first, of all endpoints. */
  readonly retries: number;
  readonly milliseconds: number;
}

/** What became of a request's profiles at one endpoint of a target. */
export interface EndpointResult extends DeliveryResult {
  /** Its name, or its URL without credentials. */
  readonly endpoint: string;
}

/** What became of a request's profiles at one of the targets. */
export interface TargetResult extends DeliveryResult {
  /** Id of the component that took them. */
  readonly target: string;
  /** Of each of its endpoints; absent: it has none, or did not come as far as to send anything. */
  readonly endpoints?: readonly EndpointResult[] | undefined;
}

export interface ProfileRequest {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Id of the receiving component. */
  readonly receiver: string;
  /** The profiler, as its `User-Agent` names it; empty where it does not. */
  readonly client: string;
  readonly route: "ingest" | "push";
  /** Of its first profile, as forwarded: after the rule that gives each profile a service. */
  readonly labels: Readonly<Record<string, string>>;
  /** What that rule did, and why: a sentence. */
  readonly serviceRule: string;
  /** `process_cpu`, `memory` …; absent: nobody said. */
  readonly type?: string | undefined;
  /** Of its first profile; absent: it is none that is known, or not kept. */
  readonly format?: BodyFormat | undefined;
  /** Of the body, as sent. */
  readonly bytes: number;
  /** How long the client waited for its answer. */
  readonly milliseconds: number;
  /** What the client was answered; 499: it went away before. */
  readonly status: number;
  /** Beginning of the answer's text, in one line, where the request was refused: why. */
  readonly answer?: string | undefined;
  /** How many it held; 0 where it was refused or could not be read. */
  readonly profiles: number;
  readonly targets: readonly TargetResult[];
  /** Whether its profiles can be asked for, and sent again. */
  readonly bodyKept: boolean;
}

export interface RecordedReceiver {
  /** Id of the component: `profiles.receive_http.default`. */
  readonly id: string;
  /** Where it listens: `127.0.0.1:4040`; empty: it does not. */
  readonly address: string;
  readonly tls: boolean;
  /** The components that it forwards to. */
  readonly targets: readonly RecordedTarget[];
}

export interface RecordedTarget {
  /** Id of the component. */
  readonly id: string;
  /** Names of its endpoints, or their URLs without credentials. */
  readonly endpoints: readonly string[];
}

/** `GET api/profiles/requests` */
export interface ProfileRequestList {
  readonly recording: boolean;
  /** Why nothing is recorded, and what to do about it. */
  readonly reason?: string | undefined;
  /** All that came since the start, of which `requests` are the last. */
  readonly received: number;
  readonly receivers: readonly RecordedReceiver[];
  /** The newest first. */
  readonly requests: readonly ProfileRequest[];
}

/** A part of a multipart body. */
export interface RecordedPart {
  readonly name: string;
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
  readonly bytes: number;
  /** Whether it is compressed. */
  readonly gzip?: boolean | undefined;
}

/** One profile of a request: an ingest has one, a push one for each sample. */
export interface RecordedProfile {
  /** As the client sent them; of an ingest, as its name has them. */
  readonly received: readonly (readonly [name: string, value: string])[];
  /** As forwarded. */
  readonly labels: Readonly<Record<string, string>>;
  readonly serviceRule: string;
  readonly type?: string | undefined;
  readonly format?: BodyFormat | undefined;
  readonly bytes: number;
  /** Present where it is a multipart body. */
  readonly parts?: readonly RecordedPart[] | undefined;
}

/** `GET api/profiles/requests/ID` */
export interface ProfileRequestDetail extends ProfileRequest {
  readonly method: string;
  /** With its query; secrets in it are `(secret)`. */
  readonly path: string;
  /** In the order of the request; credentials are `(secret)`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contents: readonly RecordedProfile[];
}

/** `POST api/profiles/requests/ID/send`; answered with a `TargetResult`. */
export interface SendAgain {
  /** Id of one of the configuration's `profiles.write`. */
  readonly target: string;
}

/** `POST api/profiles/sample`; answered with a `SampleSent`. */
export interface SendSample {
  /** Id of a `profiles.receive_http`. */
  readonly receiver: string;
}

export interface SampleSent {
  /** What the receiver answered. */
  readonly status: number;
}
