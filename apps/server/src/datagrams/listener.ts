/** One address on which datagrams arrive. While the receiver is full, entries wait up to a bound; further datagrams are dropped. */
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { ComponentContext } from "../core/component.ts";
import { Outflow } from "../core/entries/outflow.ts";
import type { LogEntry, LogsReceiver } from "../core/entries/receiver.ts";
import { explainAddress } from "../http/address.ts";
import { plainAddress } from "../http/client-address.ts";

export interface DatagramPlace {
  /** Empty is every address of the machine. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface DatagramParts {
  readonly context: ComponentContext;
  readonly next: LogsReceiver;
  /** An entry of a datagram; undefined where it gives none, which is counted there. */
  entryOf(datagram: Buffer, address: string): LogEntry | undefined;
  /** There was no room for a datagram. */
  dropped(): void;
  accepted(entries: number): void;
}

/** What entries may hold that wait while there is no room, all together. Bytes. */
const MAX_WAITING = 1024 * 1024;
/** An entry holds a thousand bytes in memory besides its own. */
const ENTRY_COST = 1024;

export type DatagramsOpened =
  | { readonly ok: true; readonly listener: DatagramListener }
  | { readonly ok: false; readonly message: string };

export class DatagramListener {
  readonly #parts: DatagramParts;
  readonly #socket: Socket;
  readonly #strike: () => void;
  readonly #out: Outflow;
  #begun: boolean;
  #waiting: LogEntry[] = [];
  #waitingBytes = 0;

  private constructor(socket: Socket, parts: DatagramParts, begun: boolean, strike: () => void) {
    this.#socket = socket;
    this.#parts = parts;
    this.#begun = begun;
    this.#strike = strike;
    this.#out = new Outflow(parts.next);
    socket.on("message", (datagram, from) =>
      parts.context.faults.guard("reading a datagram", () => this.#receive(datagram, from)),
    );
  }

  /** Opens the address. Unless it has `begun`, what arrives waits until `begin`. Gives why it cannot be opened. */
  static open({ host, port }: DatagramPlace, parts: DatagramParts, begun = true): Promise<DatagramsOpened> {
    const { addresses: book, id: owner } = parts.context;
    return new Promise((resolve) => {
      const socket = createSocket({
        type: host === "" || isIPv6(host) ? "udp6" : "udp4",
        recvBufferSize: MAX_WAITING,
      });
      // Stays for the socket's life: what cannot be received must not end the process.
      socket.on("error", (error: NodeJS.ErrnoException) =>
        resolve({ ok: false, message: explainAddress(error, host, port, { book, owner }, "udp") }),
      );
      socket.bind(port, host === "" ? undefined : host, () => {
        const strike = book.add(host, socket.address().port, owner, "udp");
        resolve({ ok: true, listener: new DatagramListener(socket, parts, begun, strike) });
      });
    });
  }

  get info(): { readonly address: string; readonly family: string; readonly port: number } {
    return this.#socket.address();
  }

  /** Entries that wait for room. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** What arrived so far, and what follows, is handed on. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    if (this.#out.held === 0) this.#handOn();
  }

  #receive(datagram: Buffer, { address: from }: RemoteInfo): void {
    if (this.#waitingBytes + datagram.length + ENTRY_COST > MAX_WAITING) {
      this.#parts.dropped();
      return;
    }
    const entry = this.#parts.entryOf(datagram, plainAddress(from));
    if (entry === undefined) return;
    this.#waiting.push(entry);
    // One that is made of several is larger than the last of them.
    this.#waitingBytes += ENTRY_COST + Math.max(datagram.length, entry.line.length);
    if (this.#out.held === 0) this.#handOn();
  }

  #handOn(): void {
    while (this.#begun && this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      this.#parts.accepted(batch.length);
      if (!this.#out.push(batch, () => this.#handOn())) return;
    }
  }

  /** Reads nothing more. Gives the number of entries that could not be handed on before the deadline. */
  async close(deadline: Promise<void>): Promise<number> {
    this.#strike();
    this.#socket.close();
    return (await this.#out.drain(deadline)) + this.#waiting.length;
  }
}
