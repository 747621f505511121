/** Outcomes of the profiles for one endpoint, counted for the metrics and for the status that people see. */
import type { MetricRegistry, Nanos } from "@sluice/engine";
import { EndpointOutcome } from "../upstream/endpoint-outcome.ts";
import type { Delivery } from "./delivery.ts";

/** Seconds; those that Prometheus's clients take where nothing is said. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Way = Delivery["way"];
type Counter = ReturnType<ReturnType<MetricRegistry["counter"]>["with"]>;
export type Latency = ReturnType<ReturnType<MetricRegistry["histogram"]>["with"]>;

/** The families that all endpoints of a component share. */
export class WriteMetrics {
  readonly #metrics: MetricRegistry;
  readonly #prefix: string;

  constructor(metrics: MetricRegistry, prefix: string) {
    this.#metrics = metrics;
    this.#prefix = prefix;
  }

  counter(end: string, help: string, endpoint: string): Counter {
    return this.#metrics.counter(`${this.#prefix}write_${end}`, help, ["endpoint"]).with(endpoint);
  }

  /** How long something takes, in seconds. `type` is one of `push` and `ingest` with `_downstream` (an attempt), `_endpoint` (with retries) or `_total` (all endpoints). */
  latency(endpoint: string, type: string): Latency {
    return this.#metrics
      .histogram(`${this.#prefix}write_latency`, "Seconds that it takes to send profiles", BUCKETS, [
        "endpoint",
        "type",
      ])
      .with(endpoint, type);
  }
}

export class EndpointCounters {
  readonly #metrics: WriteMetrics;
  readonly #url: string;
  readonly #sentProfiles: Counter;
  readonly #sentBytes: Counter;
  readonly #droppedProfiles: Counter;
  readonly #droppedBytes: Counter;
  readonly #retries: Counter;
  /** Of the ways that were used. */
  readonly #latencies = new Map<string, Latency>();
  readonly outcome = new EndpointOutcome();

  constructor(metrics: WriteMetrics, url: string) {
    this.#metrics = metrics;
    this.#url = url;
    // Shown from the start, so that a graph of drops begins at zero.
    this.#sentProfiles = metrics.counter("sent_profiles_total", "Profiles sent", url);
    this.#sentBytes = metrics.counter("sent_bytes_total", "Bytes of profiles sent, as they came", url);
    this.#droppedProfiles = metrics.counter("dropped_profiles_total", "Profiles that could not be sent", url);
    this.#droppedBytes = metrics.counter("dropped_bytes_total", "Bytes of profiles that could not be sent", url);
    this.#retries = metrics.counter("retries_total", "Attempts that followed one that failed", url);
  }

  sent({ profiles, bytes }: Delivery, at: Nanos): void {
    this.outcome.sent(profiles, at);
    this.#sentProfiles.add(profiles);
    this.#sentBytes.add(bytes);
  }

  dropped({ profiles, bytes }: Delivery): void {
    this.outcome.dropped(profiles);
    this.#droppedProfiles.add(profiles);
    this.#droppedBytes.add(bytes);
  }

  retried(): void {
    this.#retries.inc();
  }

  took(way: Way, part: "downstream" | "endpoint", milliseconds: number): void {
    const type = `${way}_${part}`;
    let latency = this.#latencies.get(type);
    if (latency === undefined) {
      latency = this.#metrics.latency(this.#url, type);
      this.#latencies.set(type, latency);
    }
    latency.observe(milliseconds / 1000);
  }
}
