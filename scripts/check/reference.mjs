// Writes docs/reference from the specs, the declarations of template functions and the routes of the API; `--check` only
// compares, and fails if a page is stale.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOrExit } from "../build.mjs";

buildOrExit(["engine", "protocol"]);
const {
  COMPONENTS,
  CONFIG_BLOCKS,
  configBlockReference,
  expressionFunctionsReference,
  componentReference,
  limitsReference,
  lintsReference,
  referenceIndex,
  STAGES,
  stageReference,
  templateFunctionsReference,
  testFileSchema,
} = await import("../../packages/engine/dist/src/index.js");

const { allRoutes } = await import("../../packages/protocol/dist/src/index.js");
const { apiReference } = await import("../../packages/protocol/dist/src/openapi/reference.js");

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(root, "docs/reference");
const host = {
  // Files that examples name: those that are served, and those of the recorded behaviour.
  /** @param {string} path */
  resource: (path) => {
    const places = ["public", "packages/engine/conformance/vectors"].map((place) => join(root, place, path));
    const file = places.find((one) => existsSync(one));
    return file === undefined ? undefined : readFileSync(file);
  },
  /** @param {string} text */
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
};
const pages = new Map([
  ["README.md", referenceIndex(STAGES, COMPONENTS)],
  ["api.md", apiReference(allRoutes)],
  ["expression-functions.md", expressionFunctionsReference()],
  ["limits.md", limitsReference()],
  ["lints.md", lintsReference()],
  ["template-functions.md", templateFunctionsReference()],
  ["tests.schema.json", `${JSON.stringify(testFileSchema(), null, 2)}\n`],
]);
for (const spec of STAGES) pages.set(`stages/${spec.name}.md`, stageReference(spec, host));
for (const [name, block] of Object.entries(CONFIG_BLOCKS)) pages.set(`${name}.md`, configBlockReference(name, block));
for (const spec of COMPONENTS) pages.set(`components/${spec.name}.md`, componentReference(spec));

/**
 * @param {string} at
 * @returns {Generator<string>}
 */
function* existing(at) {
  if (!existsSync(at)) return;
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* existing(join(at, entry.name));
    else yield relative(folder, join(at, entry.name)).replaceAll("\\", "/");
  }
}

const strangers = [...existing(folder)].filter((name) => !pages.has(name));
if (process.argv.includes("--check")) {
  // A checkout may have turned line ends into CRLF.
  /** @param {string} name */
  const committed = (name) =>
    existsSync(join(folder, name)) && readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
  const stale = [...pages].filter(([name, text]) => committed(name) !== text).map(([name]) => name);
  for (const name of [...stale, ...strangers]) console.error(`docs/reference/${name} is not what the specs say`);
  if (stale.length + strangers.length > 0) {
    console.error("run `node scripts/check/reference.mjs` and commit what it writes");
    process.exit(1);
  }
  console.log(`reference: ${pages.size} pages are fresh`);
} else {
  for (const [name, text] of pages) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const name of strangers) rmSync(join(folder, name));
  console.log(`reference: ${pages.size} pages written`);
}
