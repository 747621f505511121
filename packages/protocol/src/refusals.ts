/** Answers that many routes have in common. */
import * as v from "valibot";
import { type Answer, accessOf, isGuarded, isOfApi, json, lines, type Route } from "./route.ts";
import { type Data, text } from "./schema.ts";

export const Refusal = v.object({ error: text("Why, in one line, and what to do") });
export type Refusal = Data<typeof Refusal>;

export const refused = (description: string) => json(description, Refusal);

/** Of every route that asks for a token. */
export const GUARDED_ANSWERS = {
  401: refused("The token is missing or wrong"),
  403: refused("The token does not allow this, or a page of another site sent the request"),
  429: refused("Too many wrong tokens, or too many requests at once; `Retry-After` says when to try again"),
};
/** Of every route that takes a body. */
export const BODY_ANSWERS = {
  400: refused("The body does not match the schema"),
  408: refused("The body took too long to arrive"),
  413: refused("The body is too large"),
  415: refused("The body is not JSON"),
};

/** Of every route that takes parameters. */
export const PARAMETER_ANSWERS = { 400: refused("A parameter is not as described, or the path cannot be decoded") };

/** All answers of a route by status, in order. */
export function answersOf(one: Route): Readonly<Record<number, Answer>> {
  return {
    ...((one.params ?? one.query) !== undefined && PARAMETER_ANSWERS),
    ...(one.body !== undefined && BODY_ANSWERS),
    ...((isGuarded(one) || accessOf(one) === "scraper") && guardedAnswers(one)),
    ...one.answers,
  };
}

/** What is asked outside of the API is refused in a line of text. */
function guardedAnswers({ path }: Route): Readonly<Record<number, Answer>> {
  if (isOfApi(path)) return GUARDED_ANSWERS;
  const inText = Object.entries(GUARDED_ANSWERS).map(([status, { description }]) => [status, lines(description)]);
  return Object.fromEntries(inText);
}
