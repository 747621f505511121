/**
 * Tokens of OAuth 2.0 by a client's own credentials (RFC 6749, 4.4), as Go's client gets them: the credentials go in the
 * header at first, and in the body where the server refuses that. A token is kept until shortly before it ends. Redirects are
 * not followed: whoever they lead to would get the credentials.
 */
import { type Nanos, SECOND } from "@sluice/engine";
import type { FileGate } from "../platform/file-gate.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { keepFileError, readSmallFile, type SmallFileError, type TextOrFile } from "../platform/small-file.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { encodeBasic } from "./credentials.ts";
import { exchange } from "./exchange.ts";
import { isHeaderValue } from "./header-values.ts";
import { KeptTransport } from "./kept-transport.ts";
import type { ProxySettings } from "./proxies.ts";
import type { TlsSettings } from "./tls-config.ts";

export interface OAuth2Settings {
  readonly clientId: string;
  readonly clientSecret: TextOrFile;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  readonly endpointParams: ReadonlyMap<string, string>;
  readonly tls: TlsSettings | undefined;
  readonly proxy: ProxySettings;
}

export interface Token {
  readonly text: string;
  /** What stands before it: `Bearer`. */
  readonly scheme: string;
  /** The token, and the client's secret in its forms. */
  readonly secrets: readonly string[];
}

/** No token can be had; the message says why, and nothing that is secret. */
export class TokenError extends Error {}

/** Takes an error of what requests need for an answer: of a file, or of a token. Any other failure is a bug. */
export function keepAccessError(error: unknown): SmallFileError | TokenError {
  return error instanceof TokenError ? error : keepFileError(error);
}

export interface TokenSourceContext {
  readonly scheduler: Pick<Scheduler, "after" | "now">;
  /** Where relative paths of files begin. */
  readonly files: FileGate;
  /** For one request. */
  readonly timeout: Nanos;
}

/** A token is not used any more so long before it ends. */
const MARGIN = 10n * SECOND;
/** Of an answer. Bytes. */
const MAX_ANSWER = 1024 * 1024;
/** Longer ones are refused. Characters. */
const MAX_TOKEN = 16 * 1024;
/** Of what the server says is wrong. Characters. */
const MAX_TOLD = 200;

export class TokenSource {
  readonly #settings: OAuth2Settings;
  readonly #context: TokenSourceContext;
  readonly #connections: KeptTransport;
  /** Without a user and password. */
  readonly #url: string;
  #kept: { readonly token: Token; readonly until: Nanos | undefined } | undefined;
  /** What is being fetched, for all who want it. */
  #fetching: Promise<Token> | undefined;
  #inBody = false;

  constructor(settings: OAuth2Settings, context: TokenSourceContext) {
    this.#settings = settings;
    this.#context = context;
    const url = new URL(settings.tokenUrl);
    [url.username, url.password, url.hash] = ["", "", ""];
    this.#url = url.href;
    const { tls, proxy } = settings;
    this.#connections = new KeptTransport({ home: this.#url, tls, proxy, files: context.files });
  }

