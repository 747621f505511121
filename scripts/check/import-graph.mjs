// Which source file imports which, and the circles among them. Types count: a circle of types is one concept in two
// files as well, and becomes one of values with the next edit.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** @typedef {ReadonlyMap<string, readonly string[]>} Graph */

/**
 * Files below `folder` whose names have one of the endings.
 * @param {string} folder
 * @param {readonly string[]} endings
 * @returns {Generator<string>}
 */
export function* sourceFiles(folder, endings = [".ts", ".tsx"]) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== "dist") yield* sourceFiles(path, endings);
    } else if (endings.some((ending) => entry.name.endsWith(ending))) yield path;
  }
}

/** `import … from "x"`, `export … from "x"`, `import "x"`, `import("x")`, `new URL("x", import.meta.url)`. */
const IMPORT =
  /^\s*(?:import|export)\b[^"';=]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']|\bnew URL\(\s*["']([^"']+\.tsx?)["']\s*,\s*import\.meta\.url/gm;

/**
 * What a source's text imports, as written.
 * @param {string} text
 */
export const importsOf = (text) =>
  [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4]);

/** How a package imports what the page loads later (`base/part.ts` of the languages); here it is there at once. */
const PART = "#parts/";

/**
 * The graph of the files below `folder`, tests left out: for each its imports, both as paths relative to `root`.
 * @param {string} folder
 * @param {string} root
 */
export function readGraph(folder, root) {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  /** @param {string} path */
  const name = (path) => relative(root, path).split(sep).join("/");
  for (const path of sourceFiles(folder)) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const targets = importsOf(readFileSync(path, "utf8"))
      .filter((specifier) => specifier.startsWith(".") || specifier.startsWith(PART))
      .map((specifier) =>
        specifier.startsWith(PART)
          ? join(folder, `${specifier.slice(PART.length)}.now.ts`)
          : resolve(dirname(path), specifier.replace(/\?.*$/, "")),
      )
      .filter((target) => /\.tsx?$/.test(target) && existsSync(target));
    graph.set(name(path), targets.map(name));
  }
  return graph;
}

/** @typedef {{ index: number, low: number, open: boolean }} Visited */

/**
 * The circles of a graph (its strongly connected parts of more than one file), each in order of names.
 * @param {Graph} graph
 */
export function findCircles(graph) {
  /** @type {string[][]} */
  const circles = [];
  /** @type {Map<string, Visited>} */
  const state = new Map();
  /** @type {string[]} */
  const stack = [];
  let counter = 0;
  /**
   * @param {string} node
   * @returns {Visited}
   */
  const visit = (node) => {
    const own = { index: counter, low: counter, open: true };
    counter++;
    state.set(node, own);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      const seen = state.get(next) ?? visit(next);
      if (seen.open) own.low = Math.min(own.low, seen.low);
    }
    if (own.low === own.index) {
      const circle = stack.splice(stack.lastIndexOf(node));
      for (const one of circle) {
        const visited = state.get(one);
        if (visited !== undefined) visited.open = false;
      }
      if (circle.length > 1 || (graph.get(node) ?? []).includes(node)) circles.push(circle.sort());
    }
    return own;
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return circles.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}
