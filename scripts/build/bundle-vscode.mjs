// Bundles the extension of VS Code into `apps/vscode/bundle`: what VS Code loads, the language server that it starts, the files
// of the language, and the licences of what is in there. The page is not among them; `pack-vscode.mjs` adds it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { messageOf } from "../base/message-of.mjs";
import { noticesOf, packagesOfModules } from "./notices.mjs";

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(`../../apps/vscode/${path}`, import.meta.url));
const dir = at("bundle");

/**
 * Bundles one program; gives the paths of its modules.
 * @param {import("rolldown").InputOption} input
 * @param {import("rolldown").OutputOptions} output
 * @param {readonly string[]} external
 */
async function bundle(input, output, external = []) {
  const made = await rolldown({
    input,
    platform: "node",
    external: [...external],
    resolve: { conditionNames: ["sluice-source", "node"] },
    logLevel: "warn",
  });
  const chunks = (await made.write(output)).output.filter((one) => one.type === "chunk");
  const foreign = chunks.flatMap(({ imports }) => imports).filter((name) => !/^(?:node:|\.|[\w-]+\.mjs$)/.test(name));
  const unknown = foreign.filter((name) => !external.includes(name) && !isBuiltin(name));
  if (unknown.length > 0) throw new Error(`the extension has no ${unknown.join(", ")} where it is installed`);
  return chunks.flatMap(({ moduleIds }) => moduleIds);
}

try {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const small = { minify: true };
  const modules = [
    ...(await bundle(at("src/extension.ts"), { file: join(dir, "extension.cjs"), format: "cjs", ...small }, [
      "vscode",
    ])),
    ...(await bundle(
      { main: at("src/server.ts") },
      {
        dir: join(dir, "server"),
        format: "esm",
        entryFileNames: "[name].mjs",
        chunkFileNames: "[name].mjs",
        ...small,
      },
    )),
  ];
  const files = join(dir, "language-files.mjs");
  await bundle(at("src/language-files.ts"), { file: files, format: "esm" });
  /** @type {typeof import("../../apps/vscode/src/language-files.ts")} */
  const { languageConfiguration, textMateGrammar } = await import(pathToFileURL(files).href);
  rmSync(files);
  /**
   * @param {string} name
   * @param {unknown} value
   */
  const write = (name, value) => writeFileSync(join(dir, name), `${JSON.stringify(value, null, 2)}\n`);
  write("alloy.tmLanguage.json", textMateGrammar());
  write("language-configuration.json", languageConfiguration());
  writeFileSync(join(dir, "THIRD-PARTY-NOTICES.txt"), noticesOf(packagesOfModules(modules)));
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
