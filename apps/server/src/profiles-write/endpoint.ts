/** One endpoint: what the configuration says of it, and what follows for every request to it. */
import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { type Nanos, OWN_HEADERS } from "@sluice/engine";
import type { FileGate } from "../platform/file-gate.ts";
import { readSmallFile, type TextOrFile } from "../platform/small-file.ts";
import type { Backoff } from "../upstream/backoff.ts";
import { type BasicAuth, basicAuthorization } from "../upstream/credentials.ts";
import { type WireHeaders, wireHeaders } from "../upstream/header-values.ts";
import { requestHeaders } from "../upstream/request-headers.ts";
import type { TlsSettings } from "../upstream/tls-config.ts";

export interface EndpointOptions {
  readonly url: string;
  /** What to call it; its address, when empty. */
  readonly name: string;
  readonly remoteTimeout: Nanos;
  readonly backoff: Backoff;
  /** Attempts in all; 0 means without end. */
  readonly maxAttempts: number;
  readonly retryOn429: boolean;
  readonly followRedirects: boolean;
  readonly headers: ReadonlyMap<string, string>;
  readonly bearerToken: TextOrFile;
  readonly basicAuth: BasicAuth | undefined;
  readonly tls: TlsSettings | undefined;
  readonly proxyUrl: string;
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
  readonly #files: FileGate;
  readonly #urlAuthorization: string | undefined;
  /** Where they are the same for every request. */
  readonly #fixed: EndpointHeaders | undefined;

  constructor(options: EndpointOptions, files: FileGate) {
    this.options = options;
    this.#files = files;
    const address = new URL(options.url);
    const { username, password, search, hash } = address;
    const bare = `${username}${password}${search}${hash}` === "";
    this.#origin = address.origin;
    this.#path = address.pathname;
    this.shownUrl = bare ? options.url : `${this.#origin}${this.#path}`;
    this.#urlAuthorization = basicAuthorization(address).authorization;
    const { bearerToken, basicAuth } = options;
    if (bearerToken.file === "" && (basicAuth?.password.file ?? "") === "")
      this.#fixed = this.#headers(bearerToken.text, basicAuth?.password.text ?? "");
  }

  /** Whether the headers of every request may change with a file. */
  get readsFiles(): boolean {
    return this.#fixed === undefined;
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

  /** Those that every request has. Rejects where a file cannot be read. */
  async headers(): Promise<EndpointHeaders> {
    if (this.#fixed !== undefined) return this.#fixed;
    const { bearerToken, basicAuth } = this.options;
    const token = await this.#read(bearerToken);
    const password = basicAuth === undefined ? "" : await this.#read(basicAuth.password);
    return this.#headers(token.trim(), password.trim());
  }

  #read({ text, file }: TextOrFile): string | Promise<string> {
    return file === "" ? text : readSmallFile(this.#files, file);
  }

  #headers(bearerToken: string, password: string): EndpointHeaders {
    const { headers, basicAuth } = this.options;
    const configured = [...headers].filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
    const credentials = { bearerToken, basicAuth, password, ofAddress: this.#urlAuthorization };
    const { values, secrets } = requestHeaders(credentials, configured, { [ID_HEADER]: PROCESS_ID });
    return { wire: wireHeaders(values), secrets };
  }
}
