/**
 * Standard output for results that may be long: written in pieces, waiting for a slow reader, and ended quietly when the
 * reader goes away (`sluice preview … | head`).
 */

import { closeSync } from "node:fs";
import { isatty } from "node:tty";

const PIECE = 64 * 1024;

/** Collects text and writes it in pieces. */
export class Output {
  #text = "";

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= PIECE) this.flush();
  }

  flush(): void {
    if (this.#text === "") return;
    process.stdout.write(this.#text);
    this.#text = "";
  }

  /** Writes what is there and waits until standard output has taken it, so that a slow reader does not fill memory. */
  async drained(): Promise<void> {
    this.flush();
    if (!process.stdout.writableNeedDrain) return;
    await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
  }
}

/** Prints a text; gives a promise where the reader is behind: it resolves when there is room again, or nobody reads. */
export function printText(text: string): Promise<void> | undefined {
  const { stdout } = process;
  if (stdout.errored !== null || stdout.write(text) || stdout.errored !== null) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      stdout.off("drain", done).off("error", done).off("close", done);
      resolve();
    };
    stdout.on("drain", done).on("error", done).on("close", done);
  });
}

/** What a command does when it can no longer print: `end` where printing is its work, `go-on` where it is not. */
export type OutputLoss = "end" | "go-on";

let handled = false;

/** Call once, before anything is printed. */
export function handleOutputErrors(loss: OutputLoss): void {
  if (handled) return;
  handled = true;
  let told = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (loss === "go-on") {
      if (!told)
        process.stderr.write(`sluice: standard output was closed (${error.code}); the output of logs.echo is lost\n`);
      told = true;
      return;
    }
    // The reader has seen enough: that is not a failure.
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`sluice: cannot write to standard output: ${error.message}\n`);
    process.exit(1);
  });
  // Nobody is left to be told.
  process.stderr.on("error", () => {});
}

/**
 * Remembers which of the standard streams are terminals, and gives a function that closes those that are none any more:
 * at its end the platform gives terminals their settings back, and aborts where they are gone.
 */
export function rememberTerminals(): () => void {
  const terminals = [0, 1, 2].filter((stream) => isatty(stream));
  return () => {
    for (const stream of terminals) if (!isatty(stream)) closeSync(stream);
  };
}
