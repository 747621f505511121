/**
 * Keeps a component listening as its arguments say: one change after the other, tried again while that fails, and with
 * another certificate once its files have changed, at which it looks every five seconds. `KeepingOpen` makes the
 * attempts (syslog has it, too), `KeptListener` makes them for HTTP, and `KeptAddress` also counts the requests.
 */
import { isDeepStrictEqual } from "node:util";
import { type BlockArgs, type httpBlock, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext } from "../../core/component.ts";
import type { Reserved } from "../../core/component-record.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import type { Handler } from "../../http/answers.ts";
import { CountedRequests, type CountedRequestsOptions } from "../../http/counted-requests.ts";
import { refuseCrossSite } from "../../http/cross-site.ts";
import type { Listener, Serving } from "../../http/listen.ts";
import { HEADERS_TIMEOUT_MS, type TlsSettings } from "../../http/request-server.ts";
import { readTls, type TlsArgs } from "../../http/tls-settings.ts";
import { type Place, ServedAddress } from "./served-address.ts";

/** Pauses between attempts. */
const MIN_PAUSE = SECOND;
const MAX_PAUSE = 30n * SECOND;
/** Between two looks at files. */
export const LOOK_EVERY: Nanos = 5n * SECOND;

export interface Attempted {
  /** Why it is not as it should be; what was before stays. */
  readonly problem: string | undefined;
  /** Files say how, so that another attempt may have another outcome. */
  readonly readsFiles: boolean;
}

export interface KeepingOpenOptions {
  readonly context: Pick<ComponentContext, "scheduler" | "faults" | "log">;
  /** What does not listen, in words: `the push API`. */
  readonly name: string;
  /** Makes it as it should be, unless it is. */
  readonly attempt: () => Promise<Attempted>;
}

