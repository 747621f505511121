/** What goes into a push body. */
import type { LabelSet, Metadata, Nanos } from "@sluice/engine";

export interface WireEntry {
  readonly timestamp: Nanos;
  readonly line: string;
  readonly metadata: Metadata;
}

export interface WireStream {
  readonly labels: LabelSet;
  readonly entries: readonly WireEntry[];
}
