/** When a journal that grows will be full, by how it grew in the last minutes. */
import { type Nanos, SECOND } from "@sluice/engine";

/** Between two looks at its size that are kept, and how many are: two minutes. */
const PAUSE = 10n * SECOND;
const LOOKS = 12;
/** Below this part of its size nothing is said: a segment that is begun and removed again is no trend. */
const LEAST_PART = 0.1;
/** Beyond this nobody has to do anything about it. Seconds. */
const FAR = 7 * 24 * 3600;

export class Filling {
  #looks: { readonly at: Nanos; readonly bytes: number }[] = [];

  /** It has so many bytes. Whoever makes it grow says so. */
  look(now: Nanos, bytes: number): void {
    const last = this.#looks.at(-1);
    if (last === undefined || now - last.at >= PAUSE) this.#looks = [...this.#looks, { at: now, bytes }].slice(-LOOKS);
  }

  /** Undefined where it does not fill up. */
  describe(now: Nanos, bytes: number, most: number): string | undefined {
    const first = this.#looks.find(({ at }) => now - at <= PAUSE * BigInt(LOOKS));
    if (first === undefined) return undefined;
    const seconds = Number(now - first.at) / Number(SECOND);
    const grown = bytes - first.bytes;
    if (seconds < Number(PAUSE / SECOND) || grown <= 0 || bytes < most * LEAST_PART) return undefined;
    const left = ((most - bytes) * seconds) / grown;
    return left > FAR ? undefined : `filling: full in ${spell(left)} at this rate`;
  }
}

/** A length of time for people, in its largest unit. */
export function spell(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}
