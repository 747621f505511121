/** Bodies, queries and paths of requests: fields with bounds, and messages for mistakes: the path of the field and what it must be. */
import * as v from "valibot";
import type { ParamsOf, QueryOf, Route } from "./route.ts";
import type { AnySchema, Data } from "./schema.ts";

/** A number of a body within bounds. */
export const numberFrom = (least: number, most: number, note: string) => {
  const message = `must be a number from ${least} to ${most}`;
  return v.pipe(v.number(message), v.minValue(least, message), v.maxValue(most, message), v.description(note));
};

/** A text of a body with a maximum length. */
export const textUpTo = (most: number, note: string) => {
  const message = `must be a text of at most ${most} characters`;
  return v.pipe(v.string(message), v.maxLength(most, message), v.description(note));
};

/** Any text of a body: the whole body is bounded. */
export const anyText = (note: string, message = "must be a text") => v.pipe(v.string(message), v.description(note));

export const flag = (note: string) => v.pipe(v.boolean("must be true or false"), v.description(note));

/** One of the words. */
export const oneOf = <const T extends string>(words: readonly T[], note: string) =>
  v.pipe(v.picklist(words, `must be ${wordList(words)}`), v.description(note));

const wordList = (words: readonly string[]): string => `one of ${words.join(", ")}`;

export type ReadBody<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Reports the first mistake: `rate must be a number from 1 to 1000`. Unknown names are ignored. */
export function readBody<S extends AnySchema>(schema: S, body: unknown): ReadBody<Data<S>> {
  const read = v.safeParse(schema, body, { abortEarly: true });
  if (read.success) return { ok: true, value: read.output as Data<S> };
  const [issue] = read.issues;
  const at = v.getDotPath(issue);
  const message = missing(schema, issue) ?? issue.message;
  return { ok: false, message: at === null ? message : `${at} ${message}` };
}

/** The query of a request, whose values are texts, or lists where a name repeats. Says the first mistake, as `readBody` does. */
export function readQuery<R extends Route>({ query = {} }: R, given: unknown): ReadBody<QueryOf<R>> {
  const fields = Object.entries(query).map(([name, schema]) => [name, v.optional(schema)]);
  const read = readBody(v.object(Object.fromEntries(fields)), given);
  return read.ok ? { ok: true, value: read.value as QueryOf<R> } : read;
}

/** The names in the path of a request, whose values are texts. Says the first mistake, as `readBody` does. */
export function readParams<R extends Route>({ params = {} }: R, given: unknown): ReadBody<ParamsOf<R>> {
  const read = readBody(v.object(params), given);
  return read.ok ? { ok: true, value: read.value as ParamsOf<R> } : read;
}

/** The message for a missing field. */
function missing(schema: AnySchema, { path }: v.BaseIssue<unknown>): string | undefined {
  const [first, ...within] = path ?? [];
  if (first?.origin !== "key" || within.length > 0 || !("entries" in schema)) return undefined;
  const { [String(first.key)]: field } = schema.entries as Readonly<Record<string, { readonly message?: unknown }>>;
  return typeof field?.message === "string" ? field.message : undefined;
}
