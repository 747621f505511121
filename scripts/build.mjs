// Builds what is stale: the bundle of the command line and server, and the page; both from the sources.
// `node scripts/build.mjs [--engine | --node | --vscode]`. `--engine`: what the project's own tools run on, compiled: the
// engine, conformance runner and benchmark; `--node`: the bundle alone; `--vscode`: the extension of VS Code without the page.
// A target is stale if the hash of its sources' names, sizes and times has changed (tests left out), or an output is missing; the
// compiler itself does not notice outputs that were deleted. One process builds at a time (`base/lock.mjs`). The page goes to
// `apps/web/dist`, with a compressed copy of each file beside it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./base/lock.mjs";
import { isMainModule } from "./base/main-module.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, "node_modules", ".cache", "sluice");

const TSC = "node_modules/typescript/bin/tsc";

/** A step failed; the message says which. */
export class BuildError extends Error {}

/**
 * @typedef {object} Target
 * @property {readonly string[]} sources
 * @property {readonly string[]} [projects] What the compiler builds.
 * @property {readonly { folder: string, out: string }[]} [outputs] Folders that it compiles.
 * @property {readonly string[]} [command] What builds it otherwise.
 * @property {readonly string[]} [made] What that makes.
 */

/**
 * @param {string} folder
 * @param {string} out
 */
const compiled = (folder, out) => ({ folder, out });
/**
 * No program contains them: they build nothing anew.
 * @param {string} name
 */
const isTest = (name) => /\.test\.tsx?$/.test(name);

const common = ["package-lock.json", "tsconfig.base.json"];
const engine = ["languages", "engine"].flatMap((name) =>
  ["src", "package.json", "tsconfig.json"].map((path) => `packages/${name}/${path}`),
);
const protocol = ["src", "package.json", "tsconfig.json"].map((path) => `packages/protocol/${path}`);
const tools = ["packages/engine/conformance", "packages/engine/bench", "packages/engine/tsconfig.tools.json"];
/** @typedef {"engine" | "protocol" | "server" | "node" | "vscode" | "page"} TargetName */

/** @type {Readonly<Record<TargetName, Target>>} */
const TARGETS = {
  engine: {
    sources: [...engine, ...tools],
    projects: ["packages/engine/tsconfig.tools.json"],
    outputs: [
      compiled("packages/languages/src", "packages/languages/dist/src"),
      compiled("packages/engine/src", "packages/engine/dist/src"),
      compiled("packages/engine/conformance", "packages/engine/dist/conformance"),
      compiled("packages/engine/bench", "packages/engine/dist/bench"),
    ],
  },
  protocol: {
    sources: [...engine, ...protocol],
    projects: ["packages/protocol"],
    outputs: [compiled("packages/protocol/src", "packages/protocol/dist/src")],
  },
  server: {
    sources: [...engine, ...protocol, ...tools, "apps/server"],
    projects: ["apps/server"],
    outputs: [
      compiled("packages/protocol/src", "packages/protocol/dist/src"),
      compiled("apps/server/src", "apps/server/dist/src"),
      compiled("apps/server/conformance", "apps/server/dist/conformance"),
      compiled("apps/server/bench", "apps/server/dist/bench"),
    ],
  },
  node: {
    sources: [...engine, ...protocol, "apps/server", "apps/language-server", "apps/cli", "scripts/build/bundle.mjs"],
    command: ["scripts/build/bundle.mjs"],
    made: ["apps/cli/bundle/main.js", "apps/cli/bundle/preview-worker.js"],
  },
  vscode: {
    sources: [
      ...engine,
      ...protocol,
      "apps/server",
      "apps/language-server",
      "apps/vscode",
      "scripts/build/bundle-vscode.mjs",
      "scripts/build/notices.mjs",
    ],
    command: ["scripts/build/bundle-vscode.mjs"],
    made: ["apps/vscode/bundle/extension.cjs", "apps/vscode/bundle/server/main.mjs"],
  },
  page: {
    sources: [...engine, ...protocol, "apps/web", "public"],
    command: ["node_modules/vite/bin/vite.js", "build", "apps/web", "--logLevel", "warn"],
    made: ["apps/web/dist/index.html", "apps/web/bundle/two-workspaces.js"],
  },
};

