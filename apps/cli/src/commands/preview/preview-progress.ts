/** A progress bar on standard error, for a person who waits at a terminal. */
import type { SampleInput } from "../../sample-input.ts";

const WIDTH = 30;
/** Nothing is shown before this much time has passed. */
const QUIET_MS = 300;
const INTERVAL_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";

/** What the bar needs of the process. */
export interface ProgressHost {
  readonly stderr: { readonly isTTY?: boolean | undefined; write(text: string): unknown };
  readonly stdout: { readonly isTTY?: boolean | undefined };
  /** Milliseconds. */
  now(): number;
}

const PROCESS: ProgressHost = {
  stderr: process.stderr,
  stdout: process.stdout,
  now: () => performance.now(),
};

export class Progress {
  readonly #input: Pick<SampleInput, "size" | "bytesRead">;
  readonly #host: ProgressHost;
  readonly #on: boolean;
  readonly #started: number;
  #shownAt = 0;
  #shown = false;

  /** Where the results go to a terminal themselves, or standard error does not, there is no bar. */
  constructor(input: Pick<SampleInput, "size" | "bytesRead">, wanted: boolean, host: ProgressHost = PROCESS) {
    this.#input = input;
    this.#host = host;
    this.#on = wanted && host.stderr.isTTY === true && host.stdout.isTTY !== true;
    this.#started = host.now();
  }

  show(entries: number): void {
    if (!this.#on) return;
    const now = this.#host.now();
    if (now - this.#started < QUIET_MS || (this.#shown && now - this.#shownAt < INTERVAL_MS)) return;
    this.#shownAt = now;
    this.#shown = true;
    const { size } = this.#input;
    const read = this.#input.bytesRead();
    const share = size ? Math.min(1, read / size) : undefined;
    const done = share === undefined ? 0 : Math.round(share * WIDTH);
    const bar = share === undefined ? "" : `${"█".repeat(done).padEnd(WIDTH, "░")} ${Math.floor(share * 100)} % `;
    this.#host.stderr.write(`${CLEAR_LINE}${bar}${(read / 1e6).toFixed(1)} MB, ${entries} entries`);
  }

  clear(): void {
    if (this.#shown) this.#host.stderr.write(CLEAR_LINE);
    this.#shown = false;
  }
}
