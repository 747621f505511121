// `node scripts/build/install-locked.mjs --to FOLDER`: the packed command line in `FOLDER/node_modules`, with its
// dependencies in the versions of the lock file: an image that is built again holds the same.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installedClosure } from "./installed-closure.mjs";
import { packCli } from "./pack.mjs";

const { values } = parseArgs({ options: { to: { type: "string" } } });
if (values.to === undefined) {
  console.error("usage: node scripts/build/install-locked.mjs --to FOLDER");
  process.exit(2);
}
const modules = join(resolve(values.to), "node_modules");
const scratch = mkdtempSync(join(tmpdir(), "sluice-locked-"));
try {
  const own = join(modules, "@sluice/cli");
  mkdirSync(own, { recursive: true });
  const { status } = spawnSync("tar", ["-xzf", packCli(scratch), "-C", own, "--strip-components=1"], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("the package could not be unpacked");
  const { dependencies } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const found = installedClosure(name);
    if (found.size === 0) throw new Error(`${name} is not installed: run npm ci first`);
    for (const [one, folder] of found) cpSync(folder, join(modules, one), { recursive: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
