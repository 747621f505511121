/**
 * Style sheets against what uses them: a class that a view names is there, one that is there is named, and a sheet knows no
 * other but those of `ui` and of its own feature. What is global is the vocabulary of `ui/base.css` alone.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL("../", import.meta.url));
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).map((path) => path.split(sep).join("/"));
const read = (path: string): string => readFileSync(join(SOURCE, path), "utf8");
const sheets = files.filter((path) => path.endsWith(".module.css"));
const scripts = files.filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|d)\.tsx?$/.test(path));

/** Classes of the packages that the page draws with. */
const OF_PACKAGES = /^(?:react-flow\w*|nopan|nodrag|nowheel)/;

interface Sheet {
  readonly classes: ReadonlySet<string>;
  /** What it takes of others: the name here, the name there, and where. */
  readonly taken: readonly { readonly alias: string; readonly name: string; readonly from: string }[];
  readonly selectors: string;
}

const between = (path: string, specifier: string): string =>
  relative(SOURCE, resolve(SOURCE, dirname(path), specifier))
    .split(sep)
    .join("/");

function readSheet(path: string): Sheet {
  const text = read(path).replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const taken = [...text.matchAll(/@value ([^;]*) from "([^"]*)";/g)].flatMap(([, names = "", from = ""]) =>
    names.split(",").map((one) => {
      const [name = "", alias = name] = one.trim().split(/\s+as\s+/);
      return { alias, name, from: between(path, from) };
    }),
  );
  const selectors = text.replaceAll(/@value [^;]*;/g, "").replaceAll(/"[^"]*"/g, "");
  const own = selectors.replaceAll(/:global\([^)]*\)/g, "");
  const named = [...own.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name!);
  const aliases = new Set(taken.map(({ alias }) => alias));
  return { classes: new Set(named.filter((name) => !aliases.has(name))), taken, selectors };
}

const known = new Map(sheets.map((path) => [path, readSheet(path)]));

/** `css.row` of every script: the sheet, the class, and where it stands. */
const uses = scripts.flatMap((path) => {
  const text = read(path);
  return [...text.matchAll(/^import \* as (\w+) from "(\.[^"]*\.module\.css)";/gm)].flatMap(([, name, specifier]) =>
    [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, "g"))].map(([, used]) => ({
      path,
      sheet: between(path, specifier!),
      used: used!,
    })),
  );
});

const nameOf = (sheet: string, name: string): string => `${sheet}: .${name}`;

it("has every class that a view names", () => {
  const missing = uses.filter(({ sheet, used }) => known.get(sheet)?.classes.has(used) !== true);
  expect(missing.map(({ path, sheet, used }) => `${path}: ${nameOf(sheet, used)}`)).toEqual([]);
});

it("has no class that nobody names", () => {
  const named = new Set(uses.map(({ sheet, used }) => nameOf(sheet, used)));
  const all = [...known].flatMap(([path, { classes }]) => [...classes].map((name) => nameOf(path, name)));
  expect(all.filter((name) => !named.has(name))).toEqual([]);
});

it("takes classes of `ui` and of its own feature alone, each of them there and in use", () => {
  const wrong = [...known].flatMap(([path, { taken, selectors }]) =>
    taken
      .filter(({ alias, name, from }) => {
        const isNear = from.startsWith("ui/") || from.split("/")[1] === path.split("/")[1];
        const isThere = known.get(from)?.classes.has(name) === true;
        return !isNear || !isThere || !new RegExp(`\\.${alias}\\b`).test(selectors);
      })
      .map(({ name, from }) => `${path}: ${name} of ${from}`),
  );
  expect(wrong).toEqual([]);
});

it("scopes every rule: one that names no class of its own would hold everywhere", () => {
  const open = [...known].flatMap(([path, { classes, selectors }]) =>
    [...selectors.matchAll(/([^{}]+)\{/g)]
      .map(([, selector]) => selector!.trim())
      .filter((selector) => !/^(?:@|from$|to$|\d)/.test(selector))
      .flatMap((list) => list.split(/,(?![^(]*\))/))
      .filter((selector) => !GLOBAL.test(selector))
      .filter((selector) => ![...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].some(([, name]) => classes.has(name!)))
      .map((selector) => `${path}: ${selector.trim()}`),
  );
  expect(open).toEqual([]);
});

/** Rules of the graph and the editor, which name their own classes. */
const GLOBAL = /:global\(\.(?:react-flow|monaco|selected-stage)/;

it("names no class by its text but those of `ui/base.css` and of packages", () => {
  const vocabulary = new Set([...read("ui/base.css").matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!));
  const wrong = scripts.flatMap((path) =>
    [...read(path).matchAll(/[cC]lassName="([^"]*)"/g)].flatMap(([, words = ""]) =>
      words
        .split(/\s+/)
        .filter((word) => word !== "" && !vocabulary.has(word) && !OF_PACKAGES.test(word))
        .map((word) => `${path}: ${word}`),
    ),
  );
  expect(wrong).toEqual([]);
});

/** A selector in a text: `.modal[data-closed]`, or what `closest` and its like look for. */
const SELECTED =
  /["'`(,\s]\.([a-z][\w-]*)\[[a-z-]+|(?:closest|matches|querySelector(?:All)?)[^(\n]*\(\s*["'`][^"'`\n$]*\.([a-z][\w-]*)/g;

it("looks for no element by a class of a sheet, whose name a build shortens", () => {
  const wrong = scripts.flatMap((path) =>
    [...read(path).matchAll(SELECTED)]
      .map(([, one, other]) => one ?? other ?? "")
      .filter((name) => !/^(?:react-flow|monaco)/.test(name))
      .map((name) => `${path}: .${name}`),
  );
  expect(wrong).toEqual([]);
});

it("imports sheets that are there, and no other but modules, those of packages and the one of the page", () => {
  const imported = scripts.flatMap((path) =>
    [...read(path).matchAll(/^import .*"(\.[^"]*\.css)";/gm)].map(([, one]) => between(path, one!)),
  );
  expect(imported.filter((path) => !existsSync(join(SOURCE, path)))).toEqual([]);
  expect([...new Set(imported.filter((path) => !path.endsWith(".module.css")))]).toEqual(["app/index.css"]);
});
