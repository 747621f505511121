/** An Express application as every listener has it: its routes, one line for what is not there, and one for what fails. */
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { answerError, answerLine, type ErrorAnswers } from "./answers.ts";

export interface RoutesOptions extends ErrorAnswers {
  /** What is answered, with 404, where no route takes a request. */
  readonly notFound?: string | undefined;
  /** Whether a path with a slash at its end is another one, as for the servers whose APIs receivers have. */
  readonly strictPaths?: boolean | undefined;
}

export function createRoutes(
  { notFound = "not found", strictPaths = false, ...errors }: RoutesOptions,
  addRoutes: (app: Express) => void,
): Express {
  const app = express();
  app.disable("x-powered-by");
  if (strictPaths) app.enable("strict routing");
  addRoutes(app);
  app.use((_request, response) => (errors.answer ?? answerLine)(response, 404, notFound));
  // Express knows a handler of errors by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    answerError(error, response, errors),
  );
  return app;
}
