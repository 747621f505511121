/**
 * One address on which messages of syslog arrive, over TCP (with or without TLS) or UDP. What it makes of them can change
 * while it is open. Connections are bounded as for HTTP: some are served, some wait; one on which nothing comes is closed.
 */

import type { Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import type { Nanos } from "@sluice/engine";
import { messageOf } from "@sluice/languages/base";
import type { ComponentContext } from "../core/component.ts";
import { Outflow } from "../core/entries/outflow.ts";
import type { LogEntry, LogsReceiver } from "../core/entries/receiver.ts";
import { DatagramListener } from "../datagrams/listener.ts";
import { OpenAddress, shownPlace } from "../http/address.ts";
import { connectionKey, plainAddress } from "../http/client-address.ts";
import { type Place, WaitingLine } from "../http/connections/waiting-line.ts";
import type { TlsSettings } from "../http/request-server.ts";
import { FrameReader, type Frames, type Framing } from "./frames.ts";

export interface ListenerPlace {
  readonly protocol: "tcp" | "udp";
  /** Empty is every address of the machine. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** What is made of what arrives. */
export interface ListenerUse {
  /** How messages of connections are parted, and how long any may be. */
  readonly framing: Framing;
  readonly idle: Nanos;
  readonly tls: TlsSettings | undefined;
  /** An entry of a message; undefined where it gives none, which is counted there. */
  entryOf(message: Buffer, address: string): LogEntry | undefined;
}

export interface ListenerParts {
  readonly context: ComponentContext;
  readonly next: LogsReceiver;
  /** A message, or a connection, could not be understood. */
  problem(address: string, what: string): void;
  /** Datagrams for which there was no room. */
  dropped(): void;
  accepted(entries: number): void;
}

const MAX_CONNECTIONS = 1024;
const MAX_WAITING = 4096;
const HANDSHAKE_MS = 10_000;
/**
 * After which a client that has sent messages gives way to others that wait. Longer than for requests: nobody tells it
 * which of its messages arrived.
 */
const QUIET_MS = 10_000;
const NEVER = new Promise<void>(() => {});

export type OpenResult =
  | { readonly ok: true; readonly listener: SyslogListener }
  | { readonly ok: false; readonly message: string };

export class SyslogListener {
  readonly place: ListenerPlace;
  readonly #parts: ListenerParts;
  #use: ListenerUse;
  #begun: boolean;
  #address: OpenAddress | undefined;
  #udp: DatagramListener | undefined;
  #tls: TlsServer | undefined;
  readonly #line: WaitingLine;
  readonly #connections = new Set<Connection>();
  /** Of those that have not shaken hands yet, by the client's address. */
  readonly #shaking = new Map<string, Place>();
  /** Connections that came before it begins. */
  readonly #early: Socket[] = [];
  private constructor(place: ListenerPlace, use: ListenerUse, parts: ListenerParts, begun: boolean) {
    this.place = place;
    this.#use = use;
    this.#parts = parts;
    this.#begun = begun;
    this.#line = new WaitingLine({ served: MAX_CONNECTIONS, waiting: MAX_WAITING, quiet: QUIET_MS }, (socket, place) =>
      this.#serve(socket, place),
    );
  }

  /** Opens the address. Unless it has `begun`, what arrives waits until `begin`. Gives why it cannot be opened. */
  static async open(place: ListenerPlace, use: ListenerUse, parts: ListenerParts, begun = true): Promise<OpenResult> {
    const listener = new SyslogListener(place, use, parts, begun);
    const failed = listener.#takeTls(use.tls);
    const message = failed ?? (place.protocol === "tcp" ? await listener.#openTcp() : await listener.#openUdp());
    return message === undefined ? { ok: true, listener } : { ok: false, message };
  }

  async #openTcp(): Promise<string | undefined> {
    const { host, port } = this.place;
    const { addresses: book, id: owner } = this.#parts.context;
    const opened = await OpenAddress.open(host, port, (socket) => this.#arrive(socket), { book, owner });
    if (!opened.ok) return opened.message;
    this.#address = opened.address;
    return undefined;
  }

  async #openUdp(): Promise<string | undefined> {
    const { context, next, dropped, accepted } = this.#parts;
    const parts = {
      context,
      next,
      dropped,
      accepted,
      entryOf: (datagram: Buffer, address: string) => this.#entryOf(datagram, address),
    };
    const opened = await DatagramListener.open(this.place, parts, this.#begun);
    if (!opened.ok) return opened.message;
    this.#udp = opened.listener;
    return undefined;
  }

  /** Where it listens: `127.0.0.1:514`. */
  get address(): string {
    return shownPlace(this.#address?.info ?? this.#udp!.info);
  }

  get connections(): number {
    return this.#line.served;
  }

  /** Entries of datagrams that wait for room. */
  get datagrams(): number {
    return this.#udp?.waiting ?? 0;
  }

  get waiting(): number {
    return this.#line.waiting + this.#early.length;
  }

  /** By which connections are accepted. */
  get tls(): TlsSettings | undefined {
    return this.#use.tls;
  }

  /** From now on this is made of what arrives. Gives why it cannot be; then nothing changes. */
  change(use: ListenerUse): string | undefined {
    const failed = use.tls === this.#use.tls ? undefined : this.#takeTls(use.tls);
    if (failed === undefined) this.#use = use;
    return failed;
  }

  /** What arrived so far, and what follows, is read. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#udp?.begin();
    for (const socket of this.#early.splice(0)) this.#line.add(socket);
  }

  #takeTls(settings: TlsSettings | undefined): string | undefined {
    if (settings === undefined) {
      this.#tls = undefined;
      return undefined;
    }
    try {
      const server = createTlsServer({ ...settings, handshakeTimeout: HANDSHAKE_MS });
      server.on("secureConnection", (socket) => {
        const client = connectionKey(socket);
        const place = this.#shaking.get(client);
        this.#shaking.delete(client);
        if (place === undefined) socket.destroy();
        else this.#read(socket, place);
      });
      server.on("tlsClientError", (error, socket) => {
        this.#parts.problem(plainAddress(socket.remoteAddress), `no connection by TLS: ${error.message}`);
        socket.destroy();
      });
      this.#tls = server;
      return undefined;
    } catch (error) {
      return `tls: the certificate or its key cannot be used: ${messageOf(error)}`;
    }
  }

  #arrive(socket: Socket): void {
    if (this.#begun) this.#line.add(socket);
    else if (this.#early.length < MAX_WAITING) this.#early.push(socket.on("error", () => {}));
    else socket.destroy();
  }

  #serve(socket: Socket, place: Place): void {
    if (this.#tls === undefined) {
      this.#read(socket, place);
      return;
    }
    const client = connectionKey(socket);
    this.#shaking.set(client, place);
    socket.once("close", () => this.#shaking.delete(client));
    this.#tls.emit("connection", socket);
  }

  #read(socket: Socket, place: Place): void {
    const { context } = this.#parts;
    const connection = new Connection(socket, place, () => this.#use, this.#parts);
    this.#connections.add(connection);
    socket.on("close", () =>
      context.faults.guard("closing a connection", async () => {
        await connection.settled();
        this.#connections.delete(connection);
      }),
    );
    connection.start();
  }

  #entryOf(datagram: Buffer, address: string): LogEntry | undefined {
    const { longest } = this.#use.framing;
    if (datagram.length > longest) {
      this.#parts.problem(address, `a datagram is longer than ${longest} bytes`);
      return undefined;
    }
    const end = datagram.at(-1) === 0x0a ? datagram.length - 1 : datagram.length;
    return end === 0 ? undefined : this.#use.entryOf(datagram.subarray(0, end), address);
  }

  /** Reads nothing more. Gives the number of entries that could not be handed on before the deadline. */
  async close(deadline: Promise<void>): Promise<number> {
    this.#address?.close();
    const datagrams = this.#udp;
    this.#udp = undefined;
    for (const socket of this.#early.splice(0)) socket.destroy();
    this.#line.dismiss();
    const connections = [...this.#connections];
    const left = await Promise.all([
      datagrams?.close(deadline) ?? 0,
      ...connections.map((connection) => connection.close(deadline)),
    ]);
    return left.reduce((sum, one) => sum + one, 0);
  }
}

/** One connection: messages are read while there is room for their entries. */
class Connection {
  readonly #socket: Socket;
  readonly #place: Place;
  readonly #frames: FrameReader;
  readonly #use: () => ListenerUse;
  readonly #parts: ListenerParts;
  readonly #out: Outflow;
  readonly #address: string;
  #lastAt: Nanos;
  #cancelTimer = () => {};
  #closed = false;

  constructor(socket: Socket, place: Place, use: () => ListenerUse, parts: ListenerParts) {
    this.#socket = socket;
    this.#place = place;
    this.#frames = new FrameReader(use().framing);
    this.#use = use;
    this.#parts = parts;
    this.#out = new Outflow(parts.next);
    this.#address = plainAddress(socket.remoteAddress);
    this.#lastAt = parts.context.scheduler.now();
  }

  start(): void {
    const { faults } = this.#parts.context;
    // Of one that breaks; its close follows.
    this.#socket.on("error", () => {});
    this.#socket.on("data", (piece: Buffer) =>
      faults.guard("reading messages", () => this.#take(this.#frames.read(piece))),
    );
    this.#socket.on("end", () =>
      faults.guard("reading messages", () => {
        this.#take(this.#frames.end());
        this.#socket.end();
      }),
    );
    this.#socket.on("close", () => this.#cancelTimer());
    this.#watch(this.#use().idle);
    this.#socket.resume();
  }

  #take({ messages, problems, broken }: Frames): void {
    const { scheduler } = this.#parts.context;
    this.#lastAt = scheduler.now();
    for (const problem of problems) this.#parts.problem(this.#address, problem);
    const use = this.#use();
    const entries = messages.flatMap((message) => use.entryOf(message, this.#address) ?? []);
    this.#parts.accepted(entries.length);
    if (messages.length > 0) this.#place.quiet();
    if (!this.#out.push(entries, () => this.#goOn())) {
      this.#place.busy();
      this.#socket.pause();
    }
    if (broken) this.#socket.destroy();
  }

  #goOn(): void {
    this.#lastAt = this.#parts.context.scheduler.now();
    this.#place.quiet();
    if (!this.#closed) this.#socket.resume();
  }

  /** Looks again when it could have been idle for long enough; while it is not read, it is not. */
  #watch(pause: Nanos): void {
    const { scheduler } = this.#parts.context;
    this.#cancelTimer = scheduler.after(pause, () => {
      const { idle } = this.#use();
      const since = this.#out.held > 0 ? 0n : scheduler.now() - this.#lastAt;
      if (since >= idle) this.#socket.destroy();
      else this.#watch(idle - since);
    });
  }

  /** Resolves when all that was read of it is handed on. */
  async settled(): Promise<void> {
    await this.#out.drain(NEVER);
  }

  async close(deadline: Promise<void>): Promise<number> {
    this.#closed = true;
    this.#socket.pause();
    const held = await this.#out.drain(deadline);
    this.#socket.destroy();
    return held;
  }
}
