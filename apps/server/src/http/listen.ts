/**
 * Listening sockets: opened with a clear reason when that fails, with bounds on how long a client may take to say what it
 * wants and to take its answer, and closed without waiting for idle connections.
 */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Connections } from "./connections.ts";

export type ListenResult =
  | { readonly ok: true; readonly server: Server; readonly address: AddressInfo }
  | { readonly ok: false; readonly message: string };

/** Connections that become idle while the server closes are looked for this often. Milliseconds. */
const IDLE_CHECK_MS = 20;

/** How long clients may take. Milliseconds; 0 is without end. */
export interface ListenOptions {
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeout?: number | undefined;
  /** From the first byte of a request to its last. */
  readonly requestTimeout?: number | undefined;
  /** Between two requests of a connection. */
  readonly idleTimeout?: number | undefined;
  /** In which a client must take something of its answer. */
  readonly stallTimeout?: number | undefined;
  /** Connections at a time; 0 is as many as the system allows. */
  readonly maxConnections?: number | undefined;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 40_000;
const IDLE_TIMEOUT_MS = 5_000;
const STALL_TIMEOUT_MS = 30_000;
/** While the server closes. */
const CLOSING_STALL_MS = 1_000;
/** Connections that take too long are looked for this often, at least. Milliseconds. */
const TIMEOUT_CHECK_MS = 1_000;

export function listen(
  handler: RequestListener,
  host: string,
  port: number,
  options: ListenOptions = {},
): Promise<ListenResult> {
  const { requestTimeout = REQUEST_TIMEOUT_MS, idleTimeout = IDLE_TIMEOUT_MS, maxConnections = 0 } = options;
  const { stallTimeout = STALL_TIMEOUT_MS } = options;
  const { headersTimeout = requestTimeout === 0 ? HEADERS_TIMEOUT_MS : Math.min(HEADERS_TIMEOUT_MS, requestTimeout) } =
    options;
  return new Promise((resolve) => {
    const interval = Math.min(
      TIMEOUT_CHECK_MS,
      ...[headersTimeout, requestTimeout, stallTimeout].filter((ms) => ms > 0),
    );
    const server = createServer({
      headersTimeout,
      requestTimeout,
      keepAliveTimeout: idleTimeout,
      connectionsCheckingInterval: interval,
    });
    const idle = idleTimeout === 0 || headersTimeout === 0 ? 0 : idleTimeout + headersTimeout;
    const connections = new Connections(handler, { stall: stallTimeout, idle });
    connections.attach(server, interval);
    connectionsOf.set(server, connections);
    if (maxConnections > 0) server.maxConnections = maxConnections;
    // Stays for the server's life: a connection that cannot be accepted (no file descriptors left) must not end the process.
    server.on("error", (error: NodeJS.ErrnoException) => resolve({ ok: false, message: explain(error, host, port) }));
    server.listen(port, host === "" ? undefined : host, () => {
      resolve({ ok: true, server, address: server.address() as AddressInfo });
    });
  });
}

const connectionsOf = new WeakMap<Server, Connections>();

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  const place = `${host === "" ? "port" : `${host} port`} ${port}`;
  if (error.code === "EADDRINUSE") return `${place} is in use by another program`;
  if (error.code === "EACCES") return `${place} may not be opened by this user`;
  if (error.code === "EADDRNOTAVAIL") return `${host} is not an address of this machine`;
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return `${host} is not a known host name`;
  return `cannot listen on ${place}: ${error.message}`;
}

/**
 * Takes no new connections, lets requests under way finish unless nobody takes their answers, and closes what is left at
 * the deadline.
 */
export async function closeServer(server: Server, deadline: Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setInterval(() => {
    server.closeIdleConnections();
    connectionsOf.get(server)?.endStalled(CLOSING_STALL_MS);
  }, IDLE_CHECK_MS);
  await Promise.race([closed, deadline]);
  clearInterval(timer);
  server.closeAllConnections();
}
