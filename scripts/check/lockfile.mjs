// Checks that package-lock.json is complete: npm leaves an optional platform package out without a word when the
// registry had none at that moment, and `npm ci` then fails on the platform that needs it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** @typedef {"dependencies" | "optionalDependencies" | "devDependencies"} Kind */
/** @type {{ lockfileVersion: number, packages: Readonly<Record<string, Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>>>> }} */
const { packages, lockfileVersion } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
/** @type {string[]} */
const problems = [];
if (lockfileVersion !== 3) problems.push(`lockfileVersion is ${lockfileVersion}, not 3`);

/**
 * Whether `name` is found from the package at `path`, as Node would look for it.
 * @param {string} path
 * @param {string} name
 */
function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`] !== undefined) return true;
    if (at === "" || !at.includes("/node_modules/")) return packages[`node_modules/${name}`] !== undefined;
  }
}

/** @type {readonly Kind[]} */
const KINDS = ["dependencies", "optionalDependencies", "devDependencies"];
let checked = 0;
for (const [path, entry] of Object.entries(packages)) {
  for (const kind of KINDS) {
    if (kind === "devDependencies" && path.includes("node_modules/")) continue;
    for (const name of Object.keys(entry[kind] ?? {})) {
      checked++;
      if (!isLocked(path, name))
        problems.push(
          `${path || "the root"} names ${kind === "optionalDependencies" ? "the optional " : ""}${name}, which is not in the lockfile`,
        );
    }
  }
}

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `lockfile: all ${checked} named packages are there`
    : `lockfile: ${problems.length} problems; choose a version whose packages are all published, and lock again`,
);
process.exit(problems.length === 0 ? 0 : 1);
