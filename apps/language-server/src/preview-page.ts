/**
 * The built page with a document of the editor in it, on an address of its own: the loopback, a free port, and a path that
 * nobody can guess, which only a URL that the editor was given has. What a page of another site asks for is refused.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatJsonLines } from "@sluice/engine";
import { addPage, createRoutes, type Listener, listen, pagePolicy, refuseForeignHosts } from "@sluice/server/editors";
import { readSampleFile } from "./sample-file.ts";
import { NamedFileError, resolveNamed } from "./workspace-files.ts";

export interface PreviewedDocument {
  readonly uri: string;
  readonly text: string;
  /** Undefined: it is no file of this machine. */
  readonly path: string | undefined;
  /** Folders that are open in the editor. */
  readonly folders: readonly string[];
  /** What `sluice:samples` names. */
  readonly samplesFile: string | undefined;
}

/** What the page fetches: `apps/web` reads it. */
export interface HandedDocument {
  readonly version: 1;
  /** Of the file. */
  readonly name: string;
  readonly text: string;
  /** Sample entries as JSON lines. */
  readonly samples: string;
  /** There are more samples than these. */
  readonly cut: boolean;
  /** Why there are no samples, although the document names some. */
  readonly problem?: string | undefined;
}

export type OpenedPage = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly message: string };

/** Documents that stay reachable; the one that was opened first goes. */
const MAX_PAGES = 32;
const LOOPBACK = "127.0.0.1";
const LIMITS = { maxConnections: 64, maxWaiting: 256 };
/** In the page's head, where the page looks for a document. */
const META = '<meta name="sluice-document" content="./document.json" />';

interface Page {
  readonly nth: number;
  content: string;
}

export class PreviewPages {
  /** The folder of the built page. */
  readonly #folder: string;
  readonly #pages = new Map<string, Page>();
  readonly #secret = randomBytes(16).toString("hex");
  #opened = 0;
  #listener: Promise<Listener | string> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Puts a document, as it is now, where a browser finds it. */
  async open(document: PreviewedDocument): Promise<OpenedPage> {
    if (!existsSync(join(this.#folder, "index.html")))
      return { ok: false, message: `the page is not here: ${this.#folder} has no index.html` };
    this.#listener ??= this.#listen();
    const listener = await this.#listener;
    if (typeof listener === "string") {
      this.#listener = undefined;
      return { ok: false, message: listener };
    }
    const content = JSON.stringify(await handOver(document));
    let page = this.#pages.get(document.uri);
    if (page === undefined) {
      page = { nth: ++this.#opened, content };
      this.#pages.set(document.uri, page);
      const [oldest] = this.#pages.keys();
      if (this.#pages.size > MAX_PAGES) this.#pages.delete(oldest!);
    } else page.content = content;
    return { ok: true, url: `${listener.url}${this.#secret}/${page.nth}/` };
  }

  async close(): Promise<void> {
    const listener = await this.#listener;
    this.#listener = undefined;
    if (listener !== undefined && typeof listener !== "string") await listener.close(Promise.resolve());
  }

  async #listen(): Promise<Listener | string> {
    const folder = this.#folder;
    const index = join(folder, "index.html");
    const failed = (error: unknown) => console.error(error);
    const page = createRoutes({ failed }, (app) => addPage(app, folder));
    const app = createRoutes({ failed }, (routes) => {
      routes.use(refuseForeignHosts(LOOPBACK));
      routes.get(`/${this.#secret}/:nth/document.json`, (request, response, next) => {
        const found = [...this.#pages.values()].find(({ nth }) => String(nth) === request.params.nth);
        if (found === undefined) return next();
        response.setHeader("Cache-Control", "no-store");
        response.type("json").send(found.content);
      });
      routes.get(`/${this.#secret}/:nth/`, (request, response) => {
        // Files of the page stand beside it.
        if (!request.path.endsWith("/"))
          return response.redirect(`${request.path.slice(1 + this.#secret.length + 1)}/`);
        response.setHeader("Content-Security-Policy", pagePolicy(index));
        response.setHeader("Cache-Control", "no-store");
        response.type("html").send(readFileSync(index, "utf8").replace("</head>", `${META}</head>`));
      });
      routes.use(`/${this.#secret}/:nth`, page);
    });
    const opened = await listen({ host: LOOPBACK, port: 0, handler: app, limits: LIMITS, failed });
    return opened.ok ? opened.listener : opened.message;
  }
}

async function handOver({ text, path, uri, folders, samplesFile }: PreviewedDocument): Promise<HandedDocument> {
  const plain = { version: 1 as const, name: nameOf(path ?? uri), text: text.toWellFormed(), samples: "", cut: false };
  if (samplesFile === undefined || path === undefined) return plain;
  try {
    const { samples } = await readSampleFile(await resolveNamed(samplesFile, path, folders), samplesFile);
    return { ...plain, samples: formatJsonLines(samples.entries).toWellFormed(), cut: samples.cut };
  } catch (error) {
    if (!(error instanceof NamedFileError)) throw error;
    return { ...plain, problem: error.message };
  }
}

const nameOf = (path: string): string => basename(path) || "configuration.alloy";
