/** Listening sockets: opened with a clear reason when that fails, and closed without waiting for idle connections. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type ListenResult = { readonly ok: true; readonly server: Server; readonly address: AddressInfo } | { readonly ok: false; readonly message: string };

export function listen(handler: RequestListener, host: string, port: number): Promise<ListenResult> {
  return new Promise((resolve) => {
    const server = createServer(handler);
    server.once("error", (error: NodeJS.ErrnoException) => resolve({ ok: false, message: explain(error, host, port) }));
    server.listen(port, host === "" ? undefined : host, () => {
      server.removeAllListeners("error");
      resolve({ ok: true, server, address: server.address() as AddressInfo });
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  const place = `${host === "" ? "port" : `${host} port`} ${port}`;
  if (error.code === "EADDRINUSE") return `${place} is in use by another program`;
  if (error.code === "EACCES") return `${place} may not be opened by this user`;
  if (error.code === "EADDRNOTAVAIL") return `${host} is not an address of this machine`;
  return `cannot listen on ${place}: ${error.message}`;
}

/** Takes no new connections, lets requests under way finish, and closes what is left at the deadline. */
export async function closeServer(server: Server, deadline: Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.race([closed, deadline]);
  server.closeAllConnections();
}
