// Checks the direction of dependencies inside the engine, the designer and the server, that the engine knows no platform
// and no application, and that no imports form a circle. `docs/ARCHITECTURE.md` draws the direction; applications use the
// package's face.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceFiles as files, findCircles, importsOf as imports, readGraph } from "./import-graph.mjs";

/** @typedef {Readonly<Record<string, readonly string[]>>} Rooms Rooms, each with those that it may import. */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/**
 * Layers of the engine, each with those that it may import besides itself and the languages.
 * @type {Rooms}
 */
const ENGINE_LAYERS = {
  base: [],
  vocabulary: ["base"],
  lokipush: ["base"],
  profiles: ["base"],
  syntax: ["base"],
  relabel: ["base"],
  schema: ["base", "syntax", "relabel"],
  metrics: ["base", "syntax", "schema"],
  pipeline: ["base", "syntax", "schema", "metrics"],
  stages: ["base", "syntax", "schema", "metrics", "pipeline"],
  components: ["base", "sensitive", "relabel", "lokipush", "syntax", "schema", "metrics", "pipeline", "stages"],
  sensitive: ["base"],
  document: ["base", "vocabulary", "sensitive", "syntax", "schema", "pipeline", "stages", "components"],
  preview: [
    "base",
    "lokipush",
    "syntax",
    "schema",
    "metrics",
    "pipeline",
    "stages",
    "components",
    "sensitive",
    "document",
  ],
  compare: ["base", "schema", "metrics", "pipeline", "preview"],
  detect: ["base", "vocabulary", "syntax", "schema", "pipeline", "stages", "document", "preview"],
  patterns: ["vocabulary", "document", "detect"],
  redact: ["base", "sensitive", "syntax", "pipeline", "document", "preview", "detect"],
  propose: [
    "base",
    "vocabulary",
    "syntax",
    "metrics",
    "pipeline",
    "document",
    "preview",
    "detect",
    "patterns",
    "sensitive",
    "redact",
  ],
  probe: ["base", "schema", "pipeline", "stages", "preview"],
  suggest: ["base", "vocabulary", "syntax", "schema", "metrics", "pipeline", "stages", "document", "preview", "detect"],
  drafts: [
    "base",
    "vocabulary",
    "syntax",
    "schema",
    "metrics",
    "pipeline",
    "stages",
    "document",
    "preview",
    "detect",
    "patterns",
    "sensitive",
    "redact",
    "propose",
  ],
  "pattern-actions": [
    "base",
    "vocabulary",
    "sensitive",
    "syntax",
    "stages",
    "document",
    "preview",
    "detect",
    "patterns",
  ],
  costs: [
    "base",
    "vocabulary",
    "syntax",
    "schema",
    "metrics",
    "pipeline",
    "document",
    "preview",
    "detect",
    "patterns",
    "pattern-actions",
    "suggest",
  ],
  language: [
    "base",
    "lokipush",
    "syntax",
    "schema",
    "metrics",
    "pipeline",
    "stages",
    "components",
    "document",
    "preview",
  ],
  "pipeline-tests": ["base", "lokipush", "schema", "metrics", "pipeline", "document", "preview"],
  import: ["base", "syntax", "schema", "stages", "components", "document"],
  testing: [
    "base",
    "lokipush",
    "syntax",
    "schema",
    "metrics",
    "pipeline",
    "stages",
    "components",
    "document",
    "preview",
    "language",
    "suggest",
    "pipeline-tests",
  ],
  traps: ["base", "profiles", "testing"],
};
/**
 * Packages that run everywhere. Languages stand side by side and know nothing of logs.
 * @type {readonly { source: string, allowed: Rooms | undefined, foreign: RegExp }[]}
 */