export class KeepingOpen {
  readonly #options: KeepingOpenOptions;
  #problem: string | undefined;
  #pause = MIN_PAUSE;
  #stopped = false;
  /** Of the next attempt. */
  #cancel = () => {};
  /** Changes of where it listens, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(options: KeepingOpenOptions) {
    this.#options = options;
  }

  get health(): Health {
    return this.#problem === undefined ? HEALTHY : { state: "unhealthy", message: this.#problem };
  }

  /** Follows what is asked for from now on, which `change` says in its turn; resolves after the first attempt. */
  follow(change: () => void = () => {}): Promise<void> {
    return this.#inTurn(() => {
      change();
      this.#pause = MIN_PAUSE;
      return this.#try();
    });
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(action);
    this.#changing = done.catch(() => {});
    return done;
  }

  /** Where it cannot be had, tries again after a pause, twice as long each time. */
  async #try(): Promise<void> {
    if (this.#stopped) return;
    this.#cancel();
    const { context, name, attempt } = this.#options;
    const { problem, readsFiles } = await attempt();
    if (problem !== undefined && problem !== this.#problem)
      context.log.write("error", `${name} cannot listen as it should; it keeps trying`, { reason: problem });
    this.#problem = problem;
    if (this.#stopped || (problem === undefined && !readsFiles)) return;
    const pause = problem === undefined ? LOOK_EVERY : this.#pause;
    if (problem !== undefined) this.#pause = this.#pause * 2n < MAX_PAUSE ? this.#pause * 2n : MAX_PAUSE;
    this.#cancel = context.scheduler.after(pause, () => {
      void context.faults.settle("listening", () => this.#inTurn(() => this.#try()), undefined);
    });
  }

  /** Makes no further attempt; resolves when none is under way, or at the deadline. */
  async stop(deadline: Promise<void>): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await Promise.race([this.#changing, deadline]);
  }
}

export type HttpArgs = BlockArgs<ReturnType<typeof httpBlock>>;

/** What of it says where it listens, and by which certificate. */
type Asked = Pick<HttpArgs, "listen_address" | "listen_port"> & {
  readonly allow_cross_site?: boolean | undefined;
  readonly tls: { readonly args: TlsArgs } | undefined;
};

export interface KeptListenerOptions<H extends Asked> {
  readonly context: ComponentContext;
  /** What listens, in words: `the push API`. */
  readonly name: string;
  /** How it is served, besides TLS. */
  readonly servingOf: (http: H) => Serving;
  /** Told of each connection that begins and ends to be served. */
  readonly count?: ((change: 1 | -1) => void) | undefined;
  /** Told when it is served so. */
  readonly served: (http: H) => void;
}

type ServingResult =
  | { readonly ok: true; readonly serving: Serving }
  | { readonly ok: false; readonly message: string };

export class KeptListener<H extends Asked> {
  readonly #options: KeptListenerOptions<H>;
  readonly #served: ServedAddress;
  readonly #open: KeepingOpen;
  #wanted: H | undefined;
  /** What it serves by, where it serves. */
  #servedBy: { readonly http: H; readonly tls: TlsSettings | undefined } | undefined;

  constructor(options: KeptListenerOptions<H>) {
    const { context, name, count } = options;
    this.#options = options;
    this.#served = new ServedAddress(context, count);
    this.#open = new KeepingOpen({ context, name, attempt: () => this.#attempt() });
  }

  get health(): Health {
    return this.#open.health;
  }

  get listener(): Listener | undefined {
    return this.#served.listener;
  }

  /** Longest time that requests under way have when listening ends. */
  set grace(grace: Nanos) {
    this.#served.grace = grace;
  }

  /** Gets what it needs to listen as `http` says, before that counts. */
  async reserve(http: H, isEnding: (owner: string) => boolean): Promise<Reserved> {
    if (this.#serves(http)) return { ok: true, release: async () => {} };
    const found = await this.#serving(http);
    return found.ok ? this.#served.reserve(placeOf(http), found.serving, isEnding) : found;
  }

  /** Listens so from now on, as soon as that can be had. `change` is called when it is its turn. */
  follow(http: H, change: () => void = () => {}): Promise<void> {
    return this.#open.follow(() => {
      this.#wanted = http;
      change();
    });
  }

  #serves(http: H): boolean {
    return this.#served.listener !== undefined && isDeepStrictEqual(http, this.#servedBy?.http);
  }

  async #serving(http: H): Promise<ServingResult> {
    const settings = await readTls(http.tls?.args, this.#options.context.files);
    if (!settings.ok) return settings;
    const own = this.#options.servingOf(http);
    const handler = http.allow_cross_site === true ? own.handler : refuseCrossSite(own.handler);
    return { ok: true, serving: { ...own, handler, tls: settings.tls } };
  }

  async #attempt(): Promise<Attempted> {
    const http = this.#wanted!;
    const problem = await this.#listen(http);
    const goesOn = problem !== undefined && this.listener !== undefined;
    return { problem: goesOn ? `${problem}; it goes on as before` : problem, readsFiles: readsFiles(http) };
  }

  /** Gives why it cannot; then what was served stays. */
  async #listen(http: H): Promise<string | undefined> {
    const isServed = this.#serves(http);
    if (isServed && !readsFiles(http)) return undefined;
    const found = await this.#serving(http);
    if (!found.ok) return found.message;
    const { tls } = found.serving;
    const { context, name, served } = this.#options;
    if (isServed) {
      if (isDeepStrictEqual(tls, this.#servedBy!.tls)) return undefined;
      const problem = this.#served.listener!.renew(tls!);
      if (problem !== undefined) return problem;
      this.#servedBy = { http, tls };
      context.log.write("info", `the certificate of ${name} was read anew`, { address: this.listener!.place });
      return undefined;
    }
    const problem = await this.#served.serve(placeOf(http), found.serving);
    if (problem !== undefined) return problem;
    this.#servedBy = { http, tls };
    served(http);
    const how = tls === undefined ? "plain HTTP" : "TLS";
    context.log.write("info", `${name} is listening`, { address: this.listener!.place, by: how });
    return undefined;
  }

  /** Lets answers that are being made finish until the deadline. */
  async close(deadline: Promise<void>): Promise<void> {
    await this.#open.stop(deadline);
    await this.#served.close(deadline);
  }
}

