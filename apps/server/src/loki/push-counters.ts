/**
 * Outcomes of the entries of one endpoint: counted for the metrics, by tenant, under Alloy's names; and for the status that
 * people see. Tenants are named by clients, so that only so many of them have series of their own.
 */
import type { MetricRegistry, Nanos } from "@sluice/engine";
import { EndpointOutcome } from "../upstream/endpoint-outcome.ts";
import type { Arrival, BatchPart } from "./batch.ts";

/** What is counted of entries. */
export type Counted = Pick<BatchPart, "entries" | "bytes" | "tenant">;

/** Why entries are dropped. All of Alloy's are shown from the start, so that a graph of them begins at zero. */
export type DropReason =
  | "ingester_error"
  | "rate_limited"
  | "stream_limited"
  | "line_too_long"
  | "queue_is_full"
  | "invalid_header"
  | "internal_error"
  | "shutdown";
const FROM_THE_START: readonly DropReason[] = ["ingester_error", "rate_limited", "stream_limited", "line_too_long"];

/**
 * Tenants with counters of their own, those that have histograms of their own as well (each is five times as many series as all
 * counters), and what further ones are counted as.
 */
const MAX_TENANTS = 1000;
const MAX_WITH_HISTOGRAMS = 50;
const OTHER_TENANTS = "(others)";

/** Seconds; those of Prometheus's clients. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Bytes. */
const SIZES = [1, 4, 16, 64, 256, 512, 1024, 2048, 4096, 8192, 16_384, 20_480].map((kibibytes) => kibibytes * 1024);
/** Seconds: batches fill for one of them, and wait for minutes where the endpoint is away. */
const LATENCIES = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
const NANOS_IN_SECOND = 1e9;

type Families = ReturnType<typeof createMetrics>;
type Child<F extends { with: (...values: string[]) => unknown }> = ReturnType<F["with"]>;

/** The series of one tenant, looked up once. */
interface Tenant {
  readonly label: string;
  /** In histograms. */
  readonly inHistograms: string;
  readonly sentEntries: Child<Families["sentEntries"]>;
  readonly sentBytes: Child<Families["sentBytes"]>;
  readonly encodedBytes: Child<Families["encodedBytes"]>;
  readonly retries: Child<Families["retries"]>;
  readonly batchSize: Child<Families["batchSize"]>;
  readonly requestSize: Child<Families["requestSize"]>;
  readonly latency: Child<Families["latency"]>;
}

export class PushCounters {
  readonly #host: string;
  readonly #metrics: Families;
  readonly #tenants = new Map<string, Tenant>();
  readonly outcome = new EndpointOutcome();

  constructor(metrics: MetricRegistry, prefix: string, host: string) {
    this.#host = host;
    this.#metrics = createMetrics(metrics, prefix);
  }

  /** Shows the series of a tenant from now on. */
  meet(tenant: string): void {
    this.#of(tenant);
  }

