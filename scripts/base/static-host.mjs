// A static host for tests of the page without a server of ours: the files of one folder below one path.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { listen } from "./listen.mjs";

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Serves `folder` below `path`, on a free port of the loopback; notes in `missing` what was asked for and is not there.
 * @param {string} folder
 */
export async function serveFolder(folder, path = "/") {
  /** @type {string[]} */
  const missing = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const inside = decodeURIComponent(pathname.slice(path.length));
    const file = join(folder, normalize(pathname.endsWith("/") ? `/${inside}index.html` : `/${inside}`));
    const stat = pathname.startsWith(path) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    if (request.method !== "GET" || !stat?.isFile()) {
      missing.push(`${request.method} ${request.url}`);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}${path}`,
    missing,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
