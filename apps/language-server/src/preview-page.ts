/**
 * The built page with a document of the editor beside it, on an address of its own: the loopback, a free port, and a path
 * that nobody can guess, which only a URL that the editor was given has. What a page of another site asks for is refused.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { addPage, createRoutes, type Listener, listen, refuseForeignHosts } from "@sluice/server/editors";
import { type HandedDocument, handedJson } from "./handed-document.ts";

export type OpenedPage = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly message: string };

/** Documents that stay reachable; the one that was opened first goes. */
const MAX_PAGES = 32;
const LOOPBACK = "127.0.0.1";
const LIMITS = { maxConnections: 64, maxWaiting: 256 };
/** Tells the page that a document is beside it (`openSharedLink` in `apps/web`). */
const BESIDE = "#document";

interface Page {
  readonly nth: number;
  json: string;
}

export class PreviewPages {
  /** The folder of the built page. */
  readonly #folder: string;
  /** By the documents' URIs. */
  readonly #pages = new Map<string, Page>();
  readonly #secret = randomBytes(16).toString("hex");
  #opened = 0;
  #listener: Promise<Listener | string> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Puts a document's present text where a browser finds it. */
  async open(uri: string, document: HandedDocument): Promise<OpenedPage> {
    if (!existsSync(join(this.#folder, "index.html")))
      return { ok: false, message: `the page is not here: ${this.#folder} has no index.html` };
    this.#listener ??= this.#listen();
    const listener = await this.#listener;
    if (typeof listener === "string") {
      this.#listener = undefined;
      return { ok: false, message: listener };
    }
    const json = handedJson(document);
    let page = this.#pages.get(uri);
    if (page === undefined) {
      page = { nth: ++this.#opened, json };
      this.#pages.set(uri, page);
      const [oldest] = this.#pages.keys();
      if (this.#pages.size > MAX_PAGES) this.#pages.delete(oldest!);
    } else page.json = json;
    return { ok: true, url: `${new URL(`${this.#secret}/${page.nth}/`, listener.url)}${BESIDE}` };
  }

  async close(): Promise<void> {
    const listener = await this.#listener;
    this.#listener = undefined;
    if (listener !== undefined && typeof listener !== "string") await listener.close(Promise.resolve());
  }

  async #listen(): Promise<Listener | string> {
    const failed = (error: unknown) => console.error(error);
    const page = createRoutes({ failed }, (app) => addPage(app, this.#folder));
    const app = createRoutes({ failed }, (routes) => {
      routes.use(refuseForeignHosts(LOOPBACK));
      routes.get(`/${this.#secret}/:nth/document.json`, (request, response, next) => {
        const found = [...this.#pages.values()].find(({ nth }) => String(nth) === request.params.nth);
        if (found === undefined) return next();
        response.setHeader("Cache-Control", "no-store");
        response.type("json").send(found.json);
      });
      routes.use(`/${this.#secret}/:nth`, page);
    });
    const opened = await listen({ host: LOOPBACK, port: 0, handler: app, limits: LIMITS, failed });
    return opened.ok ? opened.listener : opened.message;
  }
}
