import { PathError } from "./path.ts";

/** Values that one call may look at, counting texts that it compares by their length. */
const MAX_STEPS = 1_000_000;

/** Counts what one call does, filters included. */
export class Work {
  #steps = 0;

  count(steps = 1): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new PathError(`the path takes more than ${MAX_STEPS} steps`);
  }
}
