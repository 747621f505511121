/** The server's own HTTP face: the built page, its status, its configuration, and `/metrics`. */
import type { MetricFamily } from "@sluice/engine";
import { type Component, ROUTES, type RunningConfig, type ServerStatus } from "@sluice/protocol";
import { openApi } from "@sluice/protocol/openapi";
import type { Express } from "express";
import { createRoutes } from "../http/routes.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { ApiRoutes } from "./api-routes.ts";
import { addPage } from "./built-page.ts";
import { Refusal, refuseRequest } from "./json-body.ts";
import { MetricsRoute } from "./metrics.ts";
import { refuseForeignHosts } from "./protection.ts";
import { auditRequests, requireToken, type SignedIn, type TokenRules } from "./tokens.ts";

/** Routes of one subject. */
interface ApiPart {
  addTo(api: ApiRoutes): void;
}

export interface AdminSource {
  status(): ServerStatus;
  /** Stops now and then. */
  metrics(): Generator<void, readonly MetricFamily[]>;
  readonly scheduler: Scheduler;
  /** The configuration that runs, without its secrets. */
  config(): RunningConfig;
  /** Routes that have a room of their own. */
  readonly parts: readonly ApiPart[];
  /** Told when an answer could not be made, through a fault of ours. */
  failed(error: unknown): void;
  /** The status of a component with what it runs with, without secrets; undefined where there is none with this id. */
  component(id: string): Component | undefined;
  readonly log: Pick<Logger, "write">;
}

export interface AccessRules {
  /** The name that it listens as, and others under which clients of this machine may ask. */
  readonly host: string;
  readonly allowedHosts?: readonly string[] | undefined;
  /** Without it nobody has to say who they are. */
  readonly tokens?: TokenRules | undefined;
}

/** `page` is the folder of the built page; without it the root says how to build it. */
export function createAdmin(source: AdminSource, page: string, { host, allowedHosts, tokens }: AccessRules): Express {
  return createRoutes({ failed: source.failed, answer: refuseRequest }, (app) => {
    app.use(refuseForeignHosts(host, allowedHosts));
    app.use(auditRequests(source.log));
    if (tokens !== undefined) app.use(requireToken(tokens, source.scheduler, source.log));
    addApi(app, source);
    addPage(app, page);
  });
}

/** Adds all routes. */
function addApi(app: Express, source: AdminSource): void {
  const api = new ApiRoutes(app);
  const metrics = new MetricsRoute(() => source.metrics(), source.scheduler);
  api.serveRaw(ROUTES.metrics, (request, response) => metrics.answer(request, response));
  api.serve(ROUTES.status, ({ response, answer }) => {
    const { access } = response.locals as { readonly access?: SignedIn };
    answer(200, { ...source.status(), access });
  });
  api.serve(ROUTES.openApi, ({ answer }) => answer(200, openApi(source.status().version)));
  api.serve(ROUTES.config, ({ answer }) => answer(200, source.config()));
  api.serve(ROUTES.component, ({ params: { id }, answer }) => {
    const found = source.component(id);
    if (found === undefined) throw new Refusal(404, "there is no such component");
    answer(200, found);
  });
  api.serveRaw(ROUTES.healthy, (_request, response) => void response.type("text/plain").send("healthy\n"));
  api.serveRaw(ROUTES.ready, (_request, response) => {
    const { isReady, lines } = readiness(source.status());
    response.status(isReady ? 200 : 503).type("text/plain");
    response.send(lines.map((line) => `${line}\n`).join(""));
  });
  for (const part of source.parts) part.addTo(api);
  api.end();
}

function readiness({ components, configuration }: ServerStatus) {
  const unhealthy = (elsewhere: boolean) =>
    components
      .filter(({ health }) => health.state === "unhealthy" && (health.elsewhere === true) === elsewhere)
      .map(({ id, health }) => `${id}: ${health.message} (since ${health.since})`);
  const { fallback, last_load: last } = configuration;
  const reasons = [...(fallback === undefined ? [] : [fallback]), ...unhealthy(false)];
  // What runs is as ready as before; but whoever looks shall see it.
  const refused =
    last.ok || fallback !== undefined ? [] : [`the last configuration was refused: ${last.message ?? ""}`];
  const isReady = reasons.length === 0;
  // Trouble on another server is no reason to send elsewhere what this one still takes.
  return { isReady, lines: [...(isReady ? ["ready"] : reasons), ...unhealthy(true), ...refused] };
}
