// Bundles the command and the server from their sources into `apps/cli/bundle`, as they are run and installed. `preview-worker` is
// the program of the process in which previews run, `shadow-worker` that of shadow runs; the server finds both beside itself.
// `snappy`, which is native, is the only package that is not bundled.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { messageOf } from "../base/message-of.mjs";

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(`../../apps/${path}`, import.meta.url));

try {
  const bundle = await rolldown({
    input: {
      main: at("cli/src/main.ts"),
      "preview-worker": at("server/src/preview/preview-worker.ts"),
      "shadow-worker": at("server/src/live/shadow-worker.ts"),
    },
    platform: "node",
    external: ["snappy"],
    resolve: { conditionNames: ["sluice-source", "node"] },
    logLevel: "warn",
  });
  const names = { entryFileNames: "[name].js", chunkFileNames: "[name].js" };
  const dir = at("cli/bundle");
  // V8 keeps sources in memory, with two bytes for each character where any is not in Latin-1.
  /** @type {import("rolldown").OutputOptions} */
  const lean = { charset: "ascii", comments: { legal: true, annotation: false, jsdoc: false } };
  const { output } = await bundle.write({ dir, format: "esm", ...lean, ...names });
  const wide = output.find((one) => one.type === "chunk" && /[^\0-\xff]/.test(one.code));
  if (wide !== undefined)
    throw new Error(`${wide.fileName} has characters outside of Latin-1, which take twice its memory: escape them`);
  // What an earlier build made and this one did not would be packed with it.
  const made = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(dir)) if (!made.has(name)) rmSync(join(dir, name), { recursive: true });
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
