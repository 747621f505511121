/**
 * `profiles.receive_http`: a server of its own for profiles. `profiles/receiver.ts` makes the answers; here is
 * where it listens, and what happens to that when the arguments change: the address stays open where it stays the same, and
 * what cannot be had changes nothing.
 */
import { type ComponentArgs, MILLISECOND, PROFILES_BOUNDS, profilesReceiveHttp } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning, type Reserved } from "../../core/component-record.ts";
import type { ProfilesOutlet } from "../../core/entries/profiles-receiver.ts";
import type { Health } from "../../core/health.ts";
import type { ProfilesIntake } from "../../core/profiles-intake.ts";
import type { Serving } from "../../http/listen.ts";
import { RequestCounts } from "../../http/request-counts.ts";
import { HEADERS_TIMEOUT_MS } from "../../http/request-server.ts";
import { Deadlines } from "../../platform/deadlines.ts";
import { ROUTES } from "../../profiles/exchange.ts";
import { ProfilesHttpReceiver, type ReceiverRules } from "../../profiles/receiver.ts";
import { KeptListener } from "../listening/kept-listener.ts";
import { ReceiverIntake } from "./receiver-intake.ts";

type Args = ComponentArgs<typeof profilesReceiveHttp>;

/** As in Go. A name of a megabyte fits. */
const MAX_HEADERS = PROFILES_BOUNDS.headers;

export class ProfilesSource implements RunningComponent {
  #args: Args;
  readonly #context: ComponentContext;
  readonly #receiver: ProfilesHttpReceiver;
  readonly #deadlines: Deadlines;
  readonly intake: ProfilesIntake;
  readonly #connections;
  readonly #limit;
  readonly #kept: KeptListener<Args["http"]["args"]>;

  constructor(args: Args, outlet: ProfilesOutlet, context: ComponentContext) {
    this.#args = args;
    this.#context = context;
    const { scheduler, log, metrics } = context;
    const prefix = `${context.prefix}receive_http_`;
    const after = (ms: number, action: () => void) => scheduler.after(BigInt(ms) * MILLISECOND, action);
    this.#deadlines = new Deadlines(() => scheduler.elapsed(), after);
    this.#receiver = new ProfilesHttpReceiver(rulesOf(args), {
      outlet,
      counts: new RequestCounts(metrics, prefix, ROUTES),
      metrics,
      prefix,
      recording: { record: context.requests, receiver: context.id, now: () => scheduler.now() },
      log,
      elapsed: () => scheduler.elapsed(),
      now: () => scheduler.now(),
      after: this.#deadlines.after,
    });
    this.intake = new ReceiverIntake({
      scheduler,
      listener: () => this.#kept.listener,
      bearerToken: () => this.#args.bearer_token,
    });
    const labels = ["protocol"];
    this.#connections = metrics
      .gauge(`${prefix}tcp_connections`, "Current number of accepted TCP connections.", labels)
      .with("http");
    this.#limit = metrics
      .gauge(
        `${prefix}tcp_connections_limit`,
        "The max number of TCP connections that can be accepted (0 means no limit).",
        labels,
      )
      .with("http");
    this.#connections.set(0);
    this.#kept = new KeptListener({
      context,
      name: "the profiles receiver",
      servingOf: (http) => this.#servingOf(http),
      count: (change) => this.#connections.add(change),
      served: (http) => this.#limit.set(limitOf(http)),
    });
    this.#limit.set(limitOf(args.http.args));
  }

  get health(): Health {
    return this.#kept.health;
  }

  details(): Readonly<Record<string, unknown>> {
    const { listener } = this.#kept;
    if (listener === undefined) return {};
    const { address, port } = listener.address;
    return {
      listening: `${address}:${port}`,
      connections: listener.connections,
      connections_waiting: listener.waiting,
      bytes_in_flight: this.#receiver.held,
      uploads: this.#receiver.uploads,
    };
  }

  start(): Promise<void> {
    return this.#follow(this.#args);
  }

  /** Gets what it needs to listen as `args` say, before they count. */
  reserve({ http }: Args, isEnding: (owner: string) => boolean): Promise<Reserved> {
    return this.#kept.reserve(http.args, isEnding);
  }

  /** Takes other arguments over; connections stay unless they are about where and how it listens. */
  update(args: Args): () => Promise<void> {
    return () => this.#follow(args);
  }

  #follow(args: Args): Promise<void> {
    return this.#kept.follow(args.http.args, () => {
      this.#args = args;
      this.#kept.grace = args.graceful_shutdown_timeout;
      this.#receiver.follow(rulesOf(args));
    });
  }

  #servingOf(http: Args["http"]["args"]): Serving {
    const readTimeout = millis(http.server_read_timeout);
    return {
      handler: this.#receiver.answer,
      protectsAnswers: true,
      limits: {
        headersTimeout: readTimeout,
        // Longer than ours for the body, which is answered and counted.
        requestTimeout: readTimeout === 0 ? 0 : HEADERS_TIMEOUT_MS + readTimeout,
        idleTimeout: http.server_idle_timeout === 0n ? readTimeout : millis(http.server_idle_timeout),
        maxHeaderSize: MAX_HEADERS,
        maxConnections: limitOf(http),
      },
      slowStatus: 400,
      failed: (error) => this.#context.faults.record("answering a request", error),
    };
  }

  async drain(deadline: Promise<void>): Promise<number> {
    await this.#kept.close(deadline);
    this.#deadlines.close();
    return 0;
  }
}

const millis = (nanos: bigint): number => Math.max(0, Number(nanos / MILLISECOND));

const limitOf = ({ conn_limit }: Args["http"]["args"]): number => Math.max(0, conn_limit);

function rulesOf({ max_body_size, bearer_token, debug_info_upload_timeout, http }: Args): ReceiverRules {
  return {
    maxBodySize: max_body_size,
    bearerToken: bearer_token,
    debugInfoUploadTimeout: debug_info_upload_timeout,
    readTimeout: millis(http.args.server_read_timeout),
    writeTimeout: millis(http.args.server_write_timeout),
  };
}

export const profilesReceiveHttpRecord = defineRunning({
  spec: profilesReceiveHttp,
  build: ({ args, profiles, context }) => new ProfilesSource(args, profiles, context),
  reserve: (running, args, isEnding) => running.reserve(args, isEnding),
  update: (running, args) => running.update(args),
});
