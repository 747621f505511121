/** The notices of third-party licences as a file next to the page, which the help links to. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FILE = "third-party-notices.txt";

/** All that the page may contain, by the lockfile: what is loaded in workers too, of which this build knows nothing. */
function makeNotices(): string {
  const script = fileURLToPath(new URL("../../../scripts/build/notices.mjs", import.meta.url));
  return execFileSync(process.execPath, [script, "--of", "apps/web"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
}

export function notices(): Plugin {
  return {
    name: "sluice:notices",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: makeNotices() });
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader("Content-Type", "text/plain; charset=utf-8");
        response.end(makeNotices());
      });
    },
  };
}
