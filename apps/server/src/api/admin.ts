/** The server's own HTTP face: the built page, its status, its configuration, and `/metrics`. */
import type { MetricFamily } from "@sluice/engine";
import type { Express } from "express";
import type { ConfigStatus } from "../configs/load-record.ts";
import type { ComponentStatus } from "../core/running.ts";
import { onlyMethods } from "../http/answers.ts";
import { createRoutes } from "../http/routes.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { addPage } from "./built-page.ts";
import type { ConfigsDesk } from "./configs.ts";
import { answerError } from "./json-body.ts";
import { MetricsDesk } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import type { PreviewDesk } from "./preview.ts";
import type { ProfilesDesk } from "./profiles.ts";
import { refuseForeignHosts } from "./protection.ts";
import { type Access, auditRequests, requireToken, type TokenRules } from "./tokens.ts";

interface Desk {
  addRoutes(app: Express): void;
}

export interface AdminSource {
  status(): ServerStatus;
  /** Stops now and then. */
  metrics(): Generator<void, readonly MetricFamily[]>;
  readonly scheduler: Scheduler;
  readonly previews: PreviewDesk;
  readonly profiles: ProfilesDesk;
  /** The configuration that runs, without its secrets. */
  /** What runs: `text` without secrets, `sha256` of the text with them. */
  config(): { readonly file: string; readonly text: string; readonly sha256: string };
  readonly configs: ConfigsDesk;
  /** By which clients watch what runs. */
  readonly watching: Readonly<Record<"live" | "tap" | "capture" | "shadow", Desk>>;
  /** Told when an answer could not be made, through a fault of ours. */
  failed(error: unknown): void;
  /** The status of a component with what it runs with, without secrets; undefined where there is none with this id. */
  component(id: string): unknown;
  readonly log: Pick<Logger, "write">;
}

export interface ServerStatus {
  readonly version: string;
  readonly state: "running" | "stopping";
  readonly uptime_seconds: number;
  /** Release of the IANA time zone database that stages go by: Node's. */
  readonly time_zone_data: string;
  readonly config: string;
  readonly configuration: ConfigStatus;
  readonly components: readonly ComponentStatus[];
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
  return createRoutes({ failed: source.failed }, (app) => {
    app.use(refuseForeignHosts(host, allowedHosts));
    app.use(auditRequests(source.log));
    if (tokens !== undefined) app.use(requireToken(tokens, source.scheduler, source.log));
    addApi(app, source);
    addPage(app, page);
  });
}

function addApi(app: Express, source: AdminSource): void {
  const metrics = new MetricsDesk(() => source.metrics(), source.scheduler);
  app.get("/metrics", (request, response) => metrics.answer(request, response));
  app.get("/api/status", (_request, response) => {
    const { access } = response.locals as { readonly access?: Access };
    response.set("Cache-Control", "no-store").json({ ...source.status(), ...(access !== undefined && { access }) });
  });
  app.get("/api/openapi.json", (_request, response) => void response.json(openApi(source.status().version)));
  app.get("/api/config", (_request, response) => {
    response.set("Cache-Control", "no-store").json(source.config());
  });
  app.get("/api/components/:id", (request, response) => {
    const found = source.component(request.params.id);
    response.set("Cache-Control", "no-store");
    if (found === undefined) return answerError(response, 404, "there is no such component");
    response.json(found);
  });
  app.all("/api/components/:id", onlyMethods("GET, HEAD", answerError));
  source.profiles.addRoutes(app);
  source.configs.addRoutes(app);
  const { live, tap, capture, shadow } = source.watching;
  for (const desk of [live, tap, capture, shadow]) desk.addRoutes(app);
  app.post("/api/preview", (request, response) => source.previews.answer(request, response));
  app.get("/-/healthy", (_request, response) => void response.type("text/plain").send("healthy\n"));
  app.get("/-/ready", (_request, response) => {
    const { components, configuration } = source.status();
    const tell = (elsewhere: boolean) =>
      components
        .filter(({ health }) => health.state === "unhealthy" && (health.elsewhere === true) === elsewhere)
        .map(({ id, health }) => `${id}: ${health.message} (since ${health.since})`);
    const reasons = [...(configuration.fallback === undefined ? [] : [configuration.fallback]), ...tell(false)];
    // What runs is as ready as before, which who sends it work goes by; but who looks shall see it.
    const { ok, message } = configuration.last_load;
    const refused =
      ok || configuration.fallback !== undefined ? [] : [`the last configuration was refused: ${message}`];
    response.status(reasons.length === 0 ? 200 : 503).type("text/plain");
    // Another server that is away is no reason to send elsewhere what this one still takes.
    response.send(
      [...(reasons.length === 0 ? ["ready"] : reasons), ...tell(true), ...refused].map((line) => `${line}\n`).join(""),
    );
  });
  app.all(
    ["/metrics", "/api/status", "/api/config", "/api/openapi.json", "/-/healthy", "/-/ready"],
    onlyMethods("GET, HEAD"),
  );
  app.all("/api/preview", onlyMethods("POST"));
}
