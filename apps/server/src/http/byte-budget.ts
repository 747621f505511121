/**
 * What the bodies of all requests of one server may hold in memory together, while they arrive and while they are
 * decompressed and read. Counted in bytes, not in connections, which cost little while nothing has arrived on them. When
 * it is used up, the largest body that is still arriving gives way: whoever sends halves of bodies, or sends them
 * slowly, does not keep others out.
 */
import { PROFILES_BOUNDS } from "@sluice/engine";
import { HeldBody } from "../platform/held-body.ts";
import { lengthOf } from "../platform/length-of.ts";
import { BODY_BLOCKS } from "./body-blocks.ts";
import { BodyError } from "./body-error.ts";
import { type ByteParts, MIN_PART } from "./parts.ts";

export class ByteBudget {
  readonly #max: number;
  #held = 0;
  readonly #shares = new Set<ByteShare>();

  constructor(max: number) {
    this.#max = max;
  }

  get held(): number {
    return this.#held;
  }

  open(): ByteShare {
    const share: ByteShare = new ByteShare(
      (bytes) => this.#take(share, bytes),
      () => this.#shares.delete(share),
    );
    this.#shares.add(share);
    return share;
  }

  /** Also called with what is given back, as a negative number. */
  #take(share: ByteShare, bytes: number): void {
    while (bytes > 0 && this.#held + bytes > this.#max) {
      let largest: ByteShare | undefined;
      for (const other of this.#shares)
        if (other.giveWay !== undefined && other !== share && other.held > (largest?.held ?? share.held + bytes))
          largest = other;
      if (largest === undefined) throw busy();
      const giveWay = largest.giveWay!;
      largest.close();
      giveWay(busy());
    }
    this.#held += bytes;
  }
}

/** The part of one request. */
export class ByteShare {
  readonly #count: (bytes: number) => void;
  readonly #onClose: () => void;
  held = 0;
  /** Stops it. Absent when it is too late for that. */
  giveWay: ((error: BodyError) => void) | undefined;
  readonly #copies: HeldBody[] = [];

  constructor(count: (bytes: number) => void, onClose: () => void) {
    this.#count = count;
    this.#onClose = onClose;
  }

  /** Takes some bytes more. Throws `BodyError` when there is no room for them. */
  take(bytes: number): void {
    this.#count(bytes);
    this.held += bytes;
  }

  give(bytes: number): void {
    this.#count(-bytes);
    this.held -= bytes;
  }

  /** A copy of a body, which is there until the share is closed, and for as long as others retain it. */
  copy(parts: ByteParts): HeldBody {
    const held = BODY_BLOCKS.hold(parts) ?? new HeldBody(toKeep(parts), () => {});
    this.#copies.push(held);
    return held;
  }

  /** The same bytes, which may be read until the share is closed, where that takes longer than this turn. */
  hold(parts: ByteParts): ByteParts {
    // What was copied is held; for what is small nothing is gained.
    if (this.#copies.some((one) => one.parts === parts) || lengthOf(parts) < MIN_PART) return parts;
    const held = BODY_BLOCKS.hold(parts);
    if (held === undefined) return parts;
    this.#copies.push(held);
    return held.parts;
  }

  close(): void {
    for (const copy of this.#copies.splice(0)) copy.release();
    this.giveWay = undefined;
    this.give(this.held);
    this.#onClose();
  }
}

/** In memory of its own; what is too large to be recorded is not copied, since nobody keeps it for longer than its share. */
const toKeep = (parts: ByteParts): ByteParts =>
  lengthOf(parts) > PROFILES_BOUNDS.recorded.bodies ? parts : [Buffer.concat(parts)];

const busy = () => new BodyError(429, "too many bytes of other requests in flight; try again later");
