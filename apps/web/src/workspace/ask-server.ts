/** How the page asks the server that it came from. */
export interface ServerAnswer {
  readonly status: number;
  /** Content type; empty: none was said. */
  readonly type: string;
  readonly body: Blob;
}

/** Gets what is at a path, or posts JSON to it; undefined: the server does not answer. */
export type AskServer = (path: string, post?: unknown) => Promise<ServerAnswer | undefined>;