/**
 * Every file below the paths, without what is installed or made.
 * @param {readonly string[]} paths
 * @returns {Generator<{ path: string, stat: import("node:fs").Stats }>}
 */
function* filesBelow(paths) {
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (!stat.isDirectory()) yield { path, stat };
    else {
      const names = readdirSync(path).filter((name) => !["node_modules", "dist", "bundle"].includes(name));
      yield* filesBelow(names.map((name) => join(path, name)));
    }
  }
}

/**
 * Changes when any source is changed, added, removed, renamed, or replaced by an older one; not with a test.
 * @param {readonly string[]} paths
 */
function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const { path, stat } of filesBelow(paths.map((path) => join(root, path)))) {
    if (!path.endsWith(".tsbuildinfo") && !isTest(path))
      hash.update(`${relative(root, path)}\0${stat.size}\0${stat.mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** @param {Target} target */
function areOutputsThere({ outputs = [], made = [] }) {
  if (!made.every((path) => existsSync(join(root, path)))) return false;
  for (const { folder, out } of outputs) {
    const from = join(root, folder);
    for (const { path } of filesBelow([from])) {
      if (!path.endsWith(".ts") || path.endsWith(".d.ts") || isTest(path)) continue;
      if (!existsSync(join(root, out, relative(from, path).replace(/\.ts$/, ".js")))) return false;
    }
  }
  return true;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args) {
  if (!existsSync(join(root, TSC))) throw new BuildError("the dependencies are not installed; run `npm ci`");
  const result = spawnSync(process.execPath, [command, ...args], { cwd: root, stdio: ["ignore", 2, 2] });
  if (result.status !== 0) throw new BuildError(`${command} ${args.join(" ")} failed`);
}

/** @param {Target} target */
function runSteps(target) {
  const { command: [command, ...args] = [], projects = [] } = target;
  if (command !== undefined) run(command, args);
  else {
    run(TSC, ["-b", ...projects]);
    if (!areOutputsThere(target)) run(TSC, ["-b", "--force", ...projects]);
  }
}

/** @param {string} path */
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

/**
 * Builds the targets that are stale; says so on standard error. Throws `BuildError` when a step fails.
 * @param {readonly TargetName[]} names
 */
export function build(names) {
  for (const name of names) {
    const target = TARGETS[name];
    const stamp = join(cache, `${name}.stamp`);
    const failure = join(cache, `${name}.failed`);
    const state = () => fingerprint([...common, ...target.sources]);
    /** @param {string} wanted */
    const isFresh = (wanted) => read(stamp) === wanted && areOutputsThere(target);
    if (isFresh(state())) continue;
    withLock(join(cache, "build.lock"), (waited) => {
      const wanted = state();
      if (isFresh(wanted)) return;
      // Those who waited for a build that failed need not fail one after the other.
      if (waited && read(failure) === wanted) throw new BuildError(`the build of ${name} in another process failed`);
      const started = performance.now();
      process.stderr.write(`building ${name} … `);
      mkdirSync(cache, { recursive: true });
      try {
        runSteps(target);
      } catch (error) {
        process.stderr.write("\n");
        writeFileSync(failure, wanted);
        throw error;
      }
      rmSync(failure, { force: true });
      writeFileSync(stamp, wanted);
      process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    });
  }
}

/**
 * The same for a script that cannot do without it: ends the process with a message when a step fails.
 * @param {readonly TargetName[]} names
 */
export function buildOrExit(names) {
  try {
    build(names);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(`build: ${error.message}`);
    process.exit(1);
  }
}

if (isMainModule(import.meta.url)) {
  /** @type {Readonly<Record<string, readonly TargetName[]>>} */
  const alone = { "--engine": ["engine"], "--node": ["node"], "--vscode": ["vscode"] };
  const only = alone[process.argv[2] ?? ""];
  if (process.argv.length > 3 || (process.argv[2] && !only)) {
    console.error("usage: node scripts/build.mjs [--engine | --node | --vscode]");
    process.exit(2);
  }
  buildOrExit(only ?? ["node", "page"]);
}
