/**
 * Listening, as one service for components and for the host's own API: an address that is opened with a clear reason when
 * that fails, bounds on how long clients may take and how many they may be, headers and errors that are the same
 * everywhere, and a close that lets answers finish.
 *
 * Whatever listens calls `listen` with an address, limits and a handler of plain requests and responses: the page with the API,
 * receivers of logs and profiles. Timeouts and the order on each connection (`connections/connections.ts`), headers,
 * the handling of errors (`answers.ts`), bodies and what they may hold together (`body-intake.ts`) are the same for all.
 *
 * When it closes, no connection gets another answer after the one that is being made or read, a client that takes nothing of
 * its answer is not waited for, and what is left at the deadline is cut. A shutdown leaves a tenth of its time for that.
 *
 * The address (`address.ts`) accepts connections; as many as may be are served at a time, and further ones wait
 * (`connections/waiting-line.ts`); what serves them (`request-server.ts`) can be replaced by one with other limits or another
 * certificate while the address stays open.
 */

import type { AddressInfo } from "node:net";
import { messageOf } from "@sluice/languages/base";
import { type AddressEntry, OpenAddress, shownPlace } from "./address.ts";
import { WaitingLine } from "./connections/waiting-line.ts";
import { type RequestLimits, RequestServer, type RequestServerOptions, type TlsSettings } from "./request-server.ts";

export interface ListenLimits extends RequestLimits {
  /** Connections that are served at a time; 0 is as many as the system allows. */
  readonly maxConnections?: number | undefined;
  /** Connections that may wait to be served; further ones are closed. */
  readonly maxWaiting?: number | undefined;
}

/** How an address is served. */
export interface Serving extends RequestServerOptions {
  readonly limits?: ListenLimits | undefined;
}

export interface ListenOptions extends Serving {
  /** Empty is every address of the machine. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Told of each connection that begins and ends to be served. */
  readonly count?: ((change: 1 | -1) => void) | undefined;
  /** Where others of this process find who has the address: under the name `owner`. */
  readonly entry?: AddressEntry | undefined;
}

export type ListenResult =
  | { readonly ok: true; readonly listener: Listener }
  | { readonly ok: false; readonly message: string };

export type ReplaceResult =
  /** `end` ends what was replaced: lets the answers that it is making finish until the deadline. */
  { readonly ok: true; end(deadline: Promise<void>): Promise<void> } | { readonly ok: false; readonly message: string };

/** As many as Linux keeps for a program that does not accept them. */
const MAX_WAITING_CONNECTIONS = 4096;

/** Opens an address. Gives why that is not possible. */
export async function listen({
  host,
  port,
  entry,
  count = () => {},
  ...serving
}: ListenOptions): Promise<ListenResult> {
  const created = createRequestServer(serving);
  if (!created.ok) return created;
  const { server } = created;
  const line = new WaitingLine(boundsOf(serving), server.take, count);
  const opened = await OpenAddress.open(host, port, (socket) => line.add(socket), entry);
  if (opened.ok) return { ok: true, listener: new Listener(opened.address, line, server) };
  await server.close(Promise.resolve());
  return opened;
}

/** Why connections could not be served so; undefined where they could. */
export async function whyNotServed(serving: Serving): Promise<string | undefined> {
  const created = createRequestServer(serving);
  if (!created.ok) return created.message;
  await created.server.close(Promise.resolve());
  return undefined;
}

/** An address that is open. */
export class Listener {
  readonly #address: OpenAddress;
  readonly #line: WaitingLine;
  #server: RequestServer;

  constructor(address: OpenAddress, line: WaitingLine, server: RequestServer) {
    this.#address = address;
    this.#line = line;
    this.#server = server;
  }

  get address(): AddressInfo {
    return this.#address.info;
  }

  /** Where a client on this machine finds it: `http://127.0.0.1:3180/`. */
  get url(): string {
    const { address, family, port } = this.address;
    const host = address === "::" || address === "0.0.0.0" ? "localhost" : family === "IPv6" ? `[${address}]` : address;
    return `${this.#server.secure ? "https" : "http"}://${host}:${port}/`;
  }

  /** Its address as people see it. */
  get place(): string {
    return shownPlace(this.address);
  }

  /** Connections that are served. */
  get connections(): number {
    return this.#line.served;
  }

  /** Connections that wait to be served. */
  get waiting(): number {
    return this.#line.waiting;
  }

  /** From now on, connections are served in another way. Gives why that is not possible; then nothing changes. */
  replace(serving: Serving): ReplaceResult {
    const created = createRequestServer(serving);
    if (!created.ok) return created;
    const old = this.#server;
    this.#server = created.server;
    this.#line.change(boundsOf(serving), created.server.take);
    return { ok: true, end: (deadline) => old.close(deadline) };
  }

  /** From the next handshake on, this is the certificate. Gives why it cannot be; then nothing changes. */
  renew(tls: TlsSettings): string | undefined {
    try {
      this.#server.renew(tls);
      return undefined;
    } catch (error) {
      return unusable(error);
    }
  }

  /**
   * Takes no new connections, ends those that wait, lets answers that are being made or read finish, each as the last of
   * its connection, and ends what is left at the deadline.
   */
  async close(deadline: Promise<void>): Promise<void> {
    this.#address.close();
    this.#line.dismiss();
    await this.#server.close(deadline);
  }
}

function createRequestServer(
  options: RequestServerOptions,
): { readonly ok: true; readonly server: RequestServer } | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, server: new RequestServer(options) };
  } catch (error) {
    return { ok: false, message: unusable(error) };
  }
}

const unusable = (error: unknown): string => `tls: the certificate or its key cannot be used: ${messageOf(error)}`;

const boundsOf = ({ limits: { maxConnections = 0, maxWaiting = MAX_WAITING_CONNECTIONS } = {} }: Serving) => ({
  served: maxConnections,
  waiting: maxWaiting,
});
