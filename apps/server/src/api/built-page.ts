/** The built page on an application: its files, their policies, and how long they may be kept. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Express } from "express";
import { answerLine, onlyMethods } from "../http/answers.ts";
import { pageFiles } from "./page-files.ts";
import { pagePolicy, setFilePolicy } from "./protection.ts";

/** Serves the page in folder `page`; says how to build it where it is not there. Takes every path: routes come before it. */
export function addPage(app: Express, page: string): void {
  const index = join(page, "index.html");
  if (existsSync(index)) {
    const policy = pagePolicy(index);
    const notFound = join(page, "404.html");
    // Names of built files carry a hash of their content; the page itself is asked for anew each time.
    app.use(
      "/assets",
      onlyMethods("GET, HEAD"),
      pageFiles(join(page, "assets"), {
        immutable: true,
        maxAge: "365d",
        fallthrough: false,
        setHeaders: (response, path) => setFilePolicy(response, path, policy),
      }),
    );
    app.use(
      pageFiles(page, {
        cacheControl: false,
        setHeaders(response, path) {
          response.setHeader("Cache-Control", "no-cache");
          setFilePolicy(response, path, policy);
        },
      }),
    );
    app.use((request, response) => {
      if (!request.accepts("html") || !existsSync(notFound)) return answerLine(response, 404, "not found");
      setFilePolicy(response, notFound, policy);
      response.status(404).sendFile(notFound);
    });
  } else {
    app.get(
      "/",
      (_request, response) =>
        void response
          .type("text/plain")
          .send("Sluice is running. The page is not built: run `npm run build` and start again.\n"),
    );
  }
}
