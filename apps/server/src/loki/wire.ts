/** Loki's push body on the wire: encoding for the client, decoding for the API. */
import type { LabelSet, Metadata, Nanos } from "@sluice/engine";
import { formatPushJson } from "@sluice/engine/lang/lokipush";

export interface WireEntry {
  readonly timestamp: Nanos;
  readonly line: string;
  readonly metadata: Metadata;
}

export interface WireStream {
  readonly labels: LabelSet;
  readonly entries: readonly WireEntry[];
}

/** The request body of a batch, and the headers that describe it. */
export function encodePushBody(streams: readonly WireStream[], encoding: "json" | "protobuf"): { body: Uint8Array; headers: Record<string, string> } {
  if (encoding === "protobuf") throw new Error("protobuf is not there yet");
  const text = formatPushJson(streams.map(({ labels, entries }) => ({ labels: labels.toRecord(), entries })));
  return { body: Buffer.from(text), headers: { "Content-Type": "application/json" } };
}
