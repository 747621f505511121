/** Answers that many routes have in common. */
import * as v from "valibot";
import { type Answer, accessOf, isGuarded, isOfApi, json, lines, type Route } from "./route.ts";
import { type Data, text } from "./schema.ts";

export const Refusal = v.object({ error: text("Why, in one line, and what to do") });
export type Refusal = Data<typeof Refusal>;

export const refused = (description: string) => json(description, Refusal);

/** Of every route. */
export const COMMON_ANSWERS = { 421: refused("The header `Host` has no name of this server") };
/** Of every route but those for health, which are always answered. */
export const BUSY_ANSWERS = {
  503: refused("The server is answering as many requests as it can; `Retry-After` says when to try again"),
};
/** Of every route that asks for a token. */
export const GUARDED_ANSWERS = {
  401: refused("The token is missing or wrong"),
  403: refused("The token does not allow this, or a page of another site sent the request"),
  429: refused(
    "Too many wrong tokens, too many bytes of bodies at once, or too many clients of this route; `Retry-After` says when to try again",
  ),
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
    ...written(one, COMMON_ANSWERS),
    ...(accessOf(one) !== "anyone" && written(one, BUSY_ANSWERS)),
    ...((one.params ?? one.query) !== undefined && PARAMETER_ANSWERS),
    ...(one.body !== undefined && BODY_ANSWERS),
    ...((isGuarded(one) || accessOf(one) === "scraper") && written(one, GUARDED_ANSWERS)),
    ...one.answers,
  };
}

/** What is asked outside of the API is refused in a line of text. */
function written({ path }: Route, answers: Readonly<Record<number, Answer>>): Readonly<Record<number, Answer>> {
  if (isOfApi(path)) return answers;
  const inText = Object.entries(answers).map(([status, { description }]) => [status, lines(description)]);
  return Object.fromEntries(inText);
}
