/** What a push to Loki carries, whatever its wire form. */
import type { Metadata } from "../../base/entry.ts";
import type { Nanos } from "../../base/time.ts";

export interface PushEntry {
  readonly timestamp: Nanos;
  readonly line: string;
  readonly metadata: Metadata;
}

export interface PushStream {
  readonly labels: Readonly<Record<string, string>>;
  readonly entries: readonly PushEntry[];
}

/** A body is taken whole or refused whole; the message is one line that says where it is wrong. */
export type PushResult =
  | { readonly ok: true; readonly streams: readonly PushStream[] }
  | { readonly ok: false; readonly message: string };

/** Leaves a reader from within; readers turn it into their result. */
export class PushRefusal extends Error {}
