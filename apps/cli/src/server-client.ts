/** Requests of the command line to a server that runs. */
import { messageOf } from "@sluice/engine";
import { type Answered, type ApiRequest, type ApiResponse, type Asking, ask, type Route } from "@sluice/protocol";
import { codeOf } from "@sluice/server/system-error";
import { FileError, readWhole } from "./config-file.ts";
import { UsageError } from "./usage.ts";

export const DEFAULT_SERVER = "http://127.0.0.1:3180/";
const TIMEOUT_MS = 60_000;

/** Why a certificate is not trusted, where that is a matter of who signed it. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;

/** A request that got no answer that could be understood; the message says why. */
export class ServerError extends Error {}

export class ServerClient {
  readonly #url: URL;
  readonly #token: string | undefined;

  private constructor(url: URL, token: string | undefined) {
    this.#url = url;
    this.#token = token;
  }

  /** By what `--to` and `--token-file` say. Throws `UsageError` and `FileError`. */
  static async of(to = DEFAULT_SERVER, tokenFile?: string): Promise<ServerClient> {
    if (!URL.canParse(to) || !/^https?:$/.test(new URL(to).protocol))
      throw new UsageError(`--to must be an address such as ${DEFAULT_SERVER}, got ${JSON.stringify(to)}`);
    const url = new URL(to);
    if (!url.pathname.endsWith("/")) url.pathname += "/";
    return new ServerClient(url, tokenFile === undefined ? undefined : await readToken(tokenFile));
  }

  get url(): string {
    return this.#url.href;
  }

  /** Asks by the record of a route. Throws `ServerError`. */
  async ask<R extends Route>(route: R, asking: Asking<R>): Promise<Answered<R>> {
    const asked = await ask((request) => this.#send(request), route, asking);
    if (asked.kind === "away") throw new ServerError(`cannot reach ${this.#url.href}`);
    if (asked.kind !== "unreadable") return asked;
    throw new ServerError(
      `${this.#url.href} answers ${route.method} ${route.path} in a form that this version cannot read: is the server of another version?`,
    );
  }

  async #send({ method, path, body }: ApiRequest): Promise<ApiResponse> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(new URL(path, this.#url), {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: {
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...(this.#token !== undefined && { Authorization: `Bearer ${this.#token}` }),
        },
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      text = await response.text();
    } catch (error) {
      throw new ServerError(`cannot reach ${this.#url.href}: ${whyUnreachable(error)}`);
    }
    const { status } = response;
    if (status === 401 && this.#token === undefined)
      throw new ServerError(`${this.#url.href} asks for a token: name the file that holds it with --token-file`);
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw new ServerError(`${this.#url.href} answered ${status}: ${text.trim().slice(0, 200)}`);
    }
    return { status, json: async () => json };
  }
}

/** Shorter ones could be guessed. */
const MIN_TOKEN = 16;
const MAX_TOKEN_FILE = 64 * 1024;

/** The token in a file, without the blanks around it. Throws `FileError`. */
export async function readToken(file: string): Promise<string> {
  const token = (await readWhole(file, { most: MAX_TOKEN_FILE })).toString("utf8").trim();
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < MIN_TOKEN)
    throw new FileError(`${file} must hold a token of at least ${MIN_TOKEN} characters of ASCII without blanks`);
  return token;
}

/** Why a request failed, and what to do about it. */
function whyUnreachable(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return `no answer within ${TIMEOUT_MS / 1000} s`;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  // A name with several addresses has an error for each, and no message of its own.
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code = codeOf(first) ?? "";
  if (code === "ECONNREFUSED") return "connection refused: is the server running, and is this the address of its page?";
  if (code === "ENOTFOUND") return "there is no such host";
  return UNTRUSTED.test(code)
    ? `${messageOf(first)}; name the file of the certificate that it is signed by in the environment variable NODE_EXTRA_CA_CERTS`
    : messageOf(first);
}