const ISOMORPHIC = [
  { source: join(root, "packages/languages/src"), allowed: undefined, foreign: /^@sluice\// },
  { source: join(root, "packages/engine/src"), allowed: ENGINE_LAYERS, foreign: /^@sluice\/(?!languages\/)/ },
  { source: join(root, "packages/protocol/src"), allowed: undefined, foreign: /^@sluice\/(?!engine(?:\/profiles)?$)/ },
];
/** Ambient time, chance and I/O: the engine gets these from its host. */
const FORBIDDEN =
  /(?<![\w."'`/])(Date\.now\(|new Date\(\)|Math\.random\(|setTimeout\(|setInterval\(|fetch\(|performance\.now|process\.(env|argv|exit|cwd|std|hrtime)|Buffer\.)/;

/** Files of product code in one folder at most: one with more holds rooms that nobody has named. */
const MOST_FILES = 30;

/** @type {string[]} */
const problems = [];

for (const { source, allowed, foreign } of ISOMORPHIC) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of files(source, [".ts"]))
    if (!path.endsWith(".test.ts")) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  for (const [room, count] of counts)
    if (count > MOST_FILES)
      problems.push(
        `${relative(root, room)}: ${count} files, and at most ${MOST_FILES} stand together; name rooms in it`,
      );
  for (const path of files(source, [".ts"])) {
    const name = relative(root, path);
    const test = path.endsWith(".test.ts");
    const layer = relative(source, path).split(sep)[0];
    const text = readFileSync(path, "utf8");
    if (allowed !== undefined && allowed[layer] === undefined && layer !== "index.ts")
      problems.push(`${name}: ${layer} is not a layer; name it in scripts/check/layers.mjs`);
    for (const specifier of imports(text)) {
      if (specifier.startsWith("node:") && !test)
        problems.push(`${name}: imports ${specifier}; it runs in browsers too`);
      if (foreign.test(specifier)) problems.push(`${name}: must not import ${specifier}`);
      if (!specifier.startsWith(".") || allowed?.[layer] === undefined || test) continue;
      const target = relative(source, resolve(dirname(path), specifier)).split(sep)[0];
      if (target !== layer && !allowed[layer].includes(target))
        problems.push(`${name}: ${layer} must not import ${target} (${specifier})`);
    }
    if (test) continue;
    for (const [i, line] of text.split("\n").entries()) {
      if (FORBIDDEN.test(line) && !/^\s*(\*|\/\/)/.test(line))
        problems.push(`${name}:${i + 1}: ambient time, chance or I/O: ${line.trim()}`);
    }
  }
}

for (const app of ["cli", "language-server", "server", "vscode", "web"]) {
  for (const path of files(join(root, "apps", app, "src"), [".ts", ".tsx"])) {
    const text = readFileSync(path, "utf8");
    // The face names every route, so importing it would load at once what should be loaded later.
    if (app === "web" && /^import (?!type\b)[^;]*from "@sluice\/protocol";/m.test(text))
      problems.push(
        `${relative(root, path)}: imports values of @sluice/protocol; name the file, as @sluice/protocol/live`,
      );
    for (const specifier of imports(text)) {
      if (/packages\/(engine|languages|protocol)/.test(specifier))
        problems.push(`${relative(root, path)}: imports ${specifier}; use the package's name`);
      const editors = app === "vscode" && specifier === "@sluice/language-server";
      if (app !== "cli" && !editors && /@sluice\/(cli|language-server|vscode|web)/.test(specifier))
        problems.push(`${relative(root, path)}: ${app} must not import ${specifier}`);
    }
  }
}

/** Files outside of all rooms. */
const WHOLE = "the whole";
/**
 * Rooms of the apps, from the lowest up, and which of those below each may import; files outside a room put the whole
 * together.
 * @type {Readonly<Record<string, Rooms>>}
 */
const ROOMS = {
  server: {
    platform: [],
    host: ["platform"],
    recording: ["platform"],
    watch: [],
    core: ["platform", "host", "recording", "watch"],
    http: ["platform"],
    gen: [],
    files: ["platform", "core"],
    journald: ["platform", "core", "files"],
    journal: ["platform", "host", "core", "files"],
    upstream: ["platform", "core"],
    docker: ["platform", "core", "files", "upstream"],
    loki: ["platform", "core", "http", "gen", "upstream"],
    grpc: ["http", "gen"],
    otlp: ["core", "http", "gen"],
    datagrams: ["core", "http"],
    syslog: ["platform", "core", "http", "datagrams"],
    gelf: ["core"],
    profiles: ["platform", "recording", "core", "http", "gen"],
    "profiles-write": ["platform", "core", "upstream"],
    preview: ["platform", "core", "host"],
    components: [
      "platform",
      "watch",
      "core",
      "http",
      "gen",
      "loki",
      "files",
      "docker",
      "journald",
      "journal",
      "grpc",
      "otlp",
      "datagrams",
      "syslog",
      "gelf",
      "profiles",
      "profiles-write",
      "upstream",
    ],
    configs: ["platform", "host", "core"],
    live: ["platform", "host", "watch", "core", "loki", "preview"],
    api: ["platform", "recording", "watch", "core", "http", "profiles", "preview", "configs", "live"],
    testing: ["platform", "recording", "core", "gen", "http", "loki", "files", "journal", "components", WHOLE],
  },
};

for (const [app, rooms] of Object.entries(ROOMS)) {
  const source = join(root, "apps", app, "src");
  for (const [i, [room, allowed]] of Object.entries(rooms).entries()) {
    const below = Object.keys(rooms).slice(0, i);
    for (const other of allowed.filter((one) => one !== WHOLE && !below.includes(one)))
      problems.push(
        `scripts/check/layers.mjs: apps/${app}: ${room} may import ${other}, which does not stand below it`,
      );
  }
  /** @param {string} path */
  const roomOf = (path) => {
    const parts = relative(source, path).split(sep);
    return parts.length > 1 ? parts[0] : WHOLE;
  };
  for (const path of files(source, [".ts", ".tsx"])) {
    const room = roomOf(path);
    if (room === WHOLE || /\.test\.tsx?$/.test(path)) continue;
    const name = relative(root, path);
    const allowed = rooms[room];
    if (allowed === undefined) {
      problems.push(`${name}: ${room} is not a room of apps/${app}; name it in scripts/check/layers.mjs`);
      continue;
    }
    for (const specifier of imports(readFileSync(path, "utf8"))) {
      if (!specifier.startsWith(".")) continue;
      const target = roomOf(resolve(dirname(path), specifier));
      if (target !== room && !allowed.includes(target))
        problems.push(`${name}: ${room} must not import ${target} (${specifier})`);
    }
  }
}

/**
 * Folders within a room of the server, from the lowest up; each may import those before it. `""`: files of the room itself.
 */
const INNER_ROOMS = {
  core: ["entries", "", "runtime"],
  files: ["", "reading", "positions", "finding", "writing", "tails"],
};
/** Files of product code in one folder of the server or the command line at most. */
const MOST_FILES_OF_APP = 25;

for (const [room, inner] of Object.entries(INNER_ROOMS)) {
  const source = join(root, "apps/server/src", room);
  /** @param {string} path */
  const innerOf = (path) => dirname(relative(source, path)).replace(/^\.$/, "");
  for (const path of files(source, [".ts"])) {
    if (path.endsWith(".test.ts")) continue;
    const from = innerOf(path);
    if (!inner.includes(from))
      problems.push(`${relative(root, path)}: ${room}/${from} is not a room; name it in scripts/check/layers.mjs`);
    for (const specifier of imports(readFileSync(path, "utf8"))) {
      if (!specifier.startsWith(".")) continue;
      const to = innerOf(resolve(dirname(path), specifier));
      if (inner.indexOf(to) > inner.indexOf(from))
        problems.push(`${relative(root, path)}: ${room}/${from} must not import ${room}/${to} (${specifier})`);
    }
  }
}

for (const app of ["cli", "language-server", "server"]) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of files(join(root, "apps", app, "src"), [".ts"]))
    if (!path.endsWith(".test.ts")) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  for (const [folder, count] of counts)
    if (count > MOST_FILES_OF_APP)
      problems.push(
        `${relative(root, folder)}: ${count} files, and at most ${MOST_FILES_OF_APP} stand together; name rooms in it`,
      );
}

