/** Requests to the server that serves the page. */
export interface ServerAnswer {
  readonly status: number;
  /** Content type; empty: none was said. */
  readonly type: string;
  readonly body: Blob;
  /** Seconds after which to ask again, where the server said so. */
  readonly retryAfter?: number | undefined;
}

/** Options of a request. */
export interface AskedWith {
  /** The token that is shown; null: none. */
  readonly token: string | null;
  readonly method?: "DELETE" | undefined;
}

/** Gets what is at a path, or posts JSON to it; undefined: the server does not answer. */
export type AskServer = (path: string, post?: unknown, method?: "DELETE") => Promise<ServerAnswer | undefined>;

/** The same with the token already given. */
export type AskServerWith = (path: string, post: unknown, asked: AskedWith) => Promise<ServerAnswer | undefined>;

/** Gets what is at a path, or posts JSON to it, and reads the answer as it comes; undefined: the server does not answer. */
export type OpenStream = (path: string, post: unknown, signal: AbortSignal) => Promise<Response | undefined>;
export type OpenStreamWith = (
  path: string,
  post: unknown,
  asked: { readonly token: string | null; readonly signal: AbortSignal },
) => Promise<Response | undefined>;
