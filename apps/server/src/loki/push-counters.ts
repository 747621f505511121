/** What became of the entries of one endpoint: counted for the metrics, and for the status that people see. */
import type { MetricRegistry, Nanos } from "@sluice/engine";
import { EndpointOutcome } from "../upstream/endpoint-outcome.ts";
import type { Batch } from "./batch.ts";

export type BatchPart = Pick<Batch, "entries" | "bytes">;

export class PushCounters {
  readonly #host: string;
  readonly #metrics;
  readonly outcome = new EndpointOutcome();

  constructor(metrics: MetricRegistry, prefix: string, host: string) {
    this.#host = host;
    this.#metrics = createMetrics(metrics, prefix);
    // Shown from the start, so that a graph of drops begins at zero.
    this.#metrics.droppedEntries.with(host, "ingester_error");
    this.#metrics.sentEntries.with(host);
  }

  sent({ entries, bytes }: BatchPart, at: Nanos): void {
    this.outcome.sent(entries, at);
    this.#metrics.sentEntries.with(this.#host).add(entries);
    this.#metrics.sentBytes.with(this.#host).add(bytes);
  }

  dropped({ entries, bytes }: BatchPart, reason: string): void {
    this.outcome.dropped(entries);
    this.#metrics.droppedEntries.with(this.#host, reason).add(entries);
    this.#metrics.droppedBytes.with(this.#host, reason).add(bytes);
  }

  retried(): void {
    this.#metrics.retries.with(this.#host).inc();
  }
}

function createMetrics(metrics: MetricRegistry, prefix: string) {
  const name = (end: string) => `${prefix}write_${end}`;
  return {
    sentEntries: metrics.counter(name("sent_entries_total"), "Number of log entries sent", ["host"]),
    sentBytes: metrics.counter(name("sent_bytes_total"), "Bytes of lines and structured metadata sent", ["host"]),
    droppedEntries: metrics.counter(
      name("dropped_entries_total"),
      "Number of log entries dropped because they could not be sent",
      ["host", "reason"],
    ),
    droppedBytes: metrics.counter(
      name("dropped_bytes_total"),
      "Bytes of lines and structured metadata dropped because they could not be sent",
      ["host", "reason"],
    ),
    retries: metrics.counter(name("batch_retries_total"), "Number of attempts that were retried", ["host"]),
  };
}
