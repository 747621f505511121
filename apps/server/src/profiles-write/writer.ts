/** Gives every profile to all endpoints at the same time; the answer waits for the slowest. */

import { MILLISECOND, type Nanos, SeededRandom } from "@sluice/engine";
import type { EndpointResult } from "@sluice/protocol";
import type { ComponentContext } from "../core/component.ts";
import { DebugInfoError, type DebugInfoTarget } from "../core/entries/debug-info.ts";
import {
  AT_ONCE,
  DeliveryError,
  type Handed,
  type IngestedProfile,
  type ProfileSeries,
  type ProfilesReceiver,
  RemoteWriteError,
  uniteFailures,
} from "../core/entries/profiles-receiver.ts";
import { Deadlines } from "../platform/deadlines.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { EndpointCounters, type Latency, WriteMetrics } from "./counters.ts";
import { DebugInfoSender } from "./debug-info-sender.ts";
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
const STOPPING = "the server is stopping";

export class ProfilesWriter implements ProfilesReceiver {
  readonly #context: ComponentContext;
  readonly #seed: number;
  readonly #metrics: WriteMetrics;
  readonly #deadlines: Deadlines;
  readonly #timeouts: Pick<Scheduler, "after">;
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
    const { scheduler } = context;
    const after = (ms: number, action: () => void) => scheduler.after(BigInt(Math.ceil(ms)) * MILLISECOND, action);
    this.#deadlines = new Deadlines(() => scheduler.elapsed(), after);
    this.#timeouts = { after: (delay, action) => this.#deadlines.after(Number(delay) / 1e6, action) };
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
    const { scheduler, log, hideFrom, files } = this.#context;
    const random = new SeededRandom(this.#seed + place);
    const counters = (url: string) => {
      const known = this.#counters.get(url) ?? new EndpointCounters(this.#metrics, url);
      this.#counters.set(url, known);
      return known;
    };
    const timeouts = this.#timeouts;
    return new EndpointClient(options, { scheduler, timeouts, random, counters, log, hideFrom, files });
  }

  get clients(): readonly EndpointClient[] {
    return this.#clients;
  }

  get endpoints(): readonly string[] {
    return this.#clients.map(({ name }) => name);
  }

  async ingest(profile: IngestedProfile, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    return this.#deliver(ingestDelivery(profile, this.#externalLabels), signal, deadline);
  }

  async append(series: ProfileSeries, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    return this.#deliver(pushDelivery(series, this.#externalLabels), signal, deadline);
  }

  /** Goes to the first endpoint. */
  get debugInfo(): DebugInfoTarget | undefined {
    const [first] = this.#clients;
    if (first === undefined) return undefined;
    return new DebugInfoSender(first, (signal, deadline, work) => {
      if (this.#stopped) throw new DebugInfoError("unavailable", STOPPING);
      return this.#whilePatient(new Patience(this.#context.scheduler, signal, deadline), work);
    });
  }

  async #whilePatient<T>(patience: Patience, work: (patience: Patience) => Promise<T>): Promise<T> {
    this.#waiting.add(patience);
    try {
      return await work(patience);
    } finally {
      patience.release();
      this.#waiting.delete(patience);
      if (this.#waiting.size === 0) this.#idle();
    }
  }

  async #deliver(delivery: Delivery, signal: StopSignal, deadline: Nanos | undefined): Promise<Handed> {
    if (this.#stopped) throw new DeliveryError(STOPPING);
    const { scheduler, faults } = this.#context;
    const began = scheduler.elapsed();
    const failures: Error[] = [];
    let retries = 0;
    const endpoints: EndpointResult[] = [];
    const sendTo = async (client: EndpointClient, place: number, patience: Patience) => {
      let own = 0;
      let failure: Error | undefined;
      try {
        own = await client.send(delivery, patience);
      } catch (error) {
        failure = error as Error;
        if (!isExpected(failure)) faults.record("sending a profile", failure);
        if (failure instanceof DeliveryError) own = failure.retries;
        failures.push(failure);
      }
      retries += own;
      const result = { endpoint: client.name, retries: own, milliseconds: scheduler.elapsed() - began };
      endpoints[place] = failure === undefined ? { ...result, ok: true } : { ...result, ok: false, ...told(failure) };
    };
    await this.#whilePatient(new Patience(scheduler, signal, deadline), async (patience) => {
      if (this.#clients.length === 1) await sendTo(this.#clients[0]!, 0, patience);
      else await Promise.all(this.#clients.map((client, place) => sendTo(client, place, patience)));
    });
    this.#total(delivery.way).observe((scheduler.elapsed() - began) / 1000);
    if (failures.length > 0) throw uniteFailures(failures, retries, endpoints);
    return endpoints.length === 0 ? AT_ONCE : { retries, endpoints };
  }

  #total(way: Delivery["way"]): Latency {
    const known = this.#totals.get(way) ?? this.#metrics.latency(ALL, `${way}_total`);
    this.#totals.set(way, known);
    return known;
  }

  /** Takes no more, and waits for what is under way; at the deadline that is given up, and its clients learn it. */
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
    this.#deadlines.close();
  }
}

const isExpected = (error: Error): boolean => error instanceof DeliveryError || error instanceof LabelError;

/** What went wrong with one endpoint, whose address is shown with it. */
function told(failure: Error): Pick<EndpointResult, "status" | "message"> {
  const message = failure instanceof DeliveryError ? (failure.problem ?? failure.message) : failure.message;
  return failure instanceof RemoteWriteError ? { status: failure.status, message } : { message };
}
