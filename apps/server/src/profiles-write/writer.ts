/** Gives every profile to all endpoints at the same time; the answer waits for the slowest. */
import { type Nanos, SeededRandom } from "@sluice/engine";
import type { ComponentContext } from "../core/component.ts";
import {
  AT_ONCE,
  DeliveryError,
  type Handed,
  type IngestedProfile,
  type ProfileSeries,
  type ProfilesReceiver,
  RemoteWriteError,
} from "../core/profiles-receiver.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { EndpointCounters, type Latency, WriteMetrics } from "./counters.ts";
import { type Delivery, ingestDelivery, LabelError, pushDelivery } from "./delivery.ts";
import type { EndpointOptions } from "./endpoint.ts";
import { EndpointClient } from "./endpoint-client.ts";
import type { ExternalLabels } from "./labels.ts";
import { Patience } from "./patience.ts";

export interface WriterOptions {
  readonly endpoints: readonly EndpointOptions[];
  readonly externalLabels: ExternalLabels;
}

/** In the place of an endpoint where all of them are meant. */
const ALL = "-";

export class ProfilesWriter implements ProfilesReceiver {
  readonly #context: ComponentContext;
  readonly #seed: number;
  readonly #metrics: WriteMetrics;
  /** By the address that is shown: what an endpoint counted stays when its other options change. */
  readonly #counters = new Map<string, EndpointCounters>();
  #externalLabels: ExternalLabels = new Map();
  #clients: readonly EndpointClient[] = [];
  /** Of the ways that were used. */
  readonly #totals = new Map<Delivery["way"], Latency>();
  readonly #waiting = new Set<Patience>();
  #stopped = false;
  #idle = () => {};

  constructor(options: WriterOptions, seed: number, context: ComponentContext) {
    this.#context = context;
    this.#seed = seed;
    this.#metrics = new WriteMetrics(context.metrics, context.prefix);
    this.update(options);
  }

  /** Uses other options from the next profile on; what is under way is not touched. */
  update({ endpoints, externalLabels }: WriterOptions): void {
    const old = this.#clients;
    this.#externalLabels = externalLabels;
    this.#clients = endpoints.map((options, i) => this.#create(options, i));
    for (const client of old) client.retire();
    const used = new Set(this.#clients.map(({ counters }) => counters));
    for (const [url, counters] of this.#counters) if (!used.has(counters)) this.#counters.delete(url);
  }

  #create(options: EndpointOptions, place: number): EndpointClient {
    const { scheduler, log, hideFrom, baseDir } = this.#context;
    const random = new SeededRandom(this.#seed + place);
    const counters = (url: string) => {
      const known = this.#counters.get(url) ?? new EndpointCounters(this.#metrics, url);
      this.#counters.set(url, known);
      return known;
    };
    return new EndpointClient(options, { scheduler, random, counters, log, hideFrom, baseDir });
  }

  get clients(): readonly EndpointClient[] {
    return this.#clients;
  }

  async ingest(profile: IngestedProfile, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    return this.#deliver(ingestDelivery(profile, this.#externalLabels), signal, deadline);
  }

  async append(series: ProfileSeries, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    return this.#deliver(pushDelivery(series, this.#externalLabels), signal, deadline);
  }

  async #deliver(delivery: Delivery, signal: StopSignal, deadline: Nanos | undefined): Promise<Handed> {
    if (this.#stopped) throw new DeliveryError("the server is stopping");
    const { scheduler, faults } = this.#context;
    const began = scheduler.elapsed();
    const patience = new Patience(scheduler, signal, deadline);
    this.#waiting.add(patience);
    const failures: Error[] = [];
    let retries = 0;
    const took = (more: number) => {
      retries += more;
    };
    const failed = (error: Error) => {
      if (!isExpected(error)) faults.record("sending a profile", error);
      if (error instanceof DeliveryError) took(error.retries);
      failures.push(error);
    };
    try {
      await Promise.all(this.#clients.map((client) => client.send(delivery, patience).then(took, failed)));
    } finally {
      patience.release();
      this.#waiting.delete(patience);
      if (this.#waiting.size === 0) this.#idle();
    }
    this.#total(delivery.way).observe((scheduler.elapsed() - began) / 1000);
    if (failures.length > 0) throw unite(failures, retries);
    return retries === 0 ? AT_ONCE : { retries };
  }

  #total(way: Delivery["way"]): Latency {
    const known = this.#totals.get(way) ?? this.#metrics.latency(ALL, `${way}_total`);
    this.#totals.set(way, known);
    return known;
  }

  /** Takes no more, and waits for what is under way; at the deadline that is given up, and its clients are told. */
  async drain(deadline: Promise<void>): Promise<void> {
    this.#stopped = true;
    if (this.#waiting.size > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      await Promise.race([idle, deadline]);
      for (const patience of this.#waiting) patience.end();
      await idle;
    }
    for (const client of this.#clients) client.retire();
  }
}

const isExpected = (error: Error): boolean => error instanceof DeliveryError || error instanceof LabelError;

/** In the order in which they failed: the first that a server gave a status for counts. */
function unite(failures: readonly Error[], retries: number): Error {
  const [first] = failures;
  if (failures.length === 1) {
    if (first instanceof DeliveryError) first.retries = retries;
    return first!;
  }
  const message = failures.map((failure) => failure.message).join("; ");
  const remote = failures.find((failure) => failure instanceof RemoteWriteError);
  return remote === undefined
    ? new DeliveryError(message, retries)
    : new RemoteWriteError(remote.status, message, retries);
}
