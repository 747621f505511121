// Third-party notices: name, version, licence and its text for each package that is handed on, in one text.
//
//   node scripts/build/notices.mjs [--out FILE] --of apps/web        what a workspace needs when it runs, by the lockfile
//   node scripts/build/notices.mjs [--out FILE] PACKAGE…             packages by name, as they are installed
//
// A bundler's list of modules becomes packages by `packagesOfModules`. A package whose licence is not known, or does not
// let us hand it on, is an error.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainModule } from "../base/main-module.mjs";
import { messageOf } from "../base/message-of.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Permissive licences; MPL-2.0, whose files stay under it wherever they go; OFL-1.1, under which fonts may be bundled. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "OFL-1.1",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
]);

/**
 * Whether an SPDX expression of names, AND and OR is satisfied by what is allowed.
 * @param {string} expression
 */
export function isAllowed(expression) {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  /** @returns {boolean} */
  const term = () => {
    if (words[at] !== "(") return ALLOWED.has(words[at++]);
    at++;
    const inner = choice();
    return words[at++] === ")" && inner;
  };
  const all = () => {
    let result = term();
    while (words[at] === "AND") {
      at++;
      result = term() && result;
    }
    return result;
  };
  function choice() {
    let result = all();
    while (words[at] === "OR") {
      at++;
      result = all() || result;
    }
    return result;
  }
  return choice() && at === words.length;
}

/**
 * @typedef {Readonly<Record<string, string>>} Names
 * @typedef {object} Locked
 * @property {boolean} [link]
 * @property {string} [resolved]
 * @property {Names} [dependencies]
 * @property {Names} [optionalDependencies]
 * @property {Names} [peerDependencies]
 * @property {Names} [devDependencies]
 */

/**
 * The folders, from the root, of packages that a workspace needs when it runs and that are installed here.
 * @param {string} workspace
 */
export function packagesOfWorkspace(workspace, from = root) {
  /** @type {{ packages: Readonly<Record<string, Locked>> }} */
  const { packages } = JSON.parse(readFileSync(join(from, "package-lock.json"), "utf8"));
  if (packages[workspace] === undefined) throw new Error(`${workspace} is not a workspace`);
  /**
   * The place where Node finds a package from another one.
   * @param {string} path
   * @param {string} name
   */
  const find = (path, name) => {
    for (let at = path; ; at = at.includes("/node_modules/") ? at.slice(0, at.lastIndexOf("/node_modules/")) : "") {
      const place = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
      if (packages[place] !== undefined) return packages[place].link ? packages[place].resolved : place;
      if (at === "") return undefined;
    }
  };
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} path */
  const follow = (path) => {
    const { dependencies, optionalDependencies, peerDependencies, devDependencies = {} } = packages[path];
    // Workspaces that only the build needs are bundled, with what they need.
    const bundled = Object.keys(devDependencies).filter((name) => packages[`node_modules/${name}`]?.link);
    for (const name of [
      ...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
      ...bundled,
    ]) {
      const place = find(path, name);
      if (place === undefined || found.has(place)) continue;
      // Those of other platforms are not installed, and types are not handed on.
      if (!existsSync(join(from, place, "package.json")) || name.startsWith("@types/")) continue;
      found.add(place);
      follow(place);
    }
  };
  follow(workspace);
  return [...found].filter((place) => place.includes("node_modules/")).map((place) => join(from, place));
}

/**
 * The folders of the packages that modules, given by their paths, come from.
 * @param {readonly string[]} paths
 */
export function packagesOfModules(paths) {
  const folders = new Set();
  for (const path of paths) {
    const match = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(path.replace(/^\0+/, ""));
    if (match !== null) folders.add(match[0]);
  }
  return [...folders];
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice|third.?party.?notices)/i;

/** @param {string} folder */
function readPackage(folder) {
  const { name, version, license, repository, homepage } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const source = typeof repository === "string" ? repository : (repository?.url ?? homepage ?? "");
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").replaceAll("\r\n", "\n").trim())
    .sort();
  return { name, version, license, source: source.replace(/^git\+/, "").replace(/\.git$/, ""), texts };
}

/**
 * The text for packages in these folders; throws where a licence is not known or not allowed.
 * @param {readonly string[]} folders
 */
export function noticesOf(folders) {
  const packages = folders.map(readPackage);
  packages.sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
  const refused = packages.filter(({ license }) => typeof license !== "string" || !isAllowed(license));
  if (refused.length > 0) {
    const list = refused.map(({ name, version, license }) => `${name} ${version}: ${license ?? "no licence named"}`);
    throw new Error(
      `licences that are not known to allow handing on (scripts/build/notices.mjs):\n  ${list.join("\n  ")}`,
    );
  }
  const sections = packages.map(({ name, version, license, source, texts }) => {
    const head = [`${name} ${version}`, `Licence: ${license}`, ...(source === "" ? [] : [`Source: ${source}`])];
    /** @type {readonly string[]} */
    const words = license.match(/[A-Za-z0-9][\w.-]*/g) ?? [];
    const names = words.filter((word) => ALLOWED.has(word));
    const terms = names.map(
      (one) => `The package has no text of its licence; its terms: https://spdx.org/licenses/${one}.html`,
    );
    return [head.join("\n"), ...(texts.length > 0 ? texts : terms)].join("\n\n");
  });
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return `Sluice contains the following packages of others, each under its own licence.${rule}${sections.join(rule)}\n`;
}

/** @param {readonly string[]} args */
function main(args) {
  /** @type {string[]} */
  const names = [];
  /** @type {string | undefined} */
  let out;
  /** @type {string[]} */
  let folders = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--out") out = args[++i];
    else if (args[i] === "--of") folders = folders.concat(packagesOfWorkspace(args[++i] ?? ""));
    else names.push(args[i]);
  }
  folders.push(...names.map((name) => join(root, "node_modules", name)));
  if (folders.length === 0) throw new Error("name packages, or a workspace by --of");
  const missing = folders.find((folder) => !existsSync(join(folder, "package.json")));
  if (missing !== undefined) throw new Error(`${missing} is not installed`);
  const text = noticesOf([...new Set(folders)]);
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
}

if (isMainModule(import.meta.url)) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`notices: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}
