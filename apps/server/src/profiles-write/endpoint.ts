/** One endpoint: what the configuration says of it, and what follows for every request to it. */
import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { type Nanos, OWN_HEADERS } from "@sluice/engine";
import type { StopSignal } from "../platform/stop-signal.ts";
import { Access } from "../upstream/access.ts";
import type { Backoff } from "../upstream/backoff.ts";
import { basicAuthorization } from "../upstream/credentials.ts";
import { type WireHeaders, wireHeaders } from "../upstream/header-values.ts";
import type { HttpClientSettings } from "../upstream/http-client.ts";
import type { TokenSourceContext } from "../upstream/oauth2.ts";
import type { RequestHeaders } from "../upstream/request-headers.ts";

export interface EndpointOptions extends HttpClientSettings {
  readonly url: string;
  /** What to call it; its address, when empty. */
  readonly name: string;
  readonly remoteTimeout: Nanos;
  /** Of a file with debug information. */
  readonly debugInfoUploadTimeout: Nanos;
  readonly backoff: Backoff;
  /** Attempts in all; 0 means without end. */
  readonly maxAttempts: number;
  readonly retryOn429: boolean;
  readonly followRedirects: boolean;
}

/** Tells servers which requests come from the same process. */
const ID_HEADER = "x-sluice-id";
const PROCESS_ID = randomUUID();

/** Headers, and the secrets in them, as they are encoded too. */
export interface EndpointHeaders {
  readonly wire: WireHeaders;
  readonly secrets: readonly string[];
}

export class Endpoint {
  readonly options: EndpointOptions;
  /** As it is shown: without credentials and query. */
  readonly shownUrl: string;
  readonly #origin: string;
  readonly #path: string;
  /** The addresses of paths below it, which are few. */
  readonly #known = new Map<string, string>();
  readonly #access: Access;
  /** Where they are the same for every request. */
  readonly #fixed: EndpointHeaders | undefined;

  constructor(options: EndpointOptions, context: Omit<TokenSourceContext, "timeout">) {
    this.options = options;
    const address = new URL(options.url);
    const { username, password, search, hash } = address;
    const bare = `${username}${password}${search}${hash}` === "";
    this.#origin = address.origin;
    this.#path = address.pathname;
    this.shownUrl = bare ? options.url : `${this.#origin}${this.#path}`;
    const { remoteTimeout: timeout, headers } = options;
    const ofAddress = basicAuthorization(address).authorization;
    const configured = [...headers].filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
    const own = { [ID_HEADER]: PROCESS_ID };
    this.#access = new Access(options, { ofAddress, configured, own }, { ...context, timeout });
    const { fixed } = this.#access;
    this.#fixed = fixed && endpointHeaders(fixed);
  }

  /** Whether every request has the same headers. */
  get isFixed(): boolean {
    return this.#fixed !== undefined;
  }

  /** Why files that its tokens are asked for by cannot be used, while it goes on without. */
  get problem(): string | undefined {
    return this.#access.problem;
  }

  /** The address of `path` below the endpoint's own. */
  at(path: string, query: string): string {
    let address = this.#known.get(path);
    if (address === undefined) {
      address = `${this.#origin}${posix.join(this.#path, path)}`;
      this.#known.set(path, address);
    }
    return query === "" ? address : `${address}?${query}`;
  }

  /** The same with one more part, which may be any text but dots alone, and hardly comes twice. */
  below(path: string, part: string): string {
    return `${this.at(path, "")}/${encodeURIComponent(part)}`;
  }

  /** Of the next request. Rejects with a `SmallFileError` or a `TokenError`. */
  async headers(signal: StopSignal): Promise<EndpointHeaders> {
    return this.#fixed ?? endpointHeaders(await this.#access.headers(signal));
  }

  /** A request was answered 401: whether the next one has other credentials. */
  renew(): boolean {
    return this.#access.renew();
  }

  retire(): void {
    this.#access.retire();
  }
}

const endpointHeaders = ({ values, secrets }: RequestHeaders): EndpointHeaders => ({
  wire: wireHeaders(values),
  secrets,
});
