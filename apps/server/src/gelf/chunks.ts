/**
 * Puts the chunks of messages together. What is incomplete is held for five seconds, as Graylog does. Senders share a bound; one
 * of them may use a quarter of it, so that it cannot push out what others send, and what it began first goes first.
 */
import { type Nanos, SECOND } from "@sluice/engine";

/** Two bytes that begin a chunk; an id of eight, the chunk's number, and how many there are. */
const MAGIC = 0x1e0f;
const HEADER = 12;
export const MAX_CHUNKS = 128;
/** Bytes of all chunks that are held, with what the objects around them take. */
export const MAX_HELD_BYTES = 16 * 1024 * 1024;
const MAX_HELD_OF_SENDER = MAX_HELD_BYTES / 4;
const CHUNK_COST = 256;
const MESSAGE_COST = 2048;
const COMPLETE_WITHIN: Nanos = 5n * SECOND;

export type Assembled =
  /** A whole message. */
  | { readonly kind: "whole"; readonly message: Buffer }
  /** More of its chunks are to come, or it was there already. */
  | { readonly kind: "waits" }
  | { readonly kind: "bad"; readonly problem: string };

interface Partial {
  readonly sender: string;
  readonly since: Nanos;
  readonly chunks: (Buffer | undefined)[];
  missing: number;
  cost: number;
}

export class ChunkAssembly {
  /** By sender and id, the oldest first. */
  readonly #partials = new Map<string, Partial>();
  readonly #bySender = new Map<string, number>();
  readonly #incomplete: (sender: string) => void;
  #held = 0;

  /** `incomplete` is called for each message that is given up. */
  constructor(incomplete: (sender: string) => void) {
    this.#incomplete = incomplete;
  }

  /** Messages of which chunks are missing. */
  get waiting(): number {
    return this.#partials.size;
  }

  /** When the oldest is given up. */
  get nextEnd(): Nanos | undefined {
    const oldest = this.#partials.values().next().value;
    return oldest && oldest.since + COMPLETE_WITHIN;
  }

  /** Gives up what is too old. */
  expire(now: Nanos): void {
    for (const [key, partial] of this.#partials) {
      if (partial.since + COMPLETE_WITHIN > now) return;
      this.#giveUp(key, partial);
    }
  }

  take(datagram: Buffer, sender: string, now: Nanos): Assembled {
    if (datagram.length < 2 || datagram.readUInt16BE(0) !== MAGIC) return { kind: "whole", message: datagram };
    if (datagram.length < HEADER) return { kind: "bad", problem: "a chunk is shorter than its header" };
    const number = datagram[HEADER - 2]!;
    const count = datagram[HEADER - 1]!;
    if (count === 0 || count > MAX_CHUNKS || number >= count)
      return { kind: "bad", problem: `a chunk is number ${number} of ${count}, and ${MAX_CHUNKS} are taken at most` };
    this.expire(now);
    const key = `${sender} ${datagram.toString("hex", 2, HEADER - 2)}`;
    const partial = this.#partials.get(key) ?? this.#begin(key, sender, count, now);
    if (partial.chunks.length !== count) {
      this.#giveUp(key, partial);
      return { kind: "waits" };
    }
    if (partial.chunks[number] !== undefined) return { kind: "waits" };
    // The datagram's memory may be that of others, too.
    partial.chunks[number] = Buffer.from(datagram.subarray(HEADER));
    this.#charge(partial, datagram.length + CHUNK_COST);
    if (--partial.missing > 0) {
      this.#makeRoom(sender);
      return { kind: "waits" };
    }
    this.#forget(key, partial);
    return { kind: "whole", message: Buffer.concat(partial.chunks as Buffer[]) };
  }

  #begin(key: string, sender: string, count: number, since: Nanos): Partial {
    const chunks = new Array<Buffer | undefined>(count).fill(undefined);
    const partial: Partial = { sender, since, chunks, missing: count, cost: 0 };
    this.#partials.set(key, partial);
    this.#charge(partial, MESSAGE_COST);
    return partial;
  }

  #charge(partial: Partial, cost: number): void {
    partial.cost += cost;
    this.#held += cost;
    this.#bySender.set(partial.sender, (this.#bySender.get(partial.sender) ?? 0) + cost);
  }

  #makeRoom(sender: string): void {
    while ((this.#bySender.get(sender) ?? 0) > MAX_HELD_OF_SENDER) this.#giveUpOldest((one) => one.sender === sender);
    while (this.#held > MAX_HELD_BYTES) this.#giveUpOldest(() => true);
  }

  #giveUpOldest(counts: (partial: Partial) => boolean): void {
    for (const [key, partial] of this.#partials) {
      if (!counts(partial)) continue;
      this.#giveUp(key, partial);
      return;
    }
  }

  #giveUp(key: string, partial: Partial): void {
    this.#forget(key, partial);
    this.#incomplete(partial.sender);
  }

  #forget(key: string, { sender, cost }: Partial): void {
    this.#partials.delete(key);
    this.#held -= cost;
    const left = this.#bySender.get(sender)! - cost;
    if (left === 0) this.#bySender.delete(sender);
    else this.#bySender.set(sender, left);
  }
}
