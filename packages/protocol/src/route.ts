/** What a route's record says. From it the server checks requests, clients have types, and OpenAPI is written. */
import type { AnySchema, Data, Sent } from "./schema.ts";

export type Method = "GET" | "POST" | "DELETE";

/**
 * Who may send a request if the server was started with tokens. `anyone`: a load balancer or a monitor; `scraper`: anyone,
 * unless metrics are protected; `reader`: the token for reading is enough; `entries`: the answer has users' logs, so that the
 * token for reading is enough only with `--allow-tap`; `full`: only the full token.
 */
export type Access = "anyone" | "scraper" | "reader" | "entries" | "full";

/** Content of an answer: JSON by a schema, one or more lines of text, raw bytes, or events until the connection ends. */
export type Content =
  | { readonly kind: "json"; readonly schema: AnySchema }
  | { readonly kind: "text" }
  | { readonly kind: "bytes" }
  | { readonly kind: "events"; readonly events: Readonly<Record<string, AnySchema>> };

export interface Answer {
  /** A sentence without a stop. */
  readonly description: string;
  readonly content: Content;
}

export type Schemas = Readonly<Record<string, AnySchema>>;

export interface Route {
  readonly method: Method;
  /** `/api/versions/{number}`. */
  readonly path: string;
  /** The full token where it is left out. */
  readonly access?: Access;
  /** It changes something, so that the log has a line for each request. */
  readonly changes?: true;
  readonly summary: string;
  /** Of the path, by name: as texts. */
  readonly params?: Schemas;
  /** Of the query, by name: as texts. */
  readonly query?: Schemas;
  readonly body?: AnySchema;
  /** By status. What every guarded route and every route with a body answers besides is added from `refusals.ts`. */
  readonly answers: Readonly<Record<number, Answer>>;
}

/** A record whose types stay known. */
export const route = <const R extends Route>(record: R): R => record;

export const json = <S extends AnySchema>(description: string, schema: S) =>
  ({ description, content: { kind: "json", schema } }) as const;
export const lines = (description: string) => ({ description, content: { kind: "text" } }) as const;
export const bytes = (description: string) => ({ description, content: { kind: "bytes" } }) as const;
export const events = <E extends Schemas>(description: string, all: E) =>
  ({ description, content: { kind: "events", events: all } }) as const;

/** What a route takes; undefined where it takes no body. */
export type BodyOf<R extends Route> = R["body"] extends AnySchema ? Data<R["body"]> : undefined;

type ContentData<C> = C extends { readonly kind: "json"; readonly schema: infer S extends AnySchema }
  ? Data<S>
  : undefined;
type ContentSent<C> = C extends { readonly kind: "json"; readonly schema: infer S extends AnySchema }
  ? Sent<S>
  : undefined;
/** What the server sends with a status; undefined where that is no JSON. */
export type SentOf<R extends Route, Status extends keyof R["answers"]> = R["answers"][Status] extends {
  readonly content: infer C;
}
  ? ContentSent<C>
  : undefined;
/** What a client reads with a status; undefined where that is no JSON. */
export type DataOf<R extends Route, Status extends keyof R["answers"]> = R["answers"][Status] extends {
  readonly content: infer C;
}
  ? ContentData<C>
  : undefined;

type EventsContent<R extends Route> = R["answers"] extends {
  readonly 200: { readonly content: { readonly kind: "events"; readonly events: infer E extends Schemas } };
}
  ? E
  : never;
/** What its events hold, by name. */
export type EventsOf<R extends Route> = { readonly [K in keyof EventsContent<R>]: Data<EventsContent<R>[K]> };

/** Names in a path: `"number"`. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** What a server finds in the path, checked. */
export type ParamsOf<R extends Route> = {
  readonly [K in keyof R["params"]]: R["params"][K] extends AnySchema ? Data<R["params"][K]> : never;
};
/** What it finds in the query, checked; none of it has to be there. */
export type QueryOf<R extends Route> = {
  readonly [K in keyof R["query"]]?: R["query"][K] extends AnySchema ? Data<R["query"][K]> | undefined : never;
};

export const accessOf = ({ access = "full" }: Route): Access => access;
/** Whether a request needs a token, if the server was started with tokens. */
export const isGuarded = (one: Route): boolean => !["anyone", "scraper"].includes(accessOf(one));

/** Whether a path is below `/api`, where refusals are JSON; elsewhere they are lines of text. */
export const isOfApi = (path: string): boolean => /^\/api(?:[/?]|$)/i.test(path);

/** Names in a path: `["number"]`. */
export const namesIn = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** `path` with its names filled in and a query, relative to the server's address: `api/versions/3?against=2`. */
export function pathOf(
  { path }: Pick<Route, "path">,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  );
  return `${filled.slice(1)}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}
