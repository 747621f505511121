/**
 * A client of the server's API, typed by the routes' records. A transport sends the requests: the page's sends the token of
 * the signed-in user, the command line's reads it from a file.
 */
import * as v from "valibot";
import { Refusal } from "./refusals.ts";
import { type BodyOf, type DataOf, type EventsOf, type Method, type NamesIn, pathOf, type Route } from "./route.ts";

export interface ApiRequest {
  readonly method: Method;
  /** Relative to the server's address, with its query. */
  readonly path: string;
  /** To be sent as JSON; undefined: none. */
  readonly body: unknown;
}

export interface ApiResponse {
  readonly status: number;
  /** What the body holds as JSON; undefined: it is no JSON. */
  json(): Promise<unknown>;
}

/** Undefined: the server does not answer. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse | undefined>;

/** What goes into a request to a route. */
export type Asking<R extends Route> = ([NamesIn<R["path"]>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: { readonly [K in NamesIn<R["path"]>]: string | number } }) &
  (R["body"] extends object ? { readonly body: BodyOf<R> } : { readonly body?: undefined }) & {
    readonly query?: { readonly [K in keyof R["query"]]?: string | number | undefined };
  };

type Statuses<R extends Route> = keyof R["answers"] & number;

/** `answer`: one that the route's record describes, whose body could be read. */
export type Answered<R extends Route> =
  | { [S in Statuses<R>]: { readonly kind: "answer"; readonly status: S; readonly value: DataOf<R, S> } }[Statuses<R>]
  /** `error`: why, where the server says so. */
  | { readonly kind: "refused"; readonly status: number; readonly error: string | undefined };

export type Asked<R extends Route> =
  | Answered<R>
  /** The server may be of another version. */
  | { readonly kind: "unreadable"; readonly status: number }
  | { readonly kind: "away" };

export const requestTo = <R extends Route>(route: R, { params, query, body }: Asking<R>): ApiRequest => ({
  method: route.method,
  path: pathOf(route, params ?? {}, query ?? {}),
  body,
});

export async function ask<R extends Route>(transport: Transport, route: R, asking: Asking<R>): Promise<Asked<R>> {
  const response = await transport(requestTo(route, asking));
  return response === undefined ? { kind: "away" } : readResponse(route, response);
}

export async function readResponse<R extends Route>(route: R, response: ApiResponse): Promise<Asked<R>> {
  const { status } = response;
  const content = route.answers[status]?.content;
  const body = await response.json();
  if (content?.kind === "json") {
    const read = v.safeParse(content.schema, body);
    if (read.success) return { kind: "answer", status, value: read.output } as Asked<R>;
  }
  if (status < 400) return { kind: "unreadable", status };
  const refusal = v.safeParse(Refusal, body);
  return { kind: "refused", status, error: refusal.success ? refusal.output.error : undefined };
}

/** An event of a route, by its name. */
export type EventOf<R extends Route> = {
  [N in keyof EventsOf<R> & string]: { readonly name: N; readonly data: EventsOf<R>[N] };
}[keyof EventsOf<R> & string];

/** What an event holds; undefined: it is none that this client knows. */
export function readEvent<R extends Route>(route: R, name: string, data: unknown): EventOf<R> | undefined {
  const content = route.answers[200]?.content;
  const schema = content?.kind === "events" ? content.events[name] : undefined;
  if (schema === undefined) return undefined;
  const read = v.safeParse(schema, data);
  return read.success ? ({ name, data: read.output } as EventOf<R>) : undefined;
}
