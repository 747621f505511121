// `npm run pack [-- --to FOLDER]`: builds the package of the command line, `sluice-cli-VERSION.tgz`, with the page in it.
// It needs nothing of the repository: `npm install ./sluice-cli-VERSION.tgz && npx --no-install sluice run config.alloy`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMainModule } from "../base/main-module.mjs";
import { buildOrExit } from "../build.mjs";
import { noticesOf, packagesOfWorkspace } from "./notices.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** What goes in, by its name in the package. */
const CONTENTS = {
  bin: "apps/cli/bin",
  bundle: "apps/cli/bundle",
  page: "apps/web/dist",
  LICENSE: "LICENSE",
  "README.md": "README.md",
};
/** Of the manifests, what means something to those who install it. */
const OF_CLI = ["name", "version", "license", "type", "bin", "dependencies"];
const OF_ROOT = ["description", "engines"];

/**
 * Packs folder `from` into folder `to`; gives the tarball's path.
 * @param {string} from
 * @param {string} to
 */
export function packFolder(from, to) {
  const result = spawnSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", to], {
    cwd: from,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  if (result.status !== 0) throw new Error(`npm pack failed in ${from}`);
  return join(to, JSON.parse(result.stdout)[0].filename);
}

/**
 * Builds and packs the command line.
 * @param {string} to
 */
export function packCli(to) {
  buildOrExit(["node", "page"]);
  const stage = mkdtempSync(join(tmpdir(), "sluice-pack-"));
  try {
    for (const [name, path] of Object.entries(CONTENTS))
      cpSync(join(root, path), join(stage, name), { recursive: true });
    writeFileSync(join(stage, "THIRD-PARTY-NOTICES.txt"), noticesOf(packagesOfWorkspace("apps/cli")));
    /** @param {string} path */
    const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
    /**
     * @param {Readonly<Record<string, unknown>>} manifest
     * @param {readonly string[]} keys
     */
    const pick = (manifest, keys) => Object.fromEntries(keys.map((key) => [key, manifest[key]]));
    const manifest = { ...pick(read("apps/cli/package.json"), OF_CLI), ...pick(read("package.json"), OF_ROOT) };
    writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    return packFolder(stage, to);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (isMainModule(import.meta.url)) {
  const { values } = parseArgs({ options: { to: { type: "string", default: "." } } });
  console.log(packCli(resolve(values.to)));
}
