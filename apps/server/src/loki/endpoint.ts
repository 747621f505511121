/** One endpoint: what the configuration says of it, and what every request to it has. */
import { isDeepStrictEqual } from "node:util";
import type { Nanos } from "@sluice/engine";
import type { StopSignal } from "../platform/stop-signal.ts";
import { Access } from "../upstream/access.ts";
import { basicAuthorization } from "../upstream/credentials.ts";
import type { HttpClientSettings } from "../upstream/http-client.ts";
import type { TokenSourceContext } from "../upstream/oauth2.ts";
import type { ProxySettings } from "../upstream/proxies.ts";
import type { RequestHeaders } from "../upstream/request-headers.ts";
import type { BatchOptions } from "./batcher.ts";
import type { PushEncoding } from "./wire.ts";

export interface EndpointOptions extends BatchOptions, Omit<HttpClientSettings, "proxy"> {
  readonly url: string;
  /** What to call it; its address, when empty. */
  readonly name: string;
  readonly remoteTimeout: Nanos;
  readonly minBackoff: Nanos;
  readonly maxBackoff: Nanos;
  /** Attempts in all; 0 means without end. */
  readonly maxAttempts: number;
  readonly retryOn429: boolean;
  /** Drops what comes while it is full, where others would wait. */
  readonly blockOnOverflow: boolean;
  /** For what is left at the end. */
  readonly drainTimeout: Nanos;
  readonly proxy: ProxySettings | undefined;
  readonly encoding: PushEncoding;
  readonly followRedirects: boolean;
}

/** The address that requests go to, without credentials. */
export const addressOf = ({ url }: EndpointOptions): string => basicAuthorization(new URL(url)).url;

/** Whether requests go the same way, so that connections can stay. */
export const sameWay = (a: EndpointOptions, b: EndpointOptions): boolean =>
  isDeepStrictEqual([a.tls, a.proxy], [b.tls, b.proxy]);

export class Endpoint {
  readonly #access: Access;
  /** Without credentials, so that it can be logged. */
  readonly url: string;
  readonly host: string;

  constructor(options: EndpointOptions, context: TokenSourceContext) {
    const address = new URL(options.url);
    const { url, authorization } = basicAuthorization(address);
    this.url = url;
    this.host = address.host;
    this.#access = new Access(options, { ofAddress: authorization, configured: options.headers }, context);
  }

  /** Of the next request. Rejects with a `SmallFileError` or a `TokenError`. */
  headers(signal: StopSignal): RequestHeaders | Promise<RequestHeaders> {
    return this.#access.headers(signal);
  }

  /** A request was answered 401: whether the next one has other credentials. */
  renew(): boolean {
    return this.#access.renew();
  }

  /** Why files that its tokens are asked for by cannot be used, while it goes on without. */
  get problem(): string | undefined {
    return this.#access.problem;
  }

  retire(): void {
    this.#access.retire();
  }
}
