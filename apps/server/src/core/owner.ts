/**
 * Whose work is being done. From version 24 on, the platform carries that along behind timers, sockets and promises. Before, it
 * follows every promise and callback of the process by hooks, which takes a tenth of the time of a request; there it is
 * known of what is called directly, and no longer once that has returned.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Owner<T> {
  /** Does `action` as the work of `one`. */
  run<Result>(one: T, action: () => Result): Result;
  /** Whose work is being done, if it is known. */
  getStore(): T | undefined;
}

/** Whether it is known behind timers, sockets and promises, too. */
export const CARRIED = Number.parseInt(process.versions.node, 10) >= 24;

export const createOwner = <T>(): Owner<T> => (CARRIED ? new AsyncLocalStorage<T>() : new DirectOwner<T>());

class DirectOwner<T> implements Owner<T> {
  #current: T | undefined;

  run<Result>(one: T, action: () => Result): Result {
    const before = this.#current;
    this.#current = one;
    try {
      return action();
    } finally {
      this.#current = before;
    }
  }

  getStore(): T | undefined {
    return this.#current;
  }
}
