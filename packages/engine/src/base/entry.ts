import type { Nanos } from "@sluice/languages/base";
import { Extracted } from "./extracted.ts";
import type { LabelSet } from "./label-set.ts";
import type { Origin } from "./origin.ts";

/** One name and value of structured metadata. A list may hold a name more than once, as Loki's does. */
export type MetadataPair = readonly [name: string, value: string];
/** Structured metadata in its order; never changed in place, so that a trace can share it. */
export type Metadata = readonly MetadataPair[];

export const NO_METADATA: Metadata = Object.freeze([]);

/** The content of an entry, wherever it is: in a push, between components, in a pipeline. */
export interface EntryContent {
  readonly line: string;
  /** Nanoseconds since the epoch. */
  readonly timestamp: Nanos;
  readonly metadata: Metadata;
}

/** An entry between components, and before a pipeline. */
export interface LogEntry extends EntryContent {
  readonly labels: LabelSet;
  /**
   * The source that waits for its outcome; absent where the source could not read the entry again. Whoever accepts the
   * entry releases the origin when the entry was delivered, or dropped for good and counted. What is still inside when
   * the process stops is not released, so that the source can read it again.
   */
  readonly origin?: Origin | undefined;
}

/** A log entry as stages see it. A stage may change it until it emits or drops it, and not afterwards. */
export class Entry {
  labels: LabelSet;
  line: string;
  /** Nanoseconds since the epoch. */
  timestamp: Nanos;
  metadata: Metadata;
  extracted: Extracted;
  /** Its origin: one input entry, or several merged into one. */
  origin: Origin;

  constructor(
    labels: LabelSet,
    line: string,
    timestamp: Nanos,
    metadata: Metadata,
    extracted: Extracted,
    origin: Origin,
  ) {
    this.labels = labels;
    this.line = line;
    this.timestamp = timestamp;
    this.metadata = metadata;
    this.extracted = extracted;
    this.origin = origin;
  }

  /** One more entry from the same origin with a line of its own; the extracted map is a copy. The original continues too. */
  split(line: string): Entry {
    this.origin.split();
    return new Entry(this.labels, line, this.timestamp, this.metadata, this.extracted.clone(), this.origin);
  }

  /** Copies every label into the extracted map, as happens where a pipeline (also a nested one) begins. */
  extractLabels(): void {
    const { names, values } = this.labels;
    for (let i = 0; i < names.length; i++) this.extracted.set(names[i]!, values[i]!);
  }
}

/** The extracted map with which an entry of these labels starts. */
export function extractedFromLabels(labels: LabelSet): Extracted {
  return Extracted.of(labels.names, labels.values);
}
