/**
 * `profiles.receive_http`: a server of its own for profiles. What is answered stands in `profiles/receiver.ts`; here is
 * where it listens, and what becomes of that when the arguments change: the address stays open where it stays the same, and
 * what cannot be had leaves all as it was.
 */
import { isDeepStrictEqual } from "node:util";
import {
  type ComponentArgs,
  MILLISECOND,
  type Nanos,
  PROFILES_BOUNDS,
  profilesReceiveHttp,
  SECOND,
} from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../core/component.ts";
import { defineRunning, type Reserved } from "../core/component-record.ts";
import { HEALTHY, type Health } from "../core/health.ts";
import type { ProfilesIntake } from "../core/profiles-intake.ts";
import type { ProfilesOutlet } from "../core/profiles-receiver.ts";
import type { Serving } from "../http/listen.ts";
import { RequestCounts } from "../http/request-counts.ts";
import { HEADERS_TIMEOUT_MS } from "../http/request-server.ts";
import { readTls } from "../http/tls-settings.ts";
import { Deadlines } from "../platform/deadlines.ts";
import { ROUTES } from "../profiles/exchange.ts";
import { ProfilesHttpReceiver, type ReceiverRules } from "../profiles/receiver.ts";
import { ReceiverIntake } from "./receiver-intake.ts";
import { type Place, ServedAddress } from "./served-address.ts";

type Args = ComponentArgs<typeof profilesReceiveHttp>;

/** As in Go. A name of a megabyte fits. */
const MAX_HEADERS = PROFILES_BOUNDS.headers;
/** Pauses between attempts to open an address that cannot be had. */
const MIN_LISTEN_PAUSE = SECOND;
const MAX_LISTEN_PAUSE = 30n * SECOND;

export class ProfilesSource implements RunningComponent {
  #args: Args;
  readonly #context: ComponentContext;
  readonly #receiver: ProfilesHttpReceiver;
  readonly #deadlines: Deadlines;
  readonly intake: ProfilesIntake;
  readonly #connections;
  readonly #limit;
  readonly #served: ServedAddress;
  /** What it serves by, where it serves. */
  #servedArgs: Args["http"]["args"] | undefined;
  #health: Health = HEALTHY;
  #stopped = false;
  /** Of the next attempt to listen, where it does not. */
  #cancelAttempt = () => {};
  /** Changes of where it listens, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();

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
      recording: { record: context.requests, receiver: context.id, now: () => scheduler.now() },
      log,
      elapsed: () => scheduler.elapsed(),
      now: () => scheduler.now(),
      after: this.#deadlines.after,
    });
    this.intake = new ReceiverIntake({
      scheduler,
      listener: () => this.#served.listener,
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
    this.#served = new ServedAddress(context, (change) => this.#connections.add(change));
    this.#limit.set(limitOf(args.http.args));
  }

  get health(): Health {
    return this.#health;
  }

  details(): Readonly<Record<string, unknown>> {
    const { listener } = this.#served;
    if (listener === undefined) return {};
    const { address, port } = listener.address;
    return {
      listening: `${address}:${port}`,
      connections: listener.connections,
      connections_waiting: listener.waiting,
      bytes_in_flight: this.#receiver.held,
    };
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#follow(this.#args, MIN_LISTEN_PAUSE));
  }

  /** Gets what it needs to listen as `args` say, before they count. */
  async reserve({ http: { args: http } }: Args, isEnding: (owner: string) => boolean): Promise<Reserved> {
    if (this.#served.listener !== undefined && isDeepStrictEqual(http, this.#servedArgs))
      return { ok: true, release: async () => {} };
    const serving = await this.#serving(http);
    return serving.ok ? this.#served.reserve(placeOf(http), serving.serving, isEnding) : serving;
  }

  /** Takes other arguments over; connections stay unless they are about where and how it listens. */
  update(args: Args): () => Promise<void> {
    return () => this.#inTurn(() => this.#follow(args, MIN_LISTEN_PAUSE));
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(action);
    this.#changing = done.catch(() => {});
    return done;
  }

  /**
   * Listens as the arguments say. What cannot be had is told by its health, and leaves what serves as it is; where nothing
   * serves, it is tried again after a pause, twice as long each time.
   */
  async #follow(args: Args, pause: Nanos): Promise<void> {
    if (this.#stopped) return;
    this.#cancelAttempt();
    this.#args = args;
    this.#receiver.follow(rulesOf(args));
    const problem = await this.#listen(args.http.args);
    if (problem === undefined) {
      this.#health = HEALTHY;
      return;
    }
    const kept =
      this.#served.listener === undefined
        ? "does not listen, and keeps trying"
        : "cannot listen anew, and stays as it was";
    if (this.#health.message !== problem)
      this.#context.log.write("error", `the profiles receiver ${kept}`, { reason: problem });
    this.#health = { state: "unhealthy", message: problem };
    if (this.#served.listener !== undefined || this.#stopped) return;
    const longer = pause * 2n < MAX_LISTEN_PAUSE ? pause * 2n : MAX_LISTEN_PAUSE;
    const again = () => this.#inTurn(() => this.#follow(this.#args, longer));
    this.#cancelAttempt = this.#context.scheduler.after(pause, () => {
      void this.#context.faults.settle("listening", again, undefined);
    });
  }

  /** Gives why it cannot. */
  async #listen(http: Args["http"]["args"]): Promise<string | undefined> {
    if (this.#served.listener !== undefined && isDeepStrictEqual(http, this.#servedArgs)) return undefined;
    const found = await this.#serving(http);
    if (!found.ok) return found.message;
    const { serving } = found;
    const problem = await this.#served.serve(placeOf(http), serving);
    if (problem !== undefined) return problem;
    this.#servedArgs = http;
    this.#limit.set(limitOf(http));
    const { address, port } = this.#served.listener!.address;
    const how = serving.tls === undefined ? "plain HTTP" : "TLS";
    this.#context.log.write("info", "the profiles receiver is listening", { address: `${address}:${port}`, by: how });
    return undefined;
  }

  async #serving(
    http: Args["http"]["args"],
  ): Promise<{ readonly ok: true; readonly serving: Serving } | { readonly ok: false; readonly message: string }> {
    const tls = await readTls(http.tls?.args, this.#context.baseDir);
    if (!tls.ok) return tls;
    const readTimeout = millis(http.server_read_timeout);
    const serving: Serving = {
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
      tls: tls.tls,
      failed: (error) => this.#context.faults.record("answering a request", error),
    };
    return { ok: true, serving };
  }

  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#cancelAttempt();
    await this.#changing;
    await this.#served.close(deadline);
    this.#deadlines.close();
    return 0;
  }
}

const millis = (nanos: bigint): number => Math.max(0, Number(nanos / MILLISECOND));

const placeOf = ({ listen_address: host, listen_port: port }: Args["http"]["args"]): Place => ({ host, port });

const limitOf = ({ conn_limit }: Args["http"]["args"]): number => Math.max(0, conn_limit);

function rulesOf({ max_body_size, bearer_token, http }: Args): ReceiverRules {
  return {
    maxBodySize: max_body_size,
    bearerToken: bearer_token,
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
