// Checks the direction of dependencies inside the engine, and that the engine knows no platform and no application.
// base ← lang ← syntax ← spec ← metrics, pipeline ← stages ← components ← language; applications use the package's face.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "packages/engine/src");

/** Layers that each layer may import, besides itself. */
const ALLOWED = {
  base: [],
  lang: ["base"],
  syntax: ["base", "lang"],
  spec: ["base", "lang", "syntax"],
  metrics: ["base", "lang", "syntax", "spec"],
  pipeline: ["base", "lang", "syntax", "spec", "metrics"],
  stages: ["base", "lang", "syntax", "spec", "metrics", "pipeline"],
  components: ["base", "lang", "syntax", "spec", "metrics", "pipeline", "stages"],
  language: ["base", "lang", "syntax", "spec", "metrics", "pipeline", "stages", "components"],
  testing: ["base", "lang", "syntax", "spec", "metrics", "pipeline", "stages", "components", "language"],
};
/** Ambient time, chance and I/O: the engine gets these from its host. */
const FORBIDDEN =
  /(?<![\w."'`/])(Date\.now\(|new Date\(\)|Math\.random\(|setTimeout\(|setInterval\(|fetch\(|performance\.now|process\.(env|argv|exit|cwd|std|hrtime)|Buffer\.)/;

const problems = [];

function* files(folder, endings) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== "dist") yield* files(path, endings);
    } else if (endings.some((ending) => entry.name.endsWith(ending))) yield path;
  }
}

/** `import … from "x"`, `export … from "x"`, `import "x"`, `import("x")`. */
const IMPORT =
  /^\s*(?:import|export)\b[^"';=]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
const imports = (text) => [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]);

for (const path of files(source, [".ts"])) {
  const name = relative(root, path);
  const test = path.endsWith(".test.ts");
  const layer = relative(source, path).split(sep)[0];
  const text = readFileSync(path, "utf8");
  const allowed = ALLOWED[layer];
  if (allowed === undefined && relative(source, path) !== "index.ts")
    problems.push(`${name}: ${layer} is not a layer; name it in scripts/check-layers.mjs`);
  for (const specifier of imports(text)) {
    if (specifier.startsWith("node:") && !test)
      problems.push(`${name}: imports ${specifier}; the engine runs in browsers too`);
    if (!specifier.startsWith(".") || allowed === undefined || test) continue;
    const target = relative(source, resolve(dirname(path), specifier)).split(sep)[0];
    if (target !== layer && !allowed.includes(target))
      problems.push(`${name}: ${layer} must not import ${target} (${specifier})`);
  }
  if (!test) {
    for (const [i, line] of text.split("\n").entries()) {
      if (FORBIDDEN.test(line) && !/^\s*(\*|\/\/)/.test(line))
        problems.push(`${name}:${i + 1}: ambient time, chance or I/O: ${line.trim()}`);
    }
  }
}

for (const app of ["cli", "server", "web"]) {
  for (const path of files(join(root, "apps", app, "src"), [".ts", ".tsx"])) {
    for (const specifier of imports(readFileSync(path, "utf8"))) {
      if (/packages\/engine/.test(specifier))
        problems.push(`${relative(root, path)}: imports ${specifier}; use @sluice/engine`);
      if (app !== "cli" && /@sluice\/(cli|web)/.test(specifier))
        problems.push(`${relative(root, path)}: ${app} must not import ${specifier}`);
    }
  }
}

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? "layers: every import goes in the allowed direction" : `layers: ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
