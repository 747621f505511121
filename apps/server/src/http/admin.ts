/** The server's own HTTP face: the built page, its status, its configuration, and `/metrics`. */
import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { chooseExposition, type MetricFamily } from "@sluice/engine";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { ComponentStatus } from "../runtime.ts";

import type { PreviewDesk } from "./preview.ts";

export interface AdminSource {
  status(): ServerStatus;
  metrics(): readonly MetricFamily[];
  readonly previews: PreviewDesk;
  /** The configuration that runs. */
  config(): { readonly file: string; readonly text: string };
}

export interface ServerStatus {
  readonly version: string;
  readonly state: "running" | "stopping";
  readonly uptime_seconds: number;
  /** Release of the IANA time zone database that stages go by: Node's. */
  readonly time_zone_data: string;
  readonly config: string;
  readonly components: readonly ComponentStatus[];
}

/** `page` is the folder of the built page; without it the root says how to build it. */
export function createAdmin(source: AdminSource, page: string): Express {
  const app = express();
  app.disable("x-powered-by");
  app.get("/metrics", (request, response) => {
    const { contentType, format } = chooseExposition(request.headers.accept);
    // As bytes, since Express rewrites the content type of a text.
    response.set({ "Content-Type": contentType, Vary: "Accept" }).send(Buffer.from(format(source.metrics())));
  });
  app.get("/api/status", (_request, response) => {
    response.set("Cache-Control", "no-store").json(source.status());
  });
  app.get("/api/config", refuseForeignHosts, (_request, response) => {
    const { file, text } = source.config();
    response.set("Cache-Control", "no-store").json({ file, text });
  });
  app.post("/api/preview", refuseForeignHosts, (request, response) => source.previews.answer(request, response));
  app.get("/-/healthy", (_request, response) => void response.type("text/plain").send("healthy\n"));
  app.get("/-/ready", (_request, response) => {
    const unhealthy = source.status().components.filter(({ health }) => health.state === "unhealthy");
    response.status(unhealthy.length === 0 ? 200 : 503).type("text/plain");
    response.send(
      unhealthy.length === 0 ? "ready\n" : unhealthy.map(({ id, health }) => `${id}: ${health.message}\n`).join(""),
    );
  });
  if (existsSync(join(page, "index.html"))) {
    // Names of built files carry a hash of their content; the page itself is asked for anew each time.
    app.use("/assets", express.static(join(page, "assets"), { immutable: true, maxAge: "365d", fallthrough: false }));
    app.use(
      express.static(page, {
        cacheControl: false,
        setHeaders: (response) => response.setHeader("Cache-Control", "no-cache"),
      }),
    );
    app.use((request, response) => {
      if (!request.accepts("html")) return void response.status(404).type("text/plain").send("not found\n");
      const notFound = join(page, "404.html");
      if (existsSync(notFound)) response.status(404).sendFile(notFound);
      else response.status(404).type("text/plain").send("not found\n");
    });
  } else {
    app.get(
      "/",
      (_request, response) =>
        void response
          .type("text/plain")
          .send("Sluice is running. The page is not built: run `npm run build` and start again.\n"),
    );
    app.use((_request, response) => void response.status(404).type("text/plain").send("not found\n"));
  }
  return app;
}

/**
 * A page from elsewhere must not read the configuration by giving its own name this machine's address: what comes from
 * the loopback must name it, or an address.
 */
function refuseForeignHosts(request: Request, response: Response, next: NextFunction): void {
  const local = isLoopback(request.socket.localAddress ?? "") && isLoopback(request.socket.remoteAddress ?? "");
  const name = (request.headers.host ?? "").replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  if (!local || name === "localhost" || name.endsWith(".localhost") || isIP(name) !== 0) next();
  else
    response
      .status(421)
      .type("text/plain")
      .send("the configuration is shown under localhost or this machine's address only\n");
}

const isLoopback = (address: string) => address === "::1" || /^(?:::ffff:)?127\./.test(address);
