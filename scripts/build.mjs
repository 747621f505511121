// Builds what is stale: the TypeScript projects (incrementally) and the page. `node scripts/build.mjs [--engine | --node]`.
// `--engine`: only the engine and its tools; `--node`: everything but the page.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, "node_modules", ".cache", "sluice");

/** Newest modification below the paths, in milliseconds, and how many files there are: a removed file counts too. */
function fingerprint(paths) {
  let newest = 0;
  let count = 0;
  const visit = (path) => {
    if (!existsSync(path)) return;
    const stat = statSync(path);
    if (stat.isDirectory()) {
      for (const name of readdirSync(path)) if (name !== "node_modules" && name !== "dist") visit(join(path, name));
    } else {
      count++;
      newest = Math.max(newest, stat.mtimeMs);
    }
  };
  for (const path of paths) visit(join(root, path));
  return `${newest} ${count}`;
}

function run(command, args) {
  const result = spawnSync(process.execPath, [join(root, "node_modules", command), ...args], { cwd: root, stdio: ["ignore", 2, 2] });
  if (result.status !== 0) throw new BuildError(`${command} ${args.join(" ")} failed`);
}

class BuildError extends Error {}

const common = ["package-lock.json", "tsconfig.base.json"];
const engine = ["packages/engine/src", "packages/engine/conformance", "packages/engine/bench", "packages/engine/tsconfig.json", "packages/engine/tsconfig.tools.json"];
const node = [...engine, "apps/server", "apps/cli"];
const TARGETS = {
  engine: { sources: engine, outputs: ["packages/engine/dist"], steps: () => run("typescript/bin/tsc", ["-b", "packages/engine/tsconfig.tools.json"]) },
  node: { sources: node, outputs: ["packages/engine/dist", "apps/server/dist", "apps/cli/dist"], steps: () => run("typescript/bin/tsc", ["-b", "apps/cli", "packages/engine/tsconfig.tools.json"]) },
  page: { sources: [...engine, "apps/web", "public"], outputs: ["apps/web/dist/index.html"], steps: () => run("vite/bin/vite.js", ["build", "apps/web", "--logLevel", "warn"]) },
};

/** Builds the targets that are stale; says so on standard error. Throws when a step fails. */
export function build(names) {
  for (const name of names) {
    const { sources, outputs, steps } = TARGETS[name];
    const stamp = join(cache, `${name}.stamp`);
    const wanted = fingerprint([...common, ...sources]);
    const fresh = existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && outputs.every((path) => existsSync(join(root, path)));
    if (fresh) continue;
    const started = performance.now();
    process.stderr.write(`building ${name} … `);
    steps();
    mkdirSync(cache, { recursive: true });
    writeFileSync(stamp, wanted);
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const only = { "--engine": ["engine"], "--node": ["node"] }[process.argv[2] ?? ""];
  if (process.argv[2] && !only) {
    console.error("usage: node scripts/build.mjs [--engine | --node]");
    process.exit(2);
  }
  try {
    build(only ?? ["node", "page"]);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(`\nbuild: ${error.message}`);
    process.exit(1);
  }
}
