/** Listening sockets: opened with a clear reason when that fails, and closed without waiting for idle connections. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type ListenResult =
  | { readonly ok: true; readonly server: Server; readonly address: AddressInfo }
  | { readonly ok: false; readonly message: string };

/** Connections that become idle while the server closes are looked for this often. Milliseconds. */
const IDLE_CHECK_MS = 20;

export function listen(handler: RequestListener, host: string, port: number): Promise<ListenResult> {
  return new Promise((resolve) => {
    const server = createServer(handler);
    // Stays for the server's life: a connection that cannot be accepted (no file descriptors left) must not end the process.
    server.on("error", (error: NodeJS.ErrnoException) => resolve({ ok: false, message: explain(error, host, port) }));
    server.listen(port, host === "" ? undefined : host, () => {
      resolve({ ok: true, server, address: server.address() as AddressInfo });
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  const place = `${host === "" ? "port" : `${host} port`} ${port}`;
  if (error.code === "EADDRINUSE") return `${place} is in use by another program`;
  if (error.code === "EACCES") return `${place} may not be opened by this user`;
  if (error.code === "EADDRNOTAVAIL") return `${host} is not an address of this machine`;
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return `${host} is not a known host name`;
  return `cannot listen on ${place}: ${error.message}`;
}

/** Takes no new connections, lets requests under way finish, and closes what is left at the deadline. */
export async function closeServer(server: Server, deadline: Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await Promise.race([closed, deadline]);
  clearInterval(timer);
  server.closeAllConnections();
}