const placeOf = ({ listen_address: host, listen_port: port }: Asked): Place => ({ host, port });

/** Whether its certificate is in files. */
const readsFiles = ({ tls }: Asked): boolean =>
  [tls?.args.cert_file, tls?.args.key_file, tls?.args.client_ca_file].some((file) => (file ?? "") !== "");

/** What is said of any address; times that only some have are optional. */
export type ServedArgs = Asked &
  Pick<HttpArgs, "conn_limit" | "server_read_timeout" | "server_write_timeout"> &
  Partial<Pick<HttpArgs, "server_idle_timeout">>;

export interface KeptAddressOptions<H extends ServedArgs = HttpArgs>
  extends Pick<CountedRequestsOptions<string>, "protocol"> {
  readonly context: ComponentContext;
  /** What listens, in words: `the push API`. */
  readonly name: string;
  /** Of its metrics' names. */
  readonly prefix: string;
  /** What requests are counted under. */
  readonly routes: readonly string[];
  readonly handler: Handler;
  /** What else is said of how it is served. */
  readonly more?: ((args: H) => Pick<Serving, "http2" | "sessions">) | undefined;
}

export class KeptAddress<H extends ServedArgs = HttpArgs> {
  readonly #kept: KeptListener<H>;
  /** To be told of every request. */
  readonly counted: CountedRequests<string>;

  constructor({ context, name, prefix, routes, handler, protocol, more }: KeptAddressOptions<H>) {
    const { metrics, scheduler, faults } = context;
    this.counted = new CountedRequests({ metrics, prefix, routes, protocol, scheduler });
    this.#kept = new KeptListener({
      context,
      name,
      servingOf: (args) => {
        const { conn_limit, server_idle_timeout = 0n, server_read_timeout } = args;
        const bodyTimeout = Number(server_read_timeout / MILLISECOND);
        return {
          ...more?.(args),
          handler,
          limits: {
            // Longer than the component's own for the body, which is answered and counted.
            requestTimeout: bodyTimeout === 0 ? 0 : HEADERS_TIMEOUT_MS + bodyTimeout,
            idleTimeout: Number(server_idle_timeout / MILLISECOND),
            maxConnections: conn_limit,
          },
          failed: (error) => faults.record("answering a request", error),
        };
      },
      count: this.counted.countConnection,
      served: ({ server_write_timeout, conn_limit }) => {
        this.counted.writeTimeout = Number(server_write_timeout / MILLISECOND);
        this.counted.connectionLimit = conn_limit;
      },
    });
  }

  get health(): Health {
    return this.#kept.health;
  }

  /** What a person may want to see; nothing while it does not listen. */
  get details(): Readonly<Record<string, unknown>> | undefined {
    const { listener } = this.#kept;
    if (listener === undefined) return undefined;
    const { place, connections, waiting } = listener;
    return { listening: place, connections, connections_waiting: waiting };
  }

  /** Longest time that requests under way have when listening ends. */
  set grace(grace: Nanos) {
    this.#kept.grace = grace;
  }

  /** Gets what it needs to listen as `http` says, before that counts. */
  reserve(http: H, isEnding: (owner: string) => boolean): Promise<Reserved> {
    return this.#kept.reserve(http, isEnding);
  }

  /** Listens so from now on, as soon as that can be had. */
  follow(http: H): Promise<void> {
    return this.#kept.follow(http);
  }

  /** Lets answers that are being made finish until the deadline. */
  async close(deadline: Promise<void>): Promise<void> {
    await this.#kept.close(deadline);
    this.counted.close();
  }
}
