/** Bytes of lines and of structured metadata in UTF-8, which is what a log store counts. Labels are counted by their streams. */
import { utf8Length } from "@sluice/languages/base";
import type { Metadata, MetadataPair } from "../base/entry.ts";

export interface Volume {
  readonly entries: number;
  /** Of lines and structured metadata. */
  readonly bytes: number;
}

export interface Measured {
  readonly line: string;
  readonly metadata?: Metadata | undefined;
}

export function bytesOf({ line, metadata }: Measured): number {
  return utf8Length(line) + bytesOfMetadata(metadata);
}

function bytesOfMetadata(metadata: Metadata | undefined): number {
  let bytes = 0;
  for (const pair of metadata ?? []) bytes += bytesOfPair(pair);
  return bytes;
}

export const bytesOfPair = ([name, value]: MetadataPair): number => utf8Length(name) + utf8Length(value);

export const sum = (bytes: readonly number[]): Volume => ({
  entries: bytes.length,
  bytes: bytes.reduce((all, one) => all + one, 0),
});

/** Most stages leave an entry's line or metadata alone: each is measured once as it passes from one to the next. */
export class Gauge {
  #line = { text: "", bytes: 0 };
  #metadata: { readonly of: Metadata | undefined; readonly bytes: number } = { of: undefined, bytes: 0 };

  bytesOf({ line, metadata }: Measured): number {
    if (line !== this.#line.text) this.#line = { text: line, bytes: utf8Length(line) };
    if (metadata !== this.#metadata.of) this.#metadata = { of: metadata, bytes: bytesOfMetadata(metadata) };
    return this.#line.bytes + this.#metadata.bytes;
  }
}
