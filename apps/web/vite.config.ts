import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { classNames, keepSheets } from "./vite/class-names.ts";
import { compress } from "./vite/compress.ts";
import { contentPolicy } from "./vite/content-policy.ts";
import { editorParts } from "./vite/editor-parts.ts";
import { fontAliases } from "./vite/fonts.ts";
import { forTests } from "./vite/for-tests.ts";
import { notices } from "./vite/notices.ts";
import { staticStatus } from "./vite/static-status.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The engine is bundled from its sources: nothing has to be built before. What few configurations use of it is loaded later. */
const conditions = ["sluice-page", "sluice-source", "module", "browser", "import", "default"];

const TWO_WORKSPACES = here("src/two-workspaces.tsx");
const ENTRIES = [here("index.html"), here("src/main.tsx"), TWO_WORKSPACES];

/**
 * What a page or a worker needs at once is one chunk. Modules of it that later parts use, too, would each be a chunk of their
 * own else, dozens of them, and together larger. What only later parts use of a package comes with them.
 */
const atOnce = (name: string, entries: readonly string[]) => ({
  name,
  tags: ["$initial" as const],
  // Entries do something when they are loaded: one in the chunk of all would do it for every other.
  test: (id: string) => !entries.includes(id),
  includeDependenciesRecursively: false,
});

/** The files of an example are one chunk. */
const exampleOf = (id: string): string | null => {
  const [, name] = /[\\/]examples[\\/](\w+)\.(?:alloy|log|jsonl|tests\.yaml)\?raw$/.exec(id) ?? [];
  return name === undefined ? null : `example-${name}`;
};

export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    root: here("."),
    base: "./",
    publicDir: here("../../public"),
    appType: "mpa",
    css: { modules: classNames(here("src"), command === "build") },
    resolve: { conditions, alias: await fontAliases() },
    plugins: [
      react(),
      keepSheets(),
      contentPolicy(),
      editorParts(),
      staticStatus(),
      forTests("two-workspaces", here("bundle")),
      notices(),
      compress(),
    ],
    worker: { format: "es", rolldownOptions: { output: { codeSplitting: { groups: [atOnce("worker", [])] } } } },
    // Under the page's own host: the API refuses what pages of others ask for.
    server: {
      proxy: {
        "/api": { target: "http://127.0.0.1:3180", changeOrigin: false },
        "/loki": "http://127.0.0.1:3100",
      },
    },
    preview: { proxy: {} },
    build: {
      outDir: here("dist"),
      emptyOutDir: true,
      target: "es2023",
      assetsInlineLimit: 0,
      // The editor is one lazy chunk of some 3 MB, 0.6 MB compressed: by itself, so that it stays the same when our code changes.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: [here("index.html"), TWO_WORKSPACES],
        output: {
          codeSplitting: {
            groups: [
              { name: "monaco", test: /[\\/]monaco-editor[\\/]/, includeDependenciesRecursively: false },
              { name: exampleOf, debugName: "example", includeDependenciesRecursively: false },
              atOnce("page", ENTRIES),
            ],
          },
        },
      },
    },
  }),
);
