/** What goes into a push body. */
import type { EntryContent, LabelSet } from "@sluice/engine";

export interface WireStream {
  readonly labels: LabelSet;
  readonly entries: readonly EntryContent[];
}
