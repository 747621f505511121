/** One endpoint: what the configuration says of it, and what every request to it has. */
import { isDeepStrictEqual } from "node:util";
import type { Nanos } from "@sluice/engine";
import type { FileGate } from "../platform/file-gate.ts";
import { readSmallFile, type TextOrFile } from "../platform/small-file.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { type BasicAuth, basicAuthorization } from "../upstream/credentials.ts";
import { type OAuth2Settings, TokenSource, type TokenSourceContext } from "../upstream/oauth2.ts";
import type { ProxySettings } from "../upstream/proxies.ts";
import { type RequestHeaders, requestHeaders } from "../upstream/request-headers.ts";
import type { TlsSettings } from "../upstream/tls-config.ts";
import type { BatchOptions } from "./batcher.ts";
import type { PushEncoding } from "./wire.ts";

export interface EndpointOptions extends BatchOptions {
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
  readonly headers: ReadonlyMap<string, string>;
  /** Sent after `scheme`; both are empty where there is none. */
  readonly bearerToken: TextOrFile;
  /** What stands before it; empty is `Bearer`. */
  readonly scheme: string;
  readonly basicAuth: BasicAuth | undefined;
  readonly oauth2: OAuth2Settings | undefined;
  readonly tls: TlsSettings | undefined;
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
  readonly #options: EndpointOptions;
  readonly #files: FileGate;
  readonly #ofAddress: string | undefined;
  /** Without credentials, so that it can be logged. */
  readonly url: string;
  readonly host: string;
  readonly #tokens: TokenSource | undefined;
  /** Where they are the same for every request. */
  readonly #fixed: RequestHeaders | undefined;
  /** The token that was sent last. */
  #token = "";

  constructor(options: EndpointOptions, context: TokenSourceContext) {
    this.#options = options;
    this.#files = context.files;
    const address = new URL(options.url);
    const { url, authorization } = basicAuthorization(address);
    this.url = url;
    this.host = address.host;
    this.#ofAddress = authorization;
    this.#tokens = options.oauth2 && new TokenSource(options.oauth2, context);
    const { bearerToken, basicAuth } = options;
    if (this.#tokens === undefined && bearerToken.file === "" && (basicAuth?.password.file ?? "") === "")
      this.#fixed = this.#with(bearerToken.text, options.scheme, basicAuth?.password.text ?? "", []);
  }

  /** Of the next request. Rejects with a `SmallFileError` or a `TokenError`. */
  headers(signal: StopSignal): RequestHeaders | Promise<RequestHeaders> {
    return this.#fixed ?? this.#read(signal);
  }

  /** A request was answered 401: whether the next one has other credentials. */
  renew(): boolean {
    if (this.#tokens === undefined || this.#token === "") return false;
    this.#tokens.forget(this.#token);
    this.#token = "";
    return true;
  }

  /** Why files that its tokens are asked for by cannot be used, while it goes on without. */
  get problem(): string | undefined {
    return this.#tokens?.problem;
  }

  retire(): void {
    this.#tokens?.retire();
  }

  async #read(signal: StopSignal): Promise<RequestHeaders> {
    if (this.#tokens !== undefined) {
      const { text, scheme, secrets } = await this.#tokens.get(signal);
      this.#token = text;
      return this.#with(text, scheme, "", secrets);
    }
    const { bearerToken, scheme, basicAuth } = this.#options;
    const textOf = async ({ text, file }: TextOrFile) =>
      file === "" ? text : (await readSmallFile(this.#files, file)).trim();
    const password = basicAuth === undefined ? "" : await textOf(basicAuth.password);
    return this.#with(await textOf(bearerToken), scheme, password, []);
  }

  #with(bearerToken: string, scheme: string, password: string, more: readonly string[]): RequestHeaders {
    const { basicAuth, headers } = this.#options;
    const credentials = { bearerToken, scheme: scheme || undefined, basicAuth, password, ofAddress: this.#ofAddress };
    const { values, secrets } = requestHeaders(credentials, headers);
    return { values, secrets: [...secrets, ...more] };
  }
}