/**
 * The page's layers, from the lowest up: what every feature stands on, what is seen of no feature, the features, and what
 * puts them together. A feature knows another by its `index.ts` alone.
 */
const PAGE_LAYERS = ["core", "ui", "features", "app"];
/**
 * The rooms of the page's core, each with those that it may import besides itself.
 * @type {Rooms}
 */
const CORE_ROOMS = {
  text: [],
  model: ["text"],
  workers: ["text", "model"],
  re2: ["text", "model", "workers"],
  storage: ["text", "model"],
  server: ["text", "model", "workers", "storage"],
  page: ["text", "model", "workers", "re2", "storage", "server"],
  select: ["text", "model", "page"],
  run: ["text", "model", "workers", "re2", "storage", "page", "select"],
  edit: ["text", "model", "storage", "page", "select", "run"],
};
/**
 * Which file of a feature uses which other feature, compared exactly: a new pair is refused, one that is gone leaves the list.
 * Style sheets of another feature stand in it by their names, as they have no door.
 */
const CROSSINGS_FILE = "scripts/check/known-crossings.json";
/** Files of product code in one folder of the page at most. */
const MOST_FILES_OF_PAGE = 25;

/**
 * Why a file of the page must not import another; undefined: it may. Both as their folders and names below `src`.
 * @param {readonly string[]} from
 * @param {readonly string[]} to
 */
