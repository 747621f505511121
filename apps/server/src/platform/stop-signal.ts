/** The word that nobody waits any more: what is needed of the platform's `AbortSignal`, and one that is much lighter. */

export interface StopSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Each request and each profile has one; the platform's takes longer to be made than a small request to be read. */
export class StopSource implements StopSignal {
  aborted = false;
  reason: unknown;
  /** Most have none. */
  #listeners: Set<() => void> | undefined;

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  /** Only the first counts. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of [...(this.#listeners ?? [])]) listener();
  }
}
