/** Where a component that receives logs by HTTP listens, with its requests counted. */
import { MILLISECOND, type Nanos } from "@sluice/engine";
import type { ComponentContext } from "../../core/component.ts";
import type { Reserved } from "../../core/component-record.ts";
import type { Health } from "../../core/health.ts";
import type { Handler } from "../../http/answers.ts";
import { CountedRequests } from "../../http/counted-requests.ts";
import { HEADERS_TIMEOUT_MS } from "../../http/request-server.ts";
import { type HttpArgs, KeptListener } from "./kept-listener.ts";

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

export class KeptAddress {
  readonly #kept: KeptListener<HttpArgs>;
  /** To be told of every request. */
  readonly counted: CountedRequests<string>;

  constructor({ context, name, prefix, routes, handler }: KeptAddressOptions) {
    const { metrics, scheduler, faults } = context;
    this.counted = new CountedRequests({ metrics, prefix, routes, scheduler });
    this.#kept = new KeptListener({
      context,
      name,
      servingOf: ({ conn_limit, server_idle_timeout, server_read_timeout }) => {
        const bodyTimeout = Number(server_read_timeout / MILLISECOND);
        return {
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

  /** Longest time for requests that are being answered where they come to an end. */
  set grace(grace: Nanos) {
    this.#kept.grace = grace;
  }

  /** Gets what it needs to listen as `http` says, before that counts. */
  reserve(http: HttpArgs, isEnding: (owner: string) => boolean): Promise<Reserved> {
    return this.#kept.reserve(http, isEnding);
  }

  /** Listens so from now on, as soon as that can be had. */
  follow(http: HttpArgs): Promise<void> {
    return this.#kept.follow(http);
  }

  /** Lets answers that are being made finish until the deadline. */
  async close(deadline: Promise<void>): Promise<void> {
    await this.#kept.close(deadline);
    this.counted.close();
  }
}
