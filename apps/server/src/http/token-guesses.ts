/**
 * Wrong tokens that were shown lately, by client and by all. A right one is answered whatever came before it: from the
 * address of a proxy, or of a whole network, come those who guess and those who do not. So nothing keeps a guess from
 * being tried; what a token is made of has to. But a client that guesses only learns that it has to wait, and has to connect again.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientKey } from "./client-address.ts";

/** Wrong tokens of one client, and of all, within that time, after which further ones are answered 429. Milliseconds. */
const MAX_OF_CLIENT = 10;
const MAX_OF_ALL = 200;
const WINDOW = 60_000;

export class TokenGuesses {
  /** Milliseconds of a clock that only goes on. */
  readonly #elapsed: () => number;
  readonly #tooMany: (client: string | undefined) => void;
  #clients = new Map<string, number>();
  #all = 0;
  #since = Number.NEGATIVE_INFINITY;

  /** `tooMany` is called once in a while with a client that shows too many wrong ones, and with undefined if all together do. */
  constructor(elapsed: () => number, tooMany: (client: string | undefined) => void = () => {}) {
    this.#elapsed = elapsed;
    this.#tooMany = tooMany;
  }

  /** A wrong token was shown. Gives the seconds after which another may be, where there were too many; the connection ends then. */
  wrong({ socket }: Pick<IncomingMessage, "socket">, response: ServerResponse): number | undefined {
    const now = this.#elapsed();
    if (now - this.#since >= WINDOW) {
      this.#clients.clear();
      this.#all = 0;
      this.#since = now;
    }
    // Of all that are too many no client is remembered, so that they are few.
    if (this.#all++ === MAX_OF_ALL) this.#tooMany(undefined);
    let tooMany = this.#all > MAX_OF_ALL;
    if (!tooMany) {
      const client = clientKey(socket.remoteAddress);
      const own = (this.#clients.get(client) ?? 0) + 1;
      this.#clients.set(client, own);
      if (own === MAX_OF_CLIENT + 1) this.#tooMany(client);
      tooMany = own > MAX_OF_CLIENT;
    }
    if (!tooMany) return undefined;
    const seconds = Math.ceil((this.#since + WINDOW - now) / 1000);
    response.setHeader("Connection", "close");
    response.setHeader("Retry-After", String(seconds));
    return seconds;
  }
}
