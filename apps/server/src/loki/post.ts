/**
 * One HTTP request to an endpoint, redirects included. Errors become results; nothing is thrown. Once there is a status it
 * decides: the answer's body changes nothing, or entries that arrived would be sent again.
 */
import type { Nanos } from "@sluice/engine";
import type { Scheduler } from "../platform/scheduler.ts";
import { keepFileError, SmallFileError } from "../platform/small-file.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { exchange } from "../upstream/exchange.ts";
import { KeptTransport, type KeptTransportOptions } from "../upstream/kept-transport.ts";

/** An HTTP answer, or why there is none. */
export type PostResult =
  | {
      readonly status: number;
      readonly body: string;
      readonly error?: undefined;
      /** The answer is to a GET that a redirect asked for: what was posted has arrived nowhere. */
      readonly lostBody?: boolean;
      /** The header `Retry-After`. */
      readonly retryAfter?: string | undefined;
    }
  | { readonly status: 0; readonly error: string; readonly retryAfter?: undefined };

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** For the request as a whole, redirects included. */
  readonly timeout: Nanos;
  readonly followRedirects: boolean;
}

/** `signal` gives the request up. */
export type Post = (request: PostRequest, signal: StopSignal) => Promise<PostResult>;

/** Sends to one endpoint, over connections that it keeps. */
export class Poster {
  readonly #connections: KeptTransport;
  readonly #scheduler: Pick<Scheduler, "after">;

  constructor(options: KeptTransportOptions, scheduler: Pick<Scheduler, "after">) {
    this.#connections = new KeptTransport(options);
    this.#scheduler = scheduler;
  }

  readonly post: Post = async ({ url, headers, body, timeout, followRedirects }, signal) => {
    const request = { method: "POST", url, headers, body: [body] };
    const transport = await this.#connections.get().catch(keepFileError);
    if (transport instanceof SmallFileError) return { status: 0, error: transport.message };
    const options = { transport, scheduler: this.#scheduler, timeout, followRedirects, signal };
    const result = await exchange(request, options);
    switch (result.kind) {
      case "answer": {
        const { status, text, lostBody, retryAfter } = result.answer;
        return { status, body: text, ...(lostBody && { lostBody }), ...(retryAfter !== undefined && { retryAfter }) };
      }
      case "timeout":
        return { status: 0, error: `no answer within ${Number(timeout) / 1e9} s` };
      case "aborted":
        return { status: 0, error: "nobody waits for it any more" };
      case "broken":
        return { status: 0, error: result.error };
    }
  };

  /** Why files that it reads cannot be used, while it goes on without. */
  get problem(): string | undefined {
    return this.#connections.problem;
  }

  /** Keeps no connection any more. */
  retire(): void {
    this.#connections.retire();
  }
}
