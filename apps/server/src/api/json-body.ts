/** JSON that comes with a request, within bounds; what is refused is told as JSON. */
import { MILLISECOND } from "@sluice/engine";
import type { Request, RequestHandler, Response } from "express";
import type { AnswerLine } from "../http/answers.ts";
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
export const answerError: AnswerLine = (response, status, error) => {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.end(`${JSON.stringify({ error })}\n`);
};

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
      answerError(response, error.status, error.message);
    }
  };
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
    const text = await this.#intake.take(request, this.#limits, (bytes) => bytes.toString());
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
