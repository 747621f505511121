// Waits for what happens. Ends of what would hang are generous, so that no verdict hangs on how fast a machine is.
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds. */
const LIMIT = 180_000;
const LOOK = 50;

/**
 * Gives whether it resolves in time.
 * @param {Promise<unknown>} promise
 * @param {number} [limit] Milliseconds.
 * @returns {Promise<boolean>}
 */
export async function inTime(promise, limit = LIMIT) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<boolean>} */
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  const done = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return done;
}

/**
 * What can only be asked for: asks until that holds, and gives the last answer; undefined where it never did.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {(answer: T) => boolean} holds
 * @returns {Promise<T | undefined>}
 */
export async function askUntil(ask, holds) {
  for (const until = performance.now() + LIMIT; performance.now() < until; await sleep(LOOK)) {
    const answer = await ask();
    if (holds(answer)) return answer;
  }
  return undefined;
}

/** Conditions that are looked at whenever something came. */
export class Watch {
  /** @type {Set<{ holds: () => boolean, resolve: () => void }>} */
  #waiting = new Set();

  look() {
    for (const one of this.#waiting) {
      if (!one.holds()) continue;
      this.#waiting.delete(one);
      one.resolve();
    }
  }

  /** @param {() => boolean} holds @returns {Promise<void>} */
  until(holds) {
    return new Promise((resolve) => {
      this.#waiting.add({ holds, resolve });
      this.look();
    });
  }
}
