/** Requests of the command line to a server that runs. */
import { FileError, readWhole } from "./config-file.ts";
import { UsageError } from "./usage.ts";

export const DEFAULT_SERVER = "http://127.0.0.1:3180/";
const TIMEOUT_MS = 60_000;

/** Why a certificate is not trusted, where that is a matter of who signed it. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;

/** A request that got no answer that could be understood; the message says why. */
export class ServerError extends Error {}

export interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

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

  /** Sends `body` by POST, or asks by GET. Throws `ServerError`. */
  async ask(path: string, body?: unknown): Promise<Answer> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(new URL(path, this.#url), {
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
        headers: {
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...(this.#token !== undefined && { Authorization: `Bearer ${this.#token}` }),
        },
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      text = await response.text();
    } catch (error) {
      const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
      const advice = UNTRUSTED.test(cause?.code ?? "")
        ? "; name the file of the certificate that it is signed by in the environment variable NODE_EXTRA_CA_CERTS"
        : "";
      throw new ServerError(`cannot reach ${this.#url.href}: ${cause?.message ?? message}${advice}`);
    }
    if (response.status === 401 && this.#token === undefined)
      throw new ServerError(`${this.#url.href} asks for a token: name the file that holds it with --token-file`);
    try {
      return { status: response.status, json: JSON.parse(text) as Answer["json"] };
    } catch {
      throw new ServerError(`${this.#url.href} answered ${response.status}: ${text.trim().slice(0, 200)}`);
    }
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