  /** Rejects with a `TokenError`, or a `SmallFileError`. */
  get(signal: StopSignal): Promise<Token> {
    const kept = this.#kept;
    if (kept !== undefined && (kept.until === undefined || this.#context.scheduler.now() < kept.until))
      return Promise.resolve(kept.token);
    this.#fetching ??= this.#fetch(signal).finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  /** `token` was refused: the next one is fetched, unless that was done meanwhile. */
  forget(token: string): void {
    if (this.#kept?.token.text === token) this.#kept = undefined;
  }

  /** Why files of its TLS cannot be used, while it goes on by what they held before. */
  get problem(): string | undefined {
    const { problem } = this.#connections;
    return problem && `oauth2: ${problem}`;
  }

  retire(): void {
    this.#connections.retire();
  }

  async #fetch(signal: StopSignal): Promise<Token> {
    const { clientSecret: given } = this.#settings;
    const secret = given.file === "" ? given.text : (await readSmallFile(this.#context.files, given.file)).trim();
    try {
      return await this.#ask(secret, this.#inBody, signal);
    } catch (error) {
      if (!(error instanceof Refused) || this.#inBody) throw error;
      const token = await this.#ask(secret, true, signal);
      this.#inBody = true;
      return token;
    }
  }

  async #ask(secret: string, inBody: boolean, signal: StopSignal): Promise<Token> {
    const { clientId, scopes, endpointParams } = this.#settings;
    const { scheduler, timeout } = this.#context;
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    if (scopes.length > 0) form.set("scope", scopes.join(" "));
    for (const [name, value] of endpointParams) form.set(name, value);
    const basic = encodeBasic(formEncoded(clientId), formEncoded(secret));
    if (inBody) {
      form.set("client_id", clientId);
      form.set("client_secret", secret);
    }
    const request = {
      method: "POST",
      url: this.#url,
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        "user-agent": "sluice",
        ...(!inBody && { authorization: `Basic ${basic}` }),
      },
      body: [Buffer.from(form.toString())],
    };
    const transport = await this.#connections.get();
    const asked = scheduler.now();
    const options = { transport, scheduler, timeout, followRedirects: false, signal, wholeAnswer: MAX_ANSWER };
    const result = await exchange(request, options);
    if (result.kind !== "answer") throw new TokenError(`no token: ${WHY[result.kind] ?? tell(result)}`);
    const { status, contentType, text } = result.answer;
    const said = readAnswer(text, contentType);
    if (status < 200 || status > 299) throw refusal(status, said, secret);
    const token = said.access_token;
    if (typeof token !== "string" || token === "") throw new TokenError("no token: the answer holds none");
    if (token.length > MAX_TOKEN || !isHeaderValue(token))
      throw new TokenError("no token: what the answer holds as one cannot be sent in a header");
    const seconds = Number(said.expires_in);
    const lasts = seconds > 0 && Number.isFinite(seconds) ? BigInt(Math.floor(seconds)) * SECOND : undefined;
    const made = { text: token, scheme: schemeOf(said.token_type), secrets: [token, secret, basic] };
    this.#kept = { token: made, until: lasts === undefined ? undefined : asked + lasts - MARGIN };
    return made;
  }
}

/** An answer that says no: where the credentials stood in the header, they may be wanted in the body. */
class Refused extends TokenError {}

const WHY: Readonly<Record<string, string>> = {
  timeout: "its server did not answer in time",
  aborted: "the server stops",
};

const tell = (result: { readonly kind: string; readonly error?: string }): string => result.error ?? result.kind;

function refusal(status: number, said: Readonly<Record<string, unknown>>, secret: string): TokenError {
  if (status >= 300 && status < 400)
    return new TokenError(`no token: its server answered ${status}; name the final address in token_url`);
  const parts = [said.error, said.error_description].filter((one) => typeof one === "string" && one !== "");
  const told = parts.join(": ").replaceAll(/\s+/g, " ").slice(0, MAX_TOLD);
  const shown = told === "" || (secret !== "" && told.includes(secret)) ? "" : `: ${told}`;
  const message = `no token: its server answered ${status}${shown}`;
  return status >= 500 || status === 429 ? new TokenError(message) : new Refused(message);
}

/** Servers of old answer in the form of parameters. */
function readAnswer(text: string, contentType: string): Readonly<Record<string, unknown>> {
  if (/^(?:application\/x-www-form-urlencoded|text\/plain)\b/i.test(contentType))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** As Go's client writes it: some servers send the name in small letters, and others want to see it as the RFC has it. */
function schemeOf(type: unknown): string {
  if (typeof type !== "string" || !/^[A-Za-z][\w-]{0,30}$/.test(type)) return "Bearer";
  const known: Readonly<Record<string, string>> = { bearer: "Bearer", mac: "MAC", basic: "Basic" };
  return known[type.toLowerCase()] ?? type;
}

const formEncoded = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2);
