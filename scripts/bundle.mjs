// Bundles the command and the server, as they are run and installed, from the sources. `preview-worker` is the program of
// the process in which previews run, which the server finds beside itself. `snappy` is native code and stays a package.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(`../apps/${path}`, import.meta.url));

try {
  const bundle = await rolldown({
    input: { main: at("cli/src/main.ts"), "preview-worker": at("server/src/preview/preview-worker.ts") },
    platform: "node",
    external: ["snappy"],
    resolve: { conditionNames: ["sluice-source", "node"] },
    logLevel: "warn",
  });
  const names = { entryFileNames: "[name].js", chunkFileNames: "[name].js" };
  await bundle.write({ dir: at("cli/bundle"), format: "esm", ...names });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
