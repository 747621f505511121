/** Entries as JSON, specs and tests write them: in traces, answers, examples and recorded cases. */
import type { MetadataPair } from "./entry.ts";
import type { ExtractedValue } from "./extracted.ts";

export interface WrittenEntry {
  readonly line: string;
  /** RFC 3339 with as many digits as it needs. */
  readonly timestamp: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly structured_metadata: readonly MetadataPair[];
  readonly extracted: Readonly<Record<string, ExtractedValue>>;
}

/** An entry to send, in its shortest form. Without a timestamp it has the time at which it is sent. */
export interface WrittenSample extends Pick<WrittenEntry, "line"> {
  readonly labels?: WrittenEntry["labels"] | undefined;
  readonly timestamp?: string | undefined;
  readonly structured_metadata?: WrittenEntry["structured_metadata"] | undefined;
  /** Values that are extracted before the first stage. */
  readonly extracted?: WrittenEntry["extracted"] | undefined;
  /** Go duration that passes before it is sent. */
  readonly advance?: string | undefined;
}
