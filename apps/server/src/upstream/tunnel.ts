/** Connections through a proxy to servers that speak TLS: it is asked for each by `CONNECT`, and sees nothing of what goes over it. */
import { request } from "node:http";
import type { Socket } from "node:net";

export interface HttpProxy {
  readonly host: string;
  readonly port: number;
  /** For `Proxy-Authorization`. */
  readonly authorization: string | undefined;
  /** Of the requests for a connection; a character for each byte. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The longest that a proxy is waited for. Milliseconds. */
const CONNECT_MS = 30_000;

/** Asks for a connection to `host`; gives what gives it up. `opened` is called once, unless it is given up. */
export function openTunnel(
  { host, port, authorization, headers }: HttpProxy,
  target: { readonly host: string; readonly port: number },
  opened: (error: Error | undefined, socket?: Socket) => void,
): () => void {
  const named = `${target.host.includes(":") ? `[${target.host}]` : target.host}:${target.port}`;
  const asked = request({
    host,
    port,
    method: "CONNECT",
    path: named,
    agent: false,
    headers: { ...headers, host: named, ...(authorization !== undefined && { "proxy-authorization": authorization }) },
    timeout: CONNECT_MS,
  });
  let told = false;
  const tell = (error: Error | undefined, socket?: Socket) => {
    if (told) socket?.destroy();
    else {
      told = true;
      opened(error, socket);
    }
  };
  const refuse = (message: string) => tell(new Error(`proxy ${host}:${port}: ${message}`));
  asked.on("connect", ({ statusCode, statusMessage }, socket: Socket, head: Buffer) => {
    if (statusCode === 200) {
      if (head.length > 0) socket.unshift(head);
      tell(undefined, socket);
      return;
    }
    socket.destroy();
    refuse(`it answered ${statusCode} ${statusMessage}`);
  });
  asked.on("response", ({ statusCode, statusMessage }) => {
    asked.destroy();
    refuse(`it answered ${statusCode} ${statusMessage}`);
  });
  asked.on("timeout", () => asked.destroy(new Error(`no answer within ${CONNECT_MS / 1000} s`)));
  asked.on("error", ({ message }) => refuse(message));
  asked.on("close", () => refuse("the connection was closed without an answer"));
  asked.end();
  return () => {
    told = true;
    asked.destroy();
  };
}
