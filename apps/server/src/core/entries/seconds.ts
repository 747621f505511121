/**
 * Times of entries as seconds and nanoseconds, as protobuf and journals write them. The second of the last one is remembered:
 * entries of one batch mostly share it, and dividing and multiplying bigints is slow.
 */
import { floorDiv, type Nanos, SECOND } from "@sluice/engine";

export class SecondSplitter {
  #start = 0n;
  /** Of the time that was split last; negative before 1970. */
  second = 0;

  /** Sets `second`, and gives the nanoseconds past it. */
  split(time: Nanos): number {
    const past = Number(time - this.#start);
    if (past >= 0 && past < 1_000_000_000) return past;
    const seconds = floorDiv(time, SECOND);
    this.#start = seconds * SECOND;
    this.second = Number(seconds);
    return Number(time - this.#start);
  }
}

export class SecondJoiner {
  #start = 0n;
  #second = 0;

  join(second: number, nanos: number): Nanos {
    if (second !== this.#second) {
      this.#start = BigInt(second) * SECOND;
      this.#second = second;
    }
    return this.#start + BigInt(nanos);
  }
}
