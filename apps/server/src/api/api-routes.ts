/**
 * Serves routes as their records say (`@sluice/protocol`): their methods, paths, queries and bodies checked by schema, foreign pages
 * and other methods refused. To serve a route takes its record.
 */
import {
  allowedAt,
  allRoutes,
  type BodyOf,
  isGuarded,
  isOfApi,
  type Method,
  type ParamsOf,
  type QueryOf,
  type Route,
  readBody,
  readParams,
  readQuery,
  routesAt,
  type SentOf,
} from "@sluice/protocol";
import type { Express, Request, RequestHandler, Response } from "express";
import { onlyMethods } from "../http/answers.ts";
import { answering, answerRefusal, type JsonBodies, Refusal, refuseAt } from "./json-body.ts";
import { refuseForeignOrigins } from "./protection.ts";

/** What a handler gets of a request. */
export interface Asked<R extends Route> {
  readonly request: Request;
  readonly response: Response;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Answers with one of the bodies that the record describes. */
  answer<S extends keyof R["answers"] & number>(status: S, value: SentOf<R, S>): void;
}

type Handle<R extends Route> = (asked: Asked<R>) => Promise<void> | void;

const METHODS: Readonly<Record<Method, "get" | "post" | "delete">> = { GET: "get", POST: "post", DELETE: "delete" };
/** `/api/versions/{number}` as the router writes it. */
const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

export class ApiRoutes {
  readonly #app: Express;

  constructor(app: Express) {
    this.#app = app;
    for (const path of new Set(allRoutes.filter(isGuarded).map((route) => route.path)))
      app.all(routerPath(path), refuseForeignOrigins(refuseAt(path)));
  }

  /** A route without a body. */
  serve<R extends Route & { readonly body?: undefined }>(route: R, handle: Handle<R>): void {
    this.#add(
      route,
      answering(async (request, response) => handle(askedOf(route, request, response, undefined as BodyOf<R>))),
    );
  }

  /** A route with a body, which `bodies` reads within its bounds, and the record's schema checks. */
  serveBody<R extends Route>(route: R, bodies: JsonBodies, handle: Handle<R>): void {
    const { body: schema } = route;
    if (schema === undefined) throw new TypeError(`${route.path} takes no body`);
    this.#add(
      route,
      answering(async (request, response) => {
        const read = readBody(schema, await bodies.take(request));
        if (!read.ok) throw new Refusal(400, read.message);
        await handle(askedOf(route, request, response, read.value as BodyOf<R>));
      }),
    );
  }

  /** A route that reads its body, and answers, by itself. */
  serveRaw(route: Route, handle: RequestHandler): void {
    this.#add(route, handle);
  }

  /** Refuses other methods on the paths of all routes, and what else is asked below `/api`. Comes after all of them. */
  end(): void {
    this.#app.use((request, response, next) => {
      const { path } = request;
      const routes = routesAt(path);
      if (routes.length > 0) onlyMethods(allowedAt(routes), refuseAt(path))(request, response, next);
      else if (isOfApi(path)) answerRefusal(response, 404, "not found");
      else next();
    });
  }

  #add(route: Route, handler: RequestHandler): void {
    this.#app[METHODS[route.method]](routerPath(route.path), handler);
  }
}

/** Throws a `Refusal` where the path or the query is not as the record says. */
function askedOf<R extends Route>(route: R, request: Request, response: Response, body: BodyOf<R>): Asked<R> {
  const params = readParams(route, request.params);
  if (!params.ok) throw new Refusal(400, params.message);
  const query = readQuery(route, request.query);
  if (!query.ok) throw new Refusal(400, query.message);
  return {
    request,
    response,
    params: params.value,
    query: query.value,
    body,
    answer: (status, value) => void response.status(status).json(value),
  };
}
