/**
 * Where a component that receives logs by HTTP listens: opened as its arguments say, tried for again while it cannot be had,
 * with its requests counted and the component's health about it.
 */
import { isDeepStrictEqual } from "node:util";
import { type BlockArgs, type httpBlock, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext } from "../core/component.ts";
import type { Reserved } from "../core/component-record.ts";
import { HEALTHY, type Health } from "../core/health.ts";
import type { Handler } from "../http/answers.ts";
import { CountedRequests } from "../http/counted-requests.ts";
import type { Serving } from "../http/listen.ts";
import { HEADERS_TIMEOUT_MS } from "../http/request-server.ts";
import { readTls } from "../http/tls-settings.ts";
import { type Place, ServedAddress } from "./served-address.ts";

/** Pauses between attempts to open a port that is in use. */
const MIN_PAUSE = SECOND;
const MAX_PAUSE = 30n * SECOND;

export type HttpArgs = BlockArgs<ReturnType<typeof httpBlock>>;

export interface KeptAddressOptions {
  readonly context: ComponentContext;
  /** What listens, in words: `the push API`. */
  readonly name: string;
  /** Of its metrics' names. */
  readonly prefix: string;
  /** What requests are counted under. */
  readonly routes: readonly string[];
  readonly handler: Handler;
}

type ServingResult =
  | { readonly ok: true; readonly serving: Serving }
  | { readonly ok: false; readonly message: string };

export class KeptAddress {
  readonly #context: ComponentContext;
  readonly #name: string;
  readonly #handler: Handler;
  readonly #served: ServedAddress;
  /** To be told of every request. */
  readonly counted: CountedRequests<string>;
  #wanted: HttpArgs | undefined;
  /** What it serves by, where it serves. */
  #servedBy: HttpArgs | undefined;
  #health: Health = HEALTHY;
  #stopped = false;
  /** Of the next attempt. */
  #cancelTimer = () => {};
  /** Changes of where it listens, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor({ context, name, prefix, routes, handler }: KeptAddressOptions) {
    this.#context = context;
    this.#name = name;
    this.#handler = handler;
    const { metrics, scheduler } = context;
    this.counted = new CountedRequests({ metrics, prefix, routes, scheduler });
    this.#served = new ServedAddress(context, this.counted.countConnection);
  }

  get health(): Health {
    return this.#health;
  }

  /** What a person may want to see; nothing while it does not listen. */
  get details(): Readonly<Record<string, unknown>> | undefined {
    const { listener } = this.#served;
    if (listener === undefined) return undefined;
    const { place, connections, waiting } = listener;
    return { listening: place, connections, connections_waiting: waiting };
  }

  /** Longest time for requests that are being answered where they come to an end. */
  set grace(grace: Nanos) {
    this.#served.grace = grace;
  }

  /** Gets what it needs to listen as `http` says, before that counts. */
  async reserve(http: HttpArgs, isEnding: (owner: string) => boolean): Promise<Reserved> {
    if (this.#serves(http)) return { ok: true, release: async () => {} };
    const found = await this.#serving(http);
    return found.ok ? this.#served.reserve(placeOf(http), found.serving, isEnding) : found;
  }

  /** Listens so from now on, as soon as that can be had. */
  follow(http: HttpArgs): Promise<void> {
    return this.#inTurn(() => {
      this.#wanted = http;
      return this.#try(MIN_PAUSE);
    });
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(action);
    this.#changing = done.catch(() => {});
    return done;
  }

  #serves(http: HttpArgs): boolean {
    return this.#served.listener !== undefined && isDeepStrictEqual(http, this.#servedBy);
  }

  async #serving({ conn_limit, server_idle_timeout, server_read_timeout, tls }: HttpArgs): Promise<ServingResult> {
    const settings = await readTls(tls?.args, this.#context.baseDir);
    if (!settings.ok) return settings;
    const bodyTimeout = Number(server_read_timeout / MILLISECOND);
    const serving: Serving = {
      handler: this.#handler,
      tls: settings.tls,
      limits: {
        // Longer than the component's own for the body, which is answered and counted.
        requestTimeout: bodyTimeout === 0 ? 0 : HEADERS_TIMEOUT_MS + bodyTimeout,
        idleTimeout: Number(server_idle_timeout / MILLISECOND),
        maxConnections: conn_limit,
      },
      failed: (error) => this.#context.faults.record("answering a request", error),
    };
    return { ok: true, serving };
  }

  /** Where nothing can be had, tries again after a pause, twice as long each time. */
  async #try(pause: Nanos): Promise<void> {
    if (this.#stopped) return;
    this.#cancelTimer();
    const http = this.#wanted!;
    if (this.#serves(http)) {
      this.#health = HEALTHY;
      return;
    }
    const { log, scheduler, faults } = this.#context;
    const found = await this.#serving(http);
    const reason = found.ok ? await this.#served.serve(placeOf(http), found.serving) : found.message;
    if (reason === undefined) {
      this.#servedBy = http;
      this.counted.writeTimeout = Number(http.server_write_timeout / MILLISECOND);
      this.counted.connectionLimit = http.conn_limit;
      this.#health = HEALTHY;
      log.write("info", `${this.#name} is listening`, { address: this.#served.listener!.place });
      return;
    }
    if (this.#health.message !== reason)
      log.write("error", `${this.#name} cannot listen; it keeps retrying`, { reason });
    this.#health = { state: "unhealthy", message: reason };
    if (this.#stopped) return;
    this.#cancelTimer = scheduler.after(pause, () => {
      const longer = pause * 2n < MAX_PAUSE ? pause * 2n : MAX_PAUSE;
      void faults.settle("listening", () => this.#inTurn(() => this.#try(longer)), undefined);
    });
  }

  /** Lets answers that are being made finish until the deadline. */
  async close(deadline: Promise<void>): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await Promise.race([this.#changing, deadline]);
    await this.#served.close(deadline);
    this.counted.close();
  }
}

const placeOf = ({ listen_address, listen_port }: HttpArgs): Place => ({ host: listen_address, port: listen_port });
