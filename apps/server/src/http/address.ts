/** An address that is open, and what it is called when it cannot be opened. Who serves what comes there is another matter. */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { AddressBook, Protocol } from "../platform/address-book.ts";

export type AddressResult =
  | { readonly ok: true; readonly address: OpenAddress }
  | { readonly ok: false; readonly message: string };

/** What others in this process know of an open address. */
export interface AddressEntry {
  readonly book: AddressBook;
  /** Who listens there: the id of a component. */
  readonly owner: string;
}

const MAX_PORT = 65_535;

/** An address as people see it: `127.0.0.1:4040`, `[::1]:4040`. */
export const shownPlace = ({ address, family, port }: AddressInfo): string =>
  `${family === "IPv6" ? `[${address}]` : address}:${port}`;

export class OpenAddress {
  readonly #server: Server;
  readonly info: AddressInfo;

  readonly #strike: () => void;

  private constructor(server: Server, host: string, entry: AddressEntry | undefined) {
    this.#server = server;
    this.info = server.address() as AddressInfo;
    this.#strike = entry?.book.add(host, this.info.port, entry.owner) ?? (() => {});
  }

  /** Empty is every address of the machine, port 0 a free one. `accept` gets connections of which nothing was read. */
  static open(
    host: string,
    port: number,
    accept: (socket: Socket) => void,
    entry?: AddressEntry,
  ): Promise<AddressResult> {
    if (port < 0 || port > MAX_PORT)
      return Promise.resolve({ ok: false, message: `${port} is not a port: ports range from 0 to ${MAX_PORT}` });
    return new Promise((resolve) => {
      const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, accept);
      // Stays for the server's life: a connection that cannot be accepted (no file descriptors left) must not end the process.
      server.on("error", (error: NodeJS.ErrnoException) =>
        resolve({ ok: false, message: explainAddress(error, host, port, entry) }),
      );
      server.listen(port, host === "" ? undefined : host, () =>
        resolve({ ok: true, address: new OpenAddress(server, host, entry) }),
      );
    });
  }

  /** Takes no more connections. Those that there are stay. */
  close(): void {
    this.#strike();
    this.#server.close();
  }
}

/** Why an address cannot be opened. */
export function explainAddress(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  entry: AddressEntry | undefined,
  protocol: Protocol = "tcp",
): string {
  const place = `${host === "" ? "port" : `${host} port`} ${port}`;
  if (error.code === "EADDRINUSE") {
    const owner = entry?.book.ownerOf(host, port, protocol);
    return owner === undefined
      ? `${place} is in use by another program`
      : `${place} is in use by ${owner}; set another port`;
  }
  if (error.code === "EACCES") return `this user has no permission to listen on ${place}`;
  if (error.code === "EADDRNOTAVAIL") return `${host} is not an address of this machine`;
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return `${host} is not a known host name`;
  return `cannot listen on ${place}: ${error.message}`;
}
