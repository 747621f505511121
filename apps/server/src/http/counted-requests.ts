/**
 * Requests of a listener as Grafana's servers count them (how many are under way, how long they take, how large they and their
 * answers are, connections), and the time after which nobody is answered any more.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type MetricRegistry, MILLISECOND } from "@sluice/engine";
import { Deadlines } from "../platform/deadlines.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { RequestCounts } from "./request-counts.ts";

export interface CountedRequestsOptions<Route extends string> {
  readonly metrics: MetricRegistry;
  /** Of the names. */
  readonly prefix: string;
  readonly routes: readonly Route[];
  /** Of its connections; HTTP unless it says. */
  readonly protocol?: "http" | "grpc" | undefined;
  readonly scheduler: Pick<Scheduler, "after" | "elapsed">;
}

/** What is known of a request only while it is answered. */
interface Answering {
  /** Bytes of bodies. */
  received: number;
  sent: number;
  /** When its outcome has to be known, by `Scheduler.elapsed`; undefined: there is no limit. */
  readonly until: number | undefined;
}

/** Part of the time for an answer that may be spent on waiting for it: what is left is for sending it. */
const WAITING_PART = 0.9;

export class CountedRequests<Route extends string> {
  readonly #counts: RequestCounts<Route>;
  readonly #scheduler: Pick<Scheduler, "after" | "elapsed">;
  readonly #deadlines: Deadlines;
  readonly #answering = new WeakMap<ServerResponse, Answering>();
  readonly #connections;
  readonly #limit;
  /** From the end of a request's headers to the end of its answer; 0 is without end. Milliseconds. */
  writeTimeout = 0;

  constructor({ metrics, prefix, routes, protocol = "http", scheduler }: CountedRequestsOptions<Route>) {
    this.#counts = new RequestCounts(metrics, prefix, routes);
    this.#scheduler = scheduler;
    this.#deadlines = new Deadlines(
      () => scheduler.elapsed(),
      (ms, action) => scheduler.after(BigInt(ms) * MILLISECOND, action),
    );
    const labels = ["protocol"];
    const gauge = (name: string, help: string) => metrics.gauge(`${prefix}${name}`, help, labels).with(protocol);
    this.#connections = gauge("tcp_connections", "Current number of accepted TCP connections.");
    this.#limit = gauge(
      "tcp_connections_limit",
      "The max number of TCP connections that can be accepted (0 means no limit).",
    );
    this.#connections.set(0);
  }

  readonly countConnection = (change: 1 | -1): void => this.#connections.add(change);

  set connectionLimit(limit: number) {
    this.#limit.set(limit);
  }

  /** Follows a request to its end. */
  follow(request: IncomingMessage, response: ServerResponse, route: Route): void {
    const counted = this.#counts.begin(request.method ?? "", route);
    const began = this.#scheduler.elapsed();
    const timeout = this.writeTimeout;
    const sizes = { received: 0, sent: 0, until: timeout > 0 ? began + WAITING_PART * timeout : undefined };
    this.#answering.set(response, sizes);
    const done = timeout > 0 ? this.#deadlines.after(timeout, () => response.destroy()) : undefined;
    response.once("close", () => {
      done?.();
      const status = response.writableFinished ? response.statusCode : undefined;
      const seconds = (this.#scheduler.elapsed() - began) / 1000;
      this.#counts.end(counted, { status, seconds, ...sizes });
    });
  }

  /**
   * When the answer has to be known so that there is time to send it, by `Scheduler.elapsed`; undefined where that takes as
   * long as it likes.
   */
  answerBy(response: ServerResponse): number | undefined {
    return this.#answering.get(response)?.until;
  }

  received(response: ServerResponse, bytes: number): void {
    this.#answering.get(response)!.received = bytes;
  }

  sent(response: ServerResponse, bytes: number): void {
    const sizes = this.#answering.get(response);
    if (sizes !== undefined) sizes.sent = bytes;
  }

  close(): void {
    this.#deadlines.close();
  }
}
