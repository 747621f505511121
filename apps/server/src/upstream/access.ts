/** The headers of requests to one server: what is configured, and credentials, which may be in files or fetched as tokens. */
import type { FileGate } from "../platform/file-gate.ts";
import { readSmallFile, type TextOrFile } from "../platform/small-file.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { AccessSettings } from "./http-client.ts";
import { TokenSource, type TokenSourceContext } from "./oauth2.ts";
import { type RequestHeaders, requestHeaders } from "./request-headers.ts";

export interface AccessHeaders {
  /** `Basic …`, of a user in the server's address. */
  readonly ofAddress?: string | undefined;
  readonly configured: Iterable<readonly [name: string, value: string]>;
  /** A configured one replaces each. */
  readonly own?: Readonly<Record<string, string>>;
}

export class Access {
  readonly #settings: AccessSettings;
  readonly #headers: AccessHeaders;
  readonly #files: FileGate;
  readonly #tokens: TokenSource | undefined;
  /** Where they are the same for every request. */
  readonly fixed: RequestHeaders | undefined;
  /** The token that was sent last. */
  #token = "";

  constructor(settings: AccessSettings, headers: AccessHeaders, context: TokenSourceContext) {
    this.#settings = settings;
    this.#headers = headers;
    this.#files = context.files;
    this.#tokens = settings.oauth2 && new TokenSource(settings.oauth2, context);
    const { bearerToken, basicAuth } = settings;
    if (this.#tokens === undefined && bearerToken.file === "" && (basicAuth?.password.file ?? "") === "")
      this.fixed = this.#with(bearerToken.text, settings.scheme, basicAuth?.password.text ?? "", []);
  }

  /** Of the next request. Rejects with a `SmallFileError` or a `TokenError`. */
  headers(signal: StopSignal): RequestHeaders | Promise<RequestHeaders> {
    return this.fixed ?? this.#read(signal);
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
    const { bearerToken, scheme, basicAuth } = this.#settings;
    const textOf = async ({ text, file }: TextOrFile) =>
      file === "" ? text : (await readSmallFile(this.#files, file)).trim();
    const password = basicAuth === undefined ? "" : await textOf(basicAuth.password);
    return this.#with(await textOf(bearerToken), scheme, password, []);
  }

  #with(bearerToken: string, scheme: string, password: string, more: readonly string[]): RequestHeaders {
    const { ofAddress, configured, own } = this.#headers;
    const { basicAuth } = this.#settings;
    const credentials = { bearerToken, scheme: scheme || undefined, basicAuth, password, ofAddress };
    const { values, secrets } = requestHeaders(credentials, configured, own);
    return { values, secrets: [...secrets, ...more] };
  }
}
