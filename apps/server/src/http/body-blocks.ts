/**
 * Memory of our own for bodies that are held while others answer, or recorded. Each body as it arrived is memory of the
 * platform's, and what outlives two collections of what is young is only freed by one of everything: to hold it while a
 * server far away answers cost more than all else that was done for a request. A copy takes a tenth of that, and one
 * serves the record and all who forward the body. It is written over after the last of them released it.
 */
import { PROFILES_BOUNDS } from "@sluice/engine";
import { HeldBody } from "../platform/held-body.ts";
import { lengthOf } from "../platform/length-of.ts";
import type { ByteParts } from "./parts.ts";

const BLOCK = 64 * 1024;
/** Bytes of bodies that are only forwarded, besides what can be recorded. */
const FORWARDED = 32 * 1024 * 1024;
/** Of all bodies of this process together, each in whole blocks. The system gives pages as they are written. Bytes. */
const MAX_BYTES = FORWARDED + PROFILES_BOUNDS.recorded.bodies + PROFILES_BOUNDS.recorded.requests * BLOCK;

export class BodyBlocks {
  readonly #count: number;
  #bytes: Buffer | undefined;
  /** Where blocks stand that were used and are free; the last one is the one that the processor's caches still know. */
  readonly #free: number[] = [];
  #used = 0;

  constructor(bytes = MAX_BYTES) {
    this.#count = Math.floor(bytes / BLOCK);
  }

  /** Bytes of the blocks in use. */
  get held(): number {
    return (this.#used - this.#free.length) * BLOCK;
  }

  /** A copy; undefined where there is no room for it. */
  hold(parts: ByteParts): HeldBody | undefined {
    const length = lengthOf(parts);
    const needed = Math.ceil(length / BLOCK);
    if (needed > this.#count - this.#used + this.#free.length) return undefined;
    this.#bytes ??= Buffer.allocUnsafeSlow(this.#count * BLOCK);
    const blocks: number[] = [];
    for (let i = 0; i < needed; i++) blocks.push(this.#free.pop() ?? BLOCK * this.#used++);
    return new HeldBody(this.#copy(parts, length, blocks), () => void this.#free.push(...blocks));
  }

  #copy(parts: ByteParts, length: number, blocks: readonly number[]): ByteParts {
    const bytes = this.#bytes!;
    let block = 0;
    let used = 0;
    for (const part of parts) {
      for (let at = 0; at < part.length; ) {
        if (used === BLOCK) {
          block++;
          used = 0;
        }
        const copied = part.copy(bytes, blocks[block]! + used, at, at + BLOCK - used);
        at += copied;
        used += copied;
      }
    }
    return blocks.map((start, i) => bytes.subarray(start, start + Math.min(BLOCK, length - i * BLOCK)));
  }
}

export const BODY_BLOCKS = new BodyBlocks();
