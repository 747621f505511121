/** What ARCHITECTURE.md and CONTRIBUTING.md claim about files and rooms, held against the tree. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (name: string) => readFileSync(join(root, name), "utf8");
const folders = (path: string) =>
  readdirSync(join(root, path)).filter((name) => statSync(join(root, path, name)).isDirectory());

/** Where a path in a text may begin; a name alone is looked for everywhere. */
const BASES = [
  "",
  "docs",
  "packages",
  "packages/engine/src",
  "packages/languages/src",
  "apps/server/src",
  "apps/web/src",
  "packages/languages/src/gotemplate",
];
const SOURCES = ["packages", "apps", "scripts", "e2e", "docs"];
const NAMES = SOURCES.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => !/node_modules|(^|\/)dist\//.test(path))
    .map((path) => basename(path)),
);
/** Made by a build, or whatever the reader's own file is called. */
const NOT_IN_THE_TREE =
  /^(apps\/(?:cli|vscode)\/bundle|apps\/web\/dist|main\.js|preview-worker\.js|FILE|.*[A-Z]{4,}.*|.*…)/;

function exists(path: string): boolean {
  if (!path.includes("/")) return NAMES.includes(path) || existsSync(join(root, path));
  // The package of the languages has a short name.
  const whole = path.replace(/^languages\//, "packages/languages/src/");
  return BASES.some((base) => existsSync(join(root, base, whole)));
}

/** Paths in back quotes: with a slash, or with an ending of source files. */
function* pathsIn(text: string): Generator<string> {
  for (const [, code] of text.matchAll(/`([^`\n]+)`/g)) {
    if (/^[\w@./-]+$/.test(code!) && /\/|\.(ts|tsx|mjs|css|json|md)$/.test(code!) && !/^[@/]|^\.\.?$/.test(code!))
      yield code!;
  }
}

describe.each(["docs/ARCHITECTURE.md", "CONTRIBUTING.md", "docs/regex.md", "docs/performance.md"])("%s", (name) => {
  const paths = [...new Set(pathsIn(read(name)))].filter((path) => !NOT_IN_THE_TREE.test(path));

  it("names files", () => expect(paths.length).toBeGreaterThan(3));

  it.each(paths)("names %s, which is there", (path) => expect(exists(path)).toBe(true));
});

it("names a file without its folder in ARCHITECTURE.md only where no other file has that name", () => {
  const alone = [...new Set(pathsIn(read("docs/ARCHITECTURE.md")))].filter((path) => !path.includes("/"));
  expect(alone.filter((name) => NAMES.filter((other) => other === name).length !== 1)).toEqual([]);
});

describe("the house that ARCHITECTURE.md draws", () => {
  const [, drawing] = /```\n(packages\/languages[\s\S]*?)```/.exec(read("docs/ARCHITECTURE.md"))!;
  const rooms = new Map<string, Set<string>>();
  let house = "";
  for (const line of drawing!.split("\n")) {
    const [, indent, names] = /^( *)(\S+(?: {1,2}[a-z][\w-]*(?= {2}))*)/.exec(line) ?? [];
    if (names === undefined || indent!.length > 2) continue;
    if (indent === "") {
      house = names;
      rooms.set(house, new Set());
    } else for (const room of names.replace(/^src\//, "").split(/\s+/)) rooms.get(house)!.add(room.replace(/\/$/, ""));
  }

  it.each(["packages/engine", "apps/server", "apps/web"])("has every room of %s, and no other", (path) => {
    const drawn = [...rooms.get(path)!].filter((room) => !["conformance", "bench"].includes(room)).sort();
    // Generated code, test tools and style sheets are not rooms.
    const there = folders(`${path}/src`).filter((room) => !["gen", "styles"].includes(room));
    const wanted = there.filter((room) => path === "packages/engine" || room !== "testing").sort();
    expect(drawn).toEqual(wanted);
  });
});

it("has at the top of scripts only what the README's commands call, and a folder for each kind of the others", () => {
  const names = readdirSync(join(root, "scripts"), { withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map(({ name }) => name);
  expect(files.sort()).toEqual(["build.mjs", "check.mjs", "start.mjs", "test.mjs", "tsconfig.json"]);
  expect(folders("scripts").sort()).toEqual(["attack", "base", "bench", "build", "check", "faults"]);
});

it("names in the header comments of sources only files that are there", () => {
  const sources = ["packages", "apps", "scripts", "e2e"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/(?:^|\/)(?:node_modules|dist|bundle|gen)\//.test(path)),
  );
  const known = new Set(sources.flatMap((path) => path.split("/").map((_, i, parts) => parts.slice(i).join("/"))));
  const missing = sources.flatMap((source) => {
    const [header = ""] = /^(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(read(source)) ?? [];
    return [...pathsIn(header)]
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !NOT_IN_THE_TREE.test(path))
      .map((path) => path.replace(/^languages\//, "packages/languages/src/"))
      .filter((path) => !known.has(path))
      .map((path) => `${source}: ${path}`);
  });
  expect(missing).toEqual([]);
});
