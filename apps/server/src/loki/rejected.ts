/** Entries that an endpoint refused for good, as they go to `rejected_to`: as they came, with what was answered. */
import { type MetadataPair, wholeCharacters } from "@sluice/engine";
import type { LogEntry, LogsReceiver } from "../core/entries/receiver.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { BatchPart } from "./batch.ts";

/** Characters of an answer that each entry carries. */
const MAX_REASON = 500;

export interface Rejection {
  /** Name or address of the endpoint, without credentials. */
  readonly by: string;
  readonly status: number;
  readonly problem: string;
}

/** Structured metadata of them, and nothing else: labels of an answer would be a stream each. */
const metadataOf = ({ by, status, problem }: Rejection): readonly MetadataPair[] => [
  ["rejected_by", by],
  ["rejected_status", String(status)],
  ["rejected_reason", wholeCharacters(problem, 0, MAX_REASON)],
];

export function rejectedEntries({ streams }: Pick<BatchPart, "streams">, rejection: Rejection): LogEntry[] {
  const added = metadataOf(rejection);
  const names = new Set(added.map(([name]) => name));
  return streams.flatMap(({ entries }) =>
    entries.map((entry) => {
      const own = entry.metadata.filter(([name]) => !names.has(name));
      return { ...entry, metadata: own.length === 0 ? added : [...own, ...added] };
    }),
  );
}

/** Resolves when `receiver` has room, or the wait is given up. */
export function roomOf(receiver: LogsReceiver, abort: StopSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      abort.removeEventListener("abort", end);
      resolve();
    };
    abort.addEventListener("abort", end);
    receiver.whenRoom(end);
  });
}
