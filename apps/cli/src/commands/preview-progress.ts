/** A progress bar on standard error, for a person who waits at a terminal. */
import type { SampleInput } from "../sample-input.ts";

const WIDTH = 30;
/** Nothing is shown before this much time has passed. */
const QUIET_MS = 300;
const INTERVAL_MS = 100;

export class Progress {
  readonly #input: SampleInput;
  readonly #on: boolean;
  readonly #started = performance.now();
  #shownAt = 0;
  #shown = false;

  constructor(input: SampleInput, wanted: boolean) {
    this.#input = input;
    this.#on = wanted && process.stderr.isTTY === true && process.stdout.isTTY !== true;
  }

  show(entries: number): void {
    if (!this.#on) return;
    const now = performance.now();
    if (now - this.#started < QUIET_MS || now - this.#shownAt < INTERVAL_MS) return;
    this.#shownAt = now;
    this.#shown = true;
    const { size } = this.#input;
    const read = this.#input.bytesRead();
    const share = size ? Math.min(1, read / size) : undefined;
    const bar =
      share === undefined
        ? ""
        : `${"█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "░")} ${Math.floor(share * 100)} % `;
    process.stderr.write(`\r\u001b[2K${bar}${(read / 1e6).toFixed(1)} MB, ${entries} entries`);
  }

  clear(): void {
    if (this.#shown) process.stderr.write("\r\u001b[2K");
  }
}
