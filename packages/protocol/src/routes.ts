/** Every route of the server. */
import { captureRoutes } from "./capture.ts";
import { healthRoutes } from "./health.ts";
import { journalRoutes } from "./journals.ts";
import { liveRoutes } from "./live.ts";
import { previewRoutes } from "./preview.ts";
import { profilesRoutes } from "./profiles.ts";
import type { Method, Route } from "./route.ts";
import { shadowRoutes } from "./shadow.ts";
import { tapRoutes } from "./tap.ts";
import { versionsRoutes } from "./versions.ts";

export const ROUTES = {
  ...healthRoutes,
  ...versionsRoutes,
  ...previewRoutes,
  ...liveRoutes,
  ...tapRoutes,
  ...captureRoutes,
  ...journalRoutes,
  ...shadowRoutes,
  ...profilesRoutes,
};
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
