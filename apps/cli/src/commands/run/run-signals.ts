/** The signals of `sluice run`: which end the server, and which load its configuration anew. */
import { isatty } from "node:tty";
import type { SluiceServer } from "@sluice/server";
import { endProcess } from "../../process-end.ts";

/** SIGHUP loads the configuration anew, unless standard input is a terminal: that has closed then. */
export function listenForSignals(reloads: Reloads): Promise<NodeJS.Signals> {
  return untilSignal(isatty(0) ? undefined : () => reloads.ask());
}

/** SIGHUP before the server runs counts once it does. */
export class Reloads {
  #server: SluiceServer | undefined;
  #asked = false;

  ask(): void {
    this.#asked = true;
    if (this.#server !== undefined) this.#reload(this.#server);
  }

  serve(server: SluiceServer): void {
    this.#server = server;
    if (this.#asked) this.#reload(server);
  }

  /** The log has the result; here are the mistakes with their places. */
  #reload(server: SluiceServer): void {
    void server.reload({ via: "signal" }).then((result) => {
      if (!result.ok) process.stderr.write(result.text);
    });
  }
}

/**
 * Resolves with the first signal that asks for the end; the next SIGTERM or SIGINT ends the process
 * as the signal would by itself. SIGHUP asks for `reload`, or for the end where there is none: a terminal that closes sends
 * it more than once (its shell and the system), which asks for nothing more.
 */
function untilSignal(reload: (() => void) | undefined): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    const handle = (code: number | undefined) => (signal: NodeJS.Signals) => {
      if (asked && code !== undefined) endProcess(code);
      asked = true;
      resolve(signal);
    };
    process.on("SIGTERM", handle(143));
    process.on("SIGINT", handle(130));
    process.on("SIGHUP", reload ?? handle(undefined));
  });
}
