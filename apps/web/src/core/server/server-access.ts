/**
 * The one way to the server: every question shows the token that somebody signed in with. It is in the tab's storage
 * alone, and forgotten as soon as the server calls it wrong, so that the page never tries a wrong one twice. A 401
 * makes the server `locked` (`stores.server`), which asks for a token once. `/api/status` says what the token allows.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { forget, KEYS, readJson, type TextStorage, writeJson } from "../storage/text-storage.ts";
import type { AskServer, AskServerWith, OpenStream, OpenStreamWith, ServerAnswer } from "./ask-server.ts";

export interface AccessState {
  /** Null: nobody is signed in. */
  readonly token: string | null;
  /** The dialog that asks for it is open. */
  readonly asking: boolean;
  /** Why the last token was refused. */
  readonly problem: string | null;
}

export interface AccessHost {
  readonly askServer: AskServerWith;
  readonly openStream: OpenStreamWith;
  readonly tabStorage: TextStorage | undefined;
}

/** In place of what the server says of itself: it wants a token first. */
export const LOCKED = Symbol("locked");

const STATUS = "api/status";
const MAX_TOKEN = 10_000;

export class ServerAccess {
  readonly store: StoreApi<AccessState>;
  readonly #host: AccessHost;

  constructor(host: AccessHost) {
    this.#host = host;
    const kept = readJson(host.tabStorage, KEYS.token);
    this.store = createStore(() => ({
      token: typeof kept === "string" && kept !== "" ? kept : null,
      asking: false,
      problem: null,
    }));
  }

  readonly ask: AskServer = async (path, post, method) => {
    const { token } = this.store.getState();
    const answer = await this.#host.askServer(path, post, { token, method });
    if (answer?.status === 401) this.#refuse(token);
    return answer;
  };

  readonly open: OpenStream = async (path, post, signal) => {
    const { token } = this.store.getState();
    const response = await this.#host.openStream(path, post, { token, signal });
    if (response?.status === 401) this.#refuse(token);
    return response;
  };

  /** What the server says of itself, or `LOCKED`; undefined: there is no such server. */
  async status(): Promise<unknown> {
    const answer = await this.ask(STATUS);
    if (answer?.status === 401) return LOCKED;
    if (answer?.status === 429) {
      this.store.setState({ problem: tooMany(answer) });
      return LOCKED;
    }
    return readJsonAnswer(answer);
  }

  /** Tries a token; gives the server's status if it is right. */
  async signIn(token: string): Promise<{ readonly status: unknown } | { readonly problem: string }> {
    const wanted = token.trim();
    if (!/^[\x21-\x7e]+$/.test(wanted) || wanted.length > MAX_TOKEN)
      return this.#told("A token has no spaces, and no letters beyond ASCII.");
    const answer = await this.#host.askServer(STATUS, undefined, { token: wanted });
    if (answer === undefined) return this.#told("The server does not answer. Is it still running?");
    if (answer.status === 401) return this.#told("The server does not know this token.");
    if (answer.status === 429) return this.#told(tooMany(answer));
    const status = await readJsonAnswer(answer);
    if (status === undefined) return this.#told(`The server answered ${answer.status}. Try again.`);
    writeJson(this.#host.tabStorage, KEYS.token, wanted);
    this.store.setState({ token: wanted, asking: false, problem: null });
    return { status };
  }

  /** Forgets the token. */
  signOut(): void {
    forget(this.#host.tabStorage, KEYS.token);
    this.store.setState({ token: null, problem: null });
  }

  setAsking(asking: boolean): void {
    this.store.setState({ asking, ...(asking ? {} : { problem: null }) });
  }

  #told(problem: string): { readonly problem: string } {
    this.store.setState({ problem });
    return { problem };
  }

  /** Another one may be there by the time of the answer. */
  #refuse(token: string | null): void {
    if (token === null || token !== this.store.getState().token) return;
    this.signOut();
    this.store.setState({ problem: "The server does not know the token any more: sign in again." });
  }
}

const tooMany = ({ retryAfter }: ServerAnswer): string =>
  `Too many wrong tokens came from here. Try again in ${retryAfter === undefined ? "a minute" : `${retryAfter} s`}.`;

async function readJsonAnswer(answer: ServerAnswer | undefined): Promise<unknown> {
  if (answer?.status !== 200 || !answer.type.includes("json")) return undefined;
  try {
    return JSON.parse(await answer.body.text()) as unknown;
  } catch {
    return undefined;
  }
}
