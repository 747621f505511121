/** JSON that comes with a request, within bounds; refusals are JSON. */
import { MILLISECOND } from "@sluice/engine";
import { isOfApi } from "@sluice/protocol";
import type { Request, RequestHandler, Response } from "express";
import { type AnswerLine, answerLine, tellWhen } from "../http/answers.ts";
import { BodyError, ClientGone } from "../http/body-error.ts";
import { BodyIntake } from "../http/body-intake.ts";
import type { Scheduler } from "../platform/scheduler.ts";

/** What is refused, with the status and one line that says why. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** One line of JSON: `{"error": "…"}`. */
export const answerRefusal: AnswerLine = (response, status, error) => {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.end(`${JSON.stringify({ error })}\n`);
};

/** Refuses in the form that a path has: JSON below `/api`, and a line of text elsewhere. */
export const refuseAt =
  (path: string): AnswerLine =>
  (response, status, error) =>
    (isOfApi(path) ? answerRefusal : answerLine)(response, status, error);

/** Scheme and host before the path, as requests through a proxy have them. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The same for what fails before, or outside of, a handler of a route. */
export const refuseRequest: AnswerLine = (response, status, error) =>
  refuseAt((response.req.url ?? "").replace(ORIGIN, ""))(response, status, error);

/** What a handler refuses becomes its answer. */
export function answering(handle: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return async (request, response) => {
    response.set("Cache-Control", "no-store");
    try {
      await handle(request, response);
    } catch (error) {
      if (error instanceof ClientGone) return;
      if (!(error instanceof Refusal) && !(error instanceof BodyError)) throw error;
      if (!request.complete) response.set("Connection", "close");
      tellWhen(response, error.status);
      answerRefusal(response, error.status, error.message);
    }
  };
}

/** What a body may be made of: what is asked for here is a few values, some of them long texts. */
const MAX_PARTS = 10_000;
const MAX_DEPTH = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Whether to read it would take long, though it is short: millions of objects, lists in lists. Linear, keeps nothing. */
function hasTooManyParts(json: Buffer): boolean {
  let [parts, depth] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]! & 0xdf;
    if (json[at] === QUOTE) at = endOfText(json, at + 1);
    else if (json[at] === COMMA) parts++;
    // Brackets and braces differ in one bit.
    else if (byte === 0x5b) depth++;
    else if (byte === 0x5d) depth--;
    if (parts > MAX_PARTS || depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Where the quote is that ends a text; the end of all where there is none. */
function endOfText(json: Buffer, from: number): number {
  for (let start = from; ; ) {
    const quote = json.indexOf(QUOTE, start);
    if (quote < 0) return json.length;
    let before = quote;
    while (before > start && json[before - 1] === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
    start = quote + 1;
  }
}

export class JsonBodies {
  readonly #intake: BodyIntake;
  readonly #limits: { readonly limit: number; readonly timeout: number };

  /** `limit`: bytes of one; `together`: of all that are in flight; `timeout`: milliseconds. */
  constructor(
    scheduler: Scheduler,
    { limit, together, timeout }: { limit: number; together: number; timeout: number },
  ) {
    this.#limits = { limit, timeout };
    const after = (ms: number, action: () => void) => scheduler.after(BigInt(ms) * MILLISECOND, action);
    this.#intake = new BodyIntake({ inFlight: together, after });
  }

  /** An object. Throws a `Refusal`, a `BodyError` or `ClientGone`. */
  async take(request: Request): Promise<Readonly<Record<string, unknown>>> {
    if (!request.is("application/json")) throw new Refusal(415, "Content-Type must be application/json");
    const text = await this.#intake.take(request, this.#limits, (bytes) =>
      hasTooManyParts(bytes) ? undefined : bytes.toString(),
    );
    if (text === undefined) throw new Refusal(400, "the body has too many parts, or they are nested too deeply");
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Refusal(400, "the body is not JSON");
    }
    if (value === null || typeof value !== "object" || Array.isArray(value))
      throw new Refusal(400, "the body must be a JSON object");
    return value as Record<string, unknown>;
  }
}
