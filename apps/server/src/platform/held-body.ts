import { lengthOf } from "./length-of.ts";

/** A copy of a body, for as long as somebody needs it. */
export class HeldBody {
  readonly parts: readonly Buffer[];
  readonly length: number;
  readonly #free: () => void;
  #users = 1;

  constructor(parts: readonly Buffer[], free: () => void) {
    this.parts = parts;
    this.length = lengthOf(parts);
    this.#free = free;
  }

  /** For one more, who has to release it, too. */
  retain(): this {
    this.#users++;
    return this;
  }

  /** To be called once by each who held it, when he reads it no more: after the last of them others are written there. */
  release(): void {
    if (--this.#users === 0) this.#free();
  }
}