function whyNotInPage(from, to) {
  const [layer, room] = from;
  const [targetLayer, targetRoom] = to;
  const level = PAGE_LAYERS.indexOf(targetLayer);
  if (level < 0 || level > PAGE_LAYERS.indexOf(layer)) return `${layer} must not import ${targetLayer}`;
  if (layer !== targetLayer || room === targetRoom) return undefined;
  if (layer === "core" && !CORE_ROOMS[room]?.includes(targetRoom))
    return `core/${room} must not import core/${targetRoom}`;
  if (layer === "features" && !to.at(-1)?.endsWith(".css") && (to.length !== 3 || to[2] !== "index.ts"))
    return `features/${room} knows features/${targetRoom} by its index.ts alone`;
  return undefined;
}

/**
 * @param {Map<string, Set<string>>} crossings
 * @param {string} file
 * @param {string} target
 */
function noteCrossing(crossings, file, target) {
  crossings.set(file, (crossings.get(file) ?? new Set()).add(target));
}

/** @param {ReadonlyMap<string, ReadonlySet<string>>} crossings */
function checkCrossings(crossings) {
  /** @param {[file: string, targets: Iterable<string>][]} entries */
  const pairs = (entries) => new Set(entries.flatMap(([file, targets]) => [...targets].map((to) => `${file} → ${to}`)));
  /** @type {Readonly<Record<string, readonly string[]>>} */
  const listed = JSON.parse(readFileSync(join(root, CROSSINGS_FILE), "utf8"));
  const known = pairs(Object.entries(listed));
  const found = pairs([...crossings]);
  for (const pair of found)
    if (!known.has(pair)) problems.push(`${pair}: a feature uses another anew; move what both need into core or ui`);
  for (const pair of known)
    if (!found.has(pair)) problems.push(`${CROSSINGS_FILE}: ${pair} is gone; take it from the list`);
}

function checkPage() {
  const source = join(root, "apps/web/src");
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Map<string, Set<string>>} */
  const crossings = new Map();
  for (const path of files(source, [".ts", ".tsx"])) {
    const from = relative(source, path).split(sep);
    const [layer, room] = from;
    if (from.length === 1 || layer === "testing" || /\.test\.tsx?$/.test(path)) continue;
    const name = relative(root, path);
    if (!PAGE_LAYERS.includes(layer)) problems.push(`${name}: ${layer} is not a layer of apps/web`);
    if (layer === "core" && CORE_ROOMS[room] === undefined)
      problems.push(`${name}: core/${room} is not a room; name it in scripts/check/layers.mjs`);
    counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
    const isPure = layer === "core" && (room === "text" || room === "model");
    for (const specifier of imports(readFileSync(path, "utf8"))) {
      if (isPure && /^(react|zustand|monaco-editor|idb)\b/.test(specifier))
        problems.push(`${name}: core/${room} is pure and must not import ${specifier}`);
      if (!/^\..*\.(tsx?|css)$/.test(specifier)) continue;
      const to = relative(source, resolve(dirname(path), specifier)).split(sep);
      if (layer === "features" && to[0] === "features" && to[1] !== room)
        noteCrossing(crossings, from.slice(1).join("/"), specifier.endsWith(".css") ? to.slice(1).join("/") : to[1]);
      const why = whyNotInPage(from, to);
      if (why !== undefined) problems.push(`${name}: ${why} (${specifier})`);
    }
  }
  for (const [folder, count] of counts)
    if (count > MOST_FILES_OF_PAGE)
      problems.push(`${folder}: ${count} files, and at most ${MOST_FILES_OF_PAGE} stand together; name rooms in it`);
  checkCrossings(crossings);
}
checkPage();

const circles = [
  "packages/languages/src",
  "packages/engine/src",
  "packages/protocol/src",
  "apps/server/src",
  "apps/language-server/src",
  "apps/cli/src",
  "apps/vscode/src",
  "apps/web/src",
].flatMap((folder) => findCircles(readGraph(join(root, folder), root)));
for (const circle of circles)
  problems.push(`circle of imports: ${circle.join(", ")}: move what they share into a file of its own`);

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? "layers: every import goes in the allowed direction, and none form a circle"
    : `layers: ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
