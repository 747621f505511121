// `npm run build:playground [-- --to FOLDER]`: the designer as a folder that any static host serves, below any path. It needs
// no server: pipelines are previewed in the browser, by the engine that the server runs.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMainModule } from "../base/main-module.mjs";
import { messageOf } from "../base/message-of.mjs";
import { buildOrExit } from "../build.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const USAGE = `usage: npm run build:playground [-- --to FOLDER]
  --to FOLDER   where the page goes (playground); a folder with anything else in it is left alone`;

/** Marks a folder that this script has made. GitHub Pages leaves out files that begin with `_` unless it is there. */
const MARK = ".nojekyll";
/** It links to the root of a host, which the playground may be below of. Hosts have pages of their own for this. */
const OF_SERVER = "404.html";

/**
 * Builds the page into `folder`. Throws when that has something else in it.
 * @param {string} folder
 */
export function buildPlayground(folder) {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  if (there.length > 0 && !there.includes(MARK))
    throw new Error(`${folder} has something else in it (${there[0]}); name a new or an empty folder with --to`);
  buildOrExit(["page"]);
  rmSync(folder, { recursive: true, force: true });
  const page = join(root, "apps/web/dist");
  cpSync(page, folder, { recursive: true, filter: (path) => !relative(page, path).startsWith(OF_SERVER) });
  writeFileSync(join(folder, MARK), "");
}

function readOptions() {
  try {
    return parseArgs({
      options: { to: { type: "string", default: "playground" }, help: { type: "boolean", short: "h" } },
    }).values;
  } catch (error) {
    console.error(`npm run build:playground: ${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}

if (isMainModule(import.meta.url)) {
  const { to, help } = readOptions();
  if (help) {
    console.log(USAGE);
    process.exit(0);
  }
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  try {
    buildPlayground(resolve(to));
  } catch (error) {
    console.error(`npm run build:playground: ${messageOf(error)}`);
    process.exit(1);
  }
  console.log(
    `Sluice ${version} is in ${relative(process.cwd(), resolve(to)) || "."}: serve it with any static host, below any path`,
  );
}
