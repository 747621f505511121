/**
 * A script that only a test of the page loads is built with the page, whose chunks it shares, and put beside it: what is
 * handed on has nothing of it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** `name`: of the entry, which becomes `NAME.js` in `folder`; what it imports is in the page's `assets`. */
export function forTests(name: string, folder: string): Plugin {
  return {
    name: "sluice:for-tests",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== "chunk" || !chunk.isEntry || chunk.name !== name) continue;
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, `${name}.js`), chunk.code);
        delete bundle[file];
      }
    },
  };
}