  #of(name: string): Tenant {
    const known = this.#tenants.get(name);
    if (known !== undefined) return known;
    const label = this.#tenants.size < MAX_TENANTS ? name : OTHER_TENANTS;
    const other = label === name ? undefined : this.#tenants.get(OTHER_TENANTS);
    if (other !== undefined) return other;
    const { droppedEntries, droppedBytes } = this.#metrics;
    const labels = [this.#host, label];
    const inHistograms = this.#tenants.size < MAX_WITH_HISTOGRAMS ? label : OTHER_TENANTS;
    const of = <C>(family: { with: (...values: string[]) => C }): C => family.with(...labels);
    const observed = <C>(family: { with: (...values: string[]) => C }): C => family.with(this.#host, inHistograms);
    const { sentEntries, sentBytes, encodedBytes, retries, batchSize, requestSize, latency } = this.#metrics;
    const made = {
      label,
      inHistograms,
      sentEntries: of(sentEntries),
      sentBytes: of(sentBytes),
      encodedBytes: of(encodedBytes),
      retries: of(retries),
      batchSize: observed(batchSize),
      requestSize: observed(requestSize),
      latency: observed(latency),
    };
    for (const reason of FROM_THE_START) for (const one of [droppedEntries, droppedBytes]) one.with(...labels, reason);
    this.#tenants.set(label, made);
    return made;
  }

  /** A batch is about to be sent, as a body of so many bytes. */
  encoded({ tenant, bytes: size }: Counted, bytes: number): void {
    const of = this.#of(tenant);
    of.batchSize.observe(size);
    of.encodedBytes.add(bytes);
    of.requestSize.observe(bytes);
  }

  /** A request ended; without an answer its status is 0. */
  requested({ tenant }: Counted, status: number, milliseconds: number): void {
    // As Alloy has it where there is no answer.
    const code = String(status === 0 ? -1 : status);
    this.#metrics.duration.with(code, this.#host, this.#of(tenant).inHistograms).observe(milliseconds / 1000);
  }

  sent({ tenant, entries, bytes }: Counted, at: Nanos): void {
    this.outcome.sent(entries, at);
    const of = this.#of(tenant);
    of.sentEntries.add(entries);
    of.sentBytes.add(bytes);
  }

  dropped({ tenant, entries, bytes }: Counted, reason: DropReason): void {
    this.outcome.dropped(entries);
    const { label } = this.#of(tenant);
    this.#metrics.droppedEntries.with(this.#host, label, reason).add(entries);
    this.#metrics.droppedBytes.with(this.#host, label, reason).add(bytes);
  }

  /** The endpoint refused them for good, with this status; whether they are dropped is counted apart. */
  rejected({ tenant, entries }: Counted, status: number): void {
    this.#metrics.rejectedEntries.with(this.#host, this.#of(tenant).label, String(status)).add(entries);
  }

  /** Entries are sent, dropped, or handed on. */
  settled(tenant: string, arrivals: readonly Arrival[], at: Nanos): void {
    const { latency } = this.#of(tenant);
    // A clock that was set back tells nothing.
    for (const { at: arrived, entries } of arrivals)
      if (at >= arrived) latency.observe(Number(at - arrived) / NANOS_IN_SECOND, entries);
  }

  retried({ tenant }: Counted): void {
    this.#of(tenant).retries.inc();
  }
}

function createMetrics(metrics: MetricRegistry, prefix: string) {
  const name = (end: string) => `${prefix}write_${end}`;
  const labels = ["host", "tenant"];
  const counter = (end: string, help: string, more: readonly string[] = []) =>
    metrics.counter(name(end), help, [...labels, ...more]);
  const unsent = "because they could not be sent";
  return {
    encodedBytes: counter("encoded_bytes_total", "Bytes of bodies that were ready to be sent"),
    sentEntries: counter("sent_entries_total", "Number of log entries sent"),
    sentBytes: counter("sent_bytes_total", "Bytes of entries sent, as `batch_size` counts them"),
    droppedEntries: counter("dropped_entries_total", `Number of log entries dropped ${unsent}`, ["reason"]),
    droppedBytes: counter("dropped_bytes_total", `Bytes of entries dropped ${unsent}, as \`batch_size\` counts them`, [
      "reason",
    ]),
    rejectedEntries: counter(
      "rejected_entries_total",
      "Number of log entries that the endpoint refused for good, by the status of its answer; they are dropped, or go to `rejected_to`",
      ["reason"],
    ),
    retries: counter("batch_retries_total", "Number of attempts that were retried"),
    batchSize: metrics.histogram(
      name("batch_size_bytes"),
      "Size of the entries of batches in bytes, as `batch_size` counts it",
      SIZES,
      labels,
    ),
    requestSize: metrics.histogram(name("request_size_bytes"), "Size of bodies in bytes", SIZES, labels),
    duration: metrics.histogram(
      name("request_duration_seconds"),
      "Seconds that requests take, by the status of the answer (-1 where there is none)",
      DURATIONS,
      ["status_code", ...labels],
    ),
    latency: metrics.histogram(
      name("entry_propagation_latency_seconds"),
      "Seconds from the arrival of an entry at this component until it is sent or dropped",
      LATENCIES,
      labels,
    ),
  };
}
