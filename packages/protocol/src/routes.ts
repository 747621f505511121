/** Every route of the server. */
import { routes as capture } from "./capture.ts";
import { routes as health } from "./health.ts";
import { routes as live } from "./live.ts";
import { routes as preview } from "./preview.ts";
import { routes as profiles } from "./profiles.ts";
import type { Method, Route } from "./route.ts";
import { routes as shadow } from "./shadow.ts";
import { routes as tap } from "./tap.ts";
import { routes as versions } from "./versions.ts";

export const ROUTES = { ...health, ...versions, ...preview, ...live, ...tap, ...capture, ...shadow, ...profiles };
export type RouteName = keyof typeof ROUTES;

export const allRoutes: readonly Route[] = Object.values(ROUTES);

interface Compiled {
  readonly route: Route;
  readonly pattern: RegExp;
}

const compiled: readonly Compiled[] = allRoutes.map((route) => ({
  route,
  // As the server's router reads a path: without regard to case and a slash at the end.
  pattern: new RegExp(`^${route.path.replace(/[.]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}/?$`, "i"),
}));

/** Routes at a path, one for each method. */
export const routesAt = (path: string): readonly Route[] =>
  compiled.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route);

/** The record of a request; a HEAD is answered as a GET. Undefined: there is no such route. */
export function routeOf(method: string, path: string): Route | undefined {
  const asked: Method | string = method === "HEAD" ? "GET" : method;
  return routesAt(path).find((one) => one.method === asked);
}

/** Methods of a path, as the header `Allow` has them. */
export function allowedAt(routes: readonly Route[]): string {
  const methods = routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...new Set(methods)].join(", ");
}
