/** Connections with TLS through a proxy: it is asked for each by `CONNECT`, and sees nothing of what goes over it. */
import { request } from "node:http";
import { type AgentOptions, Agent as HttpsAgent, type RequestOptions } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect } from "node:tls";
import type { StopSignal } from "../platform/stop-signal.ts";

export interface HttpProxy {
  readonly host: string;
  readonly port: number;
  /** For `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

/** The platform's options of a request, which the agent is given for its connection. */
export interface TunnelledOptions extends RequestOptions {
  /** Gives up the wait for the proxy: the platform does not tell who makes a connection that its request was given up. */
  readonly stop: StopSignal;
}

/** The longest that a proxy is waited for. Milliseconds. */
const CONNECT_MS = 30_000;

type Connected = (error: Error | null, socket?: Duplex) => void;

export class TunnelAgent extends HttpsAgent {
  readonly #proxy: HttpProxy;

  constructor(proxy: HttpProxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  /** The platform takes nothing as "the callback is called later". */
  override createConnection(
    options: ConnectionOptions & Pick<TunnelledOptions, "stop">,
    connected: Connected,
  ): undefined {
    const { host, port, authorization } = this.#proxy;
    const target = `${options.host?.includes(":") ? `[${options.host}]` : options.host}:${options.port}`;
    const asked = request({
      host,
      port,
      method: "CONNECT",
      path: target,
      agent: false,
      headers: { host: target, ...(authorization !== undefined && { "proxy-authorization": authorization }) },
      timeout: CONNECT_MS,
    });
    const { stop } = options;
    const giveUp = () => asked.destroy(new Error("nobody waits for it any more"));
    stop.addEventListener("abort", giveUp);
    let told = false;
    const tell: Connected = (error, socket) => {
      stop.removeEventListener("abort", giveUp);
      if (told) socket?.destroy();
      else connected(error, socket);
      told = true;
    };
    const refuse = (message: string) => tell(new Error(`proxy ${host}:${port}: ${message}`));
    asked.on("connect", ({ statusCode, statusMessage }, socket: Socket, head: Buffer) => {
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        const secured = connect({ ...options, socket, path: undefined });
        // Its request listens once it has it.
        secured.on("error", () => {});
        tell(null, secured);
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
    return undefined;
  }
}
