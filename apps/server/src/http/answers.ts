/**
 * What every listener answers in the same way: headers that tell a browser what it may do with an answer, one line of text
 * for what is refused, and one for what fails, which tells nothing of the machine. Plain requests and responses of the
 * platform, so that it holds for handlers of any framework.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { BodyError, BrokenBody, ClientGone } from "./body-error.ts";

/** Answers a request. What it throws, or rejects with, becomes an answer. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Answers with one line of text. */
export type AnswerLine = (response: ServerResponse, status: number, line: string) => void;

/** For every answer. Nothing is framed anywhere or handed to other sites. */
const HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const POLICY = "Content-Security-Policy";
/** Of what is not a page: nothing is loaded from it or by it. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
/** Seconds after which a client that was turned away may come again. */
const RETRY_AFTER = 1;

export function protectAnswer(response: ServerResponse): void {
  for (const [name, value] of Object.entries(PROTECTION)) response.setHeader(name, value);
}

/** The same for one who writes all headers at once, which takes less time than one after the other. */
export const PROTECTION: Readonly<Record<string, string>> = { ...HEADERS, [POLICY]: NOTHING };

export const answerLine: AnswerLine = (response, status, line) => {
  response.statusCode = status;
  response.setHeader(POLICY, NOTHING);
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.end(`${line}\n`);
};

/** Says after how many seconds to try again, where the status is that of too many requests and nothing said it yet. */
export function tellWhen(response: ServerResponse, status: number): void {
  if ((status === 429 || status === 503) && !response.hasHeader("Retry-After"))
    response.setHeader("Retry-After", String(RETRY_AFTER));
}

/** Refuses all other methods; `allowed` as the header `Allow` has them. */
export function onlyMethods(allowed: string, answer: AnswerLine = answerLine) {
  const methods = allowed.split(", ");
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (methods.includes(request.method ?? "")) next();
    else {
      response.setHeader("Allow", allowed);
      answer(response, 405, `method not allowed; use ${allowed}`);
    }
  };
}

export interface ErrorAnswers {
  /** Told what is our own fault. */
  failed(error: unknown): void;
  /** How lines are sent, for one who counts them. */
  readonly answer?: AnswerLine | undefined;
}

/** Makes an answer of whatever a handler throws. */
export function answerError(
  error: unknown,
  response: ServerResponse,
  { failed, answer = answerLine }: ErrorAnswers,
): void {
  if (error instanceof ClientGone) return;
  if (error instanceof BodyError) {
    if (response.headersSent) return void response.destroy();
    tellWhen(response, error.status);
    // What is still to come of the body is not waited for.
    if (error.status === 408 || error instanceof BrokenBody) response.setHeader("Connection", "close");
    answer(response, error.status, error.message);
    return;
  }
  const { status: claimed } = (error ?? {}) as { status?: unknown };
  // What is not there, may not be read, or cannot be understood; raised by file servers and routers.
  const asked = typeof claimed === "number" && claimed >= 400 && claimed < 500 ? claimed : undefined;
  if (asked === undefined) failed(error);
  if (response.headersSent) return void response.destroy();
  for (const name of ["Cache-Control", "ETag", "Last-Modified"]) response.removeHeader(name);
  if (asked === undefined) answer(response, 500, "internal error; see the server's log");
  else answer(response, asked, (STATUS_CODES[asked] ?? "bad request").toLowerCase());
}
