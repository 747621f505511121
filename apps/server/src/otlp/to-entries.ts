/**
 * What Loki's own OTLP endpoint makes of logs by default: some attributes of the resource become labels;
 * the others, those of the scope and the record, and the record's fields become structured metadata; the body is the line.
 */
import { LabelSet, type Metadata, type MetadataPair, type Nanos } from "@sluice/engine";
import type { LogEntry } from "../core/entries/receiver.ts";
import type { InstrumentationScope } from "../gen/opentelemetry/proto/common/v1/common_pb.ts";
import type { LogRecord } from "../gen/opentelemetry/proto/logs/v1/logs_pb.ts";
import type { Resource } from "../gen/opentelemetry/proto/resource/v1/resource_pb.ts";
import type { ScopedRecords } from "./read-request.ts";
import { EntryBudget, pairsOf, textOf } from "./values.ts";

/** Attributes of a resource that become labels. */
const LABELS: ReadonlySet<string> = new Set([
  "service.name",
  "service.namespace",
  "service.instance.id",
  "deployment.environment",
  "deployment.environment.name",
  "cloud.region",
  "cloud.availability_zone",
  "k8s.cluster.name",
  "k8s.namespace.name",
  "k8s.pod.name",
  "k8s.container.name",
  "container.name",
  "k8s.replicaset.name",
  "k8s.deployment.name",
  "k8s.statefulset.name",
  "k8s.daemonset.name",
  "k8s.cronjob.name",
  "k8s.job.name",
]);
/** Labels that name the service where the resource does not: the first of them that comes. */
const SERVICE_NAMES: ReadonlySet<string> = new Set([
  ...["service", "app", "application", "name", "app_kubernetes_io_name", "container", "container_name"],
  ...["k8s_container_name", "component", "workload", "job", "k8s_job_name"],
]);
const SERVICE_NAME = "service_name";
const UNKNOWN_SERVICE = "unknown_service";
/** Nanoseconds that fit in 64 bits with a sign: to the year 2262. */
const MAX_TIME = 2n ** 63n - 1n;

export interface Converted {
  readonly entries: readonly LogEntry[];
  /** Records that were left out. */
  readonly rejected: number;
  /** Why the first of them was. */
  readonly reason: string;
}

/** `finish` gives the labels of a resource their last form. Stops after each record. */
export function* toEntries(
  scopes: Iterable<ScopedRecords>,
  now: Nanos,
  finish: (labels: LabelSet) => LabelSet,
): Generator<void, Converted> {
  const entries: LogEntry[] = [];
  const budget = new EntryBudget();
  let rejected = 0;
  let reason = "";
  let known: Resource | undefined;
  let about: { readonly labels: LabelSet; readonly metadata: Metadata } | undefined;
  for (const { resource, scope, records } of scopes) {
    if (about === undefined || resource !== known) {
      const described = describeResource(resource, budget);
      about = { labels: finish(described.labels), metadata: described.metadata };
      known = resource;
    }
    const shared = [...about.metadata, ...scopeMetadata(scope, budget)];
    for (const record of records) {
      const at = record.timeUnixNano || record.observedTimeUnixNano || now;
      if (at > MAX_TIME) {
        rejected++;
        reason ||= `a record's time ${at} is after the year 2262`;
      } else {
        budget.pairs(record.attributes.length + shared.length);
        const metadata = [...recordMetadata(record, budget), ...shared];
        entries.push({ labels: about.labels, line: textOf(record.body), timestamp: at, metadata });
      }
      yield;
    }
  }
  return { entries, rejected, reason };
}

function describeResource(
  resource: Resource | undefined,
  budget: EntryBudget,
): { readonly labels: LabelSet; readonly metadata: Metadata } {
  const labels = new Map<string, string>();
  const metadata: MetadataPair[] = [];
  let service: string | undefined;
  for (const attribute of resource?.attributes ?? []) {
    for (const [name, value] of pairsOf(attribute, budget)) {
      if (!LABELS.has(attribute.key)) {
        metadata.push([name, value]);
        continue;
      }
      labels.set(name, value);
      if (SERVICE_NAMES.has(name)) service ??= value;
    }
  }
  if ((labels.get(SERVICE_NAME) ?? "") === "") labels.set(SERVICE_NAME, service ?? UNKNOWN_SERVICE);
  return { labels: LabelSet.of(labels).filter((_, value) => value !== ""), metadata };
}

function scopeMetadata(scope: InstrumentationScope | undefined, budget: EntryBudget): Metadata {
  if (scope === undefined) return [];
  const pairs: MetadataPair[] = scope.attributes.flatMap((attribute) => [...pairsOf(attribute, budget)]);
  if (scope.name !== "") pairs.push(["scope_name", scope.name]);
  if (scope.version !== "") pairs.push(["scope_version", scope.version]);
  if (scope.droppedAttributesCount !== 0)
    pairs.push(["scope_dropped_attributes_count", String(scope.droppedAttributesCount)]);
  return pairs;
}

function recordMetadata(record: LogRecord, budget: EntryBudget): MetadataPair[] {
  const pairs: MetadataPair[] = record.attributes.flatMap((attribute) => [...pairsOf(attribute, budget)]);
  if (record.timeUnixNano !== 0n && record.observedTimeUnixNano !== 0n)
    pairs.push(["observed_timestamp", String(BigInt.asIntN(64, record.observedTimeUnixNano))]);
  if (record.severityNumber !== 0) pairs.push(["severity_number", String(record.severityNumber)]);
  if (record.severityText !== "") pairs.push(["severity_text", record.severityText]);
  if (record.droppedAttributesCount !== 0)
    pairs.push(["dropped_attributes_count", String(record.droppedAttributesCount)]);
  if (record.flags !== 0) pairs.push(["flags", String(record.flags)]);
  const trace = idOf(record.traceId, 16);
  if (trace !== undefined) pairs.push(["trace_id", trace]);
  const span = idOf(record.spanId, 8);
  if (span !== undefined) pairs.push(["span_id", span]);
  return pairs;
}

/** In hexadecimal; undefined where it is none. */
function idOf(bytes: Uint8Array, length: number): string | undefined {
  return bytes.length === length && bytes.some((byte) => byte !== 0) ? Buffer.from(bytes).toString("hex") : undefined;
}
