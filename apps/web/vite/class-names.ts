/**
 * What classes of CSS modules are called. In a build each has two characters, since half of a style sheet and of the markup
 * is names; during development the sheet and the name stand in it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { CSSModulesOptions, Plugin } from "vite";

const SUFFIX = ".module.css";
/** A name begins with a capital, which neither the editor's nor the graph's do, and none of the page's own sheets. */
const FIRST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const NEXT = `${FIRST.toLowerCase()}0123456789`;

/** Classes and animations that a sheet names, in their order. */
export function namesOf(sheet: string): string[] {
  const selectors = sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/@value [^;]*;/g, "")
    .replaceAll(/"[^"]*"/g, "");
  return [...new Set([...selectors.matchAll(/(?:\.|@keyframes )([A-Za-z_][\w-]*)/g)].map(([, name]) => name!))];
}

const nthName = (n: number): string =>
  n < FIRST.length * NEXT.length
    ? `${FIRST[Math.floor(n / NEXT.length)]}${NEXT[n % NEXT.length]}`
    : `${nthName(Math.floor(n / NEXT.length) - FIRST.length)}${NEXT[n % NEXT.length]}`;

type NameOf = (name: string, path: string) => string;

/** By the places of sheets and classes, so that a build of the same files gives the same names. */
export function shortNames(folder: string): NameOf {
  const names = new Map<string, string>();
  const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(SUFFIX));
  for (const path of sheets.map((one) => join(folder, one)).sort())
    for (const name of namesOf(readFileSync(path, "utf8"))) names.set(`${path} ${name}`, nthName(names.size));
  return (name, path) => {
    const short = names.get(`${path} ${name}`);
    if (short === undefined) throw new Error(`${path}: .${name} was not found when the build began`);
    return short;
  };
}

const longName: NameOf = (name, path) => `${basename(path, SUFFIX)}_${name}`;

/**
 * Reads what another sheet calls its classes, for `@value … from`. As it comes, that copies the other sheet into this one,
 * whose rules would then stand twice, and in another order.
 */
const namesAlone = (nameOf: NameOf) =>
  class {
    readonly finalSource = "";
    async fetch(file: string, from: string): Promise<Record<string, string>> {
      const path = resolve(dirname(from), file.replaceAll(/["']/g, ""));
      return Object.fromEntries(namesOf(readFileSync(path, "utf8")).map((name) => [name, nameOf(name, path)]));
    }
  };

/** For sheets below `folder`. `short`: it is built. */
export function classNames(folder: string, short: boolean): CSSModulesOptions {
  const nameOf = short ? shortNames(folder) : longName;
  const options = {
    generateScopedName: (name: string, path: string) => nameOf(name, path.replace(/\?.*$/, "")),
    Loader: namesAlone(nameOf),
  };
  return options;
}

/**
 * Keeps the rules of sheets whose names all stand where they are used: nothing of such a module is imported in the end, and
 * what is left out of a chunk has no rules there. The statement holds it until the chunk is minified, which takes it away.
 */
export function keepSheets(): Plugin {
  return {
    name: "sluice:keep-sheets",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code: `${code}\ndebugger;\n`, map: null, moduleSideEffects: true }),
    },
  };
}
