/** The API of the page's server: questions by the records of its routes, and what is said to people where one fails. */
import type { Asked, Asking, DataOf, EventOf, Route } from "@sluice/protocol";
import { ask as askRoute, readEvent, readResponse, requestTo } from "@sluice/protocol/client";
import type { Result } from "../text/result.ts";
import type { AskServer, OpenStream, ServerAnswer } from "./ask-server.ts";
import { readEvents } from "./event-stream.ts";

const AWAY = "The server does not answer. Is it still running?";
const UNREAD = "This page cannot read the server's answer. If the server is newer, reload the page.";

/** Asks the server; its answer is read by the route's record. */
export const askServer = <R extends Route>(ask: AskServer, route: R, asking: Asking<R>): Promise<Asked<R>> =>
  askRoute(
    async ({ method, path, body }) => {
      const answer = await ask(path, body, method === "DELETE" ? method : undefined);
      return answer && { status: answer.status, json: () => jsonOf(answer) };
    },
    route,
    asking,
  );

type Found<R extends Route> = DataOf<R, 200 & keyof R["answers"]>;

/** The body of an answer with 200, or why there is none, for people. `gone`: what a 404 without words means. */
export function resultOf<R extends Route>(_route: R, asked: Asked<R>, gone?: string): Result<Found<R>> {
  if (asked.kind === "answer" && asked.status === 200) return { ok: true, value: asked.value as Found<R> };
  return { ok: false, message: refusalOf(asked, gone) };
}

/** The two together. */
export const askFor = async <R extends Route>(ask: AskServer, route: R, asking: Asking<R>, gone?: string) =>
  resultOf(route, await askServer(ask, route, asking), gone);

/** Why a request failed. */
export function refusalOf(asked: Unanswered, gone?: string): string {
  if (asked.kind === "away") return AWAY;
  if (asked.kind === "unreadable") return UNREAD;
  if (asked.status === 401) return "The server wants to know who you are: sign in.";
  const error = asked.kind === "refused" ? asked.error : errorOf(asked.value);
  if (error !== undefined) return `The server answered ${asked.status}: ${error}`;
  if (asked.status === 404 && gone !== undefined) return gone;
  return `The server answered ${asked.status}.`;
}

/** An answer that is no success, of whatever route. */
type Unanswered =
  | { readonly kind: "answer"; readonly status: number; readonly value: unknown }
  | Exclude<Asked<Route>, { readonly kind: "answer" }>;

const errorOf = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "error" in value && typeof value.error === "string"
    ? value.error
    : undefined;

/** Undefined: it is no JSON. */
async function jsonOf({ type, body }: Pick<ServerAnswer, "type" | "body">): Promise<unknown> {
  if (!type.includes("json")) return undefined;
  try {
    return JSON.parse(await body.text()) as unknown;
  } catch {
    return undefined;
  }
}

/** `event`: undefined where this page cannot read it. `size`: UTF-16 units that it took. */
export interface ServerEvent<R extends Route> {
  readonly event: EventOf<R> | undefined;
  readonly size: number;
}

export type Opened<R extends Route> =
  | { readonly kind: "events"; readonly events: AsyncGenerator<ServerEvent<R>, void> }
  | { readonly kind: "none"; readonly asked: Asked<R> };

/** Opens a route's events; they end where the connection breaks. */
export async function openEvents<R extends Route>(
  open: OpenStream,
  route: R,
  asking: Asking<R>,
  signal: AbortSignal,
): Promise<Opened<R>> {
  const { path, body } = requestTo(route, asking);
  const response = await open(path, body, signal);
  if (response === undefined) return { kind: "none", asked: { kind: "away" } };
  const { status } = response;
  const type = response.headers.get("content-type") ?? "";
  if (status === 200 && response.body !== null && type.includes("event-stream"))
    return { kind: "events", events: eventsOf(route, response.body) };
  // A page of some other server is none of its answers; a connection is not held open for it.
  if (status === 200) {
    await response.body?.cancel();
    return { kind: "none", asked: { kind: "refused", status: 404, error: undefined } };
  }
  const sent = await response.blob().catch(() => undefined);
  if (sent === undefined) return { kind: "none", asked: { kind: "away" } };
  return { kind: "none", asked: await readResponse(route, { status, json: () => jsonOf({ type, body: sent }) }) };
}

async function* eventsOf<R extends Route>(
  route: R,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerEvent<R>, void> {
  for await (const { name, data, size } of readEvents(body)) yield { event: readEvent(route, name, data), size };
}
