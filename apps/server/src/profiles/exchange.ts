/**
 * One request and its answer, as the receiver of profiles has them: what is counted, when it is too late to answer, and
 * the signal that its client went away. Every answer leaves through `reply`.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { PROTECTION } from "../http/answers.ts";
import { NO_ANSWER, type RequestCounts } from "../http/request-counts.ts";
import { type StopSignal, StopSource } from "../platform/stop-signal.ts";
import type { ExchangeNotes } from "./exchange-notes.ts";

/** What a request counts under. */
export type Route = "ingest" | "push_v1_pusherservice" | "debuginfo_v1alpha1_debuginfoservice" | "other";
export const ROUTES: readonly Route[] = [
  "ingest",
  "push_v1_pusherservice",
  "debuginfo_v1alpha1_debuginfoservice",
  "other",
];

export interface ExchangeRules {
  /** Milliseconds of a clock that only runs. */
  readonly elapsed: () => number;
  /** From the end of a request's headers to its answer; 0 is without end. Milliseconds. */
  readonly writeTimeout: number;
  readonly counts: RequestCounts<Route>;
}

export interface Reply {
  readonly status: number;
  /** With their `Content-Length` where they are those of many answers without a body. */
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array | string;
  readonly trailers?: readonly (readonly [name: string, value: string])[];
}

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #rules: ExchangeRules;
  readonly #began: number;
  readonly #stopped = new StopSource();
  /** What is recorded of it, where anything is. */
  readonly notes: ExchangeNotes | undefined;
  /** Bytes of the request's body. */
  received = 0;
  #sent = 0;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    route: Route,
    rules: ExchangeRules,
    notes?: ExchangeNotes,
  ) {
    this.notes = notes;
    this.request = request;
    this.response = response;
    this.#rules = rules;
    this.#began = rules.elapsed();
    const counted = rules.counts.begin(request.method ?? "", route);
    response.once("close", () => {
      const status = response.writableFinished ? response.statusCode : undefined;
      const milliseconds = rules.elapsed() - this.#began;
      const { received } = this;
      rules.counts.end(counted, { status, seconds: milliseconds / 1000, received, sent: this.#sent });
      notes?.end(status ?? NO_ANSWER, milliseconds);
      if (status === undefined) this.stop(new Error("the client went away"));
    });
  }

  /** Aborted when the client went away, or its deadline is over. */
  get signal(): StopSignal {
    return this.#stopped;
  }

  stop(reason: Error): void {
    this.#stopped.abort(reason);
  }

  /** Sends the answer, as long as there is somebody to send it to and time for it; else the connection ends. */
  reply({ status, headers = {}, body = "", trailers }: Reply): void {
    const { request, response } = this;
    if (response.destroyed || response.headersSent) return;
    const { writeTimeout, elapsed } = this.#rules;
    if (writeTimeout > 0 && elapsed() - this.#began > writeTimeout) {
      // Which of several streams of a connection is late is not a matter of the others.
      if (request.httpVersionMajor > 1) response.destroy();
      else request.socket.destroy();
      return;
    }
    if (status >= 400 || trailers !== undefined) this.notes?.refuse(refusalOf(status, body, trailers));
    this.#sent = body.length === 0 ? 0 : Buffer.byteLength(body);
    if (trailers === undefined) {
      if (this.#sent === 0) {
        // Most answers are empty, and what is empty needs no protection from other pages.
        response.writeHead(status, "Content-Length" in headers ? headers : { ...headers, "Content-Length": 0 });
        response.end();
        return;
      }
      response.writeHead(status, { ...PROTECTION, ...headers, "Content-Length": this.#sent });
      response.end(body);
      return;
    }
    response.writeHead(status, { ...PROTECTION, ...headers });
    response.write(body);
    response.addTrailers(Object.fromEntries(trailers));
    response.end();
  }

  /** A plain line, as Go's `http.Error` has it. */
  replyText(status: number, line: string): void {
    this.reply({ status, headers: TEXT, body: `${line}\n` });
  }
}

/** Why an answer refuses; empty where it does not. gRPC says it in a trailer, percent-encoded. */
function refusalOf(status: number, body: Uint8Array | string, trailers: Reply["trailers"]): Uint8Array | string {
  const told = trailers?.find(([name]) => name === "grpc-message")?.[1];
  if (told !== undefined) return percentDecoded(told);
  return status < 400 ? "" : body;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const TEXT: OutgoingHttpHeaders = { "Content-Type": "text/plain; charset=utf-8" };
