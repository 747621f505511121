/** A push client without a component around it, and an endpoint that answers as a test says. */
import { SECOND } from "@sluice/engine";
import { parsePushJson } from "@sluice/engine/lokipush";
import type { LogsReceiver } from "../core/entries/receiver.ts";
import { Shown } from "../core/shown.ts";
import type { EndpointOptions } from "../loki/endpoint.ts";
import type { PostRequest, PostResult } from "../loki/post.ts";
import { PushClient } from "../loki/push-client.ts";
import type { ManualScheduler } from "../platform/scheduler.ts";
import { type TestContext, testContext, valuesOf } from "./fixtures.ts";

/** A millisecond. */
export const MS = 1_000_000n;
export const OPTIONS: EndpointOptions = {
  url: "http://loki.example:3100/loki/api/v1/push",
  batchWait: SECOND,
  batchSize: 100,
  remoteTimeout: 10n * SECOND,
  minBackoff: 500n * MS,
  maxBackoff: 4n * SECOND,
  maxAttempts: 3,
  retryOn429: true,
  tenant: "",
  headers: new Map(),
  name: "",
  bearerToken: { text: "", file: "" },
  scheme: "",
  oauth2: undefined,
  tls: undefined,
  proxy: undefined,
  maxStreams: 0,
  capacity: 0,
  shards: 1,
  blockOnOverflow: true,
  drainTimeout: 60n * SECOND,
  basicAuth: undefined,
  externalLabels: new Map(),
  encoding: "json",
  followRedirects: true,
};
/** Of `OPTIONS`, as metrics name it. */
export const HOST = "loki.example:3100";
/** A secret of the configuration. */
export const KNOWN_SECRET = "sup3rS3cretT0kenValue";

interface Sent {
  readonly url: string;
  readonly at: bigint;
  readonly headers: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
  readonly labels: readonly Readonly<Record<string, string>>[];
}

/** An endpoint that answers as a test says, by default 204 at once. */
class FakeEndpoint {
  readonly sent: Sent[] = [];
  readonly answers: (PostResult | Promise<PostResult>)[] = [];
  /** What it answers where nothing else is said, by what was sent. */
  answering: (sent: Sent) => PostResult = () => ({ status: 204, body: "" });
  readonly #scheduler: ManualScheduler;
  /** Of all bodies. */
  bytes = 0;

  constructor(scheduler: ManualScheduler) {
    this.#scheduler = scheduler;
  }

  readonly post = async ({ url, headers, body }: PostRequest): Promise<PostResult> => {
    const parsed = parsePushJson(Buffer.from(body).toString());
    if (!parsed.ok) throw new Error(parsed.message);
    this.bytes += body.length;
    const lines = parsed.streams.flatMap(({ entries }) => entries.map(({ line }) => line));
    const labels = parsed.streams.map((stream) => stream.labels);
    const sent = { url, at: this.#scheduler.now(), headers, lines, labels };
    this.sent.push(sent);
    return (await this.answers.shift()) ?? this.answering(sent);
  };

  retire(): void {}

  readonly problem = undefined;

  get lines(): readonly (readonly string[])[] {
    return this.sent.map(({ lines }) => lines);
  }
}

export class PushFixture {
  readonly context: TestContext;
  readonly endpoint: FakeEndpoint;
  /** Where entries go that it refuses; undefined: nowhere. */
  rejectedTo: LogsReceiver | undefined;

  constructor() {
    const shown = new Shown([KNOWN_SECRET]);
    this.context = testContext("logs.write.out", { hideFrom: (text, more) => shown.foreign(text, more) });
    this.endpoint = new FakeEndpoint(this.context.scheduler);
  }

  client(options: Partial<EndpointOptions> = {}): PushClient {
    const random = { next: () => 0 };
    const all = { ...OPTIONS, ...options };
    // With the one that fills and the one that is sent, as much as sixteen batches.
    const capacity = all.capacity || 14 * all.batchSize;
    return new PushClient(
      { ...all, capacity },
      { ...this.context, random, poster: () => this.endpoint, rejectedTo: () => this.rejectedTo },
    );
  }

  metrics(): Record<string, number> {
    return valuesOf(this.context.metrics.collect(0n));
  }
}

export const status = (code: number, body = ""): PostResult => ({ status: code, body });
