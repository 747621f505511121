// Makes the pictures in docs/images again, with the browser of the page's tests.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "../base/browser.mjs";
import { buildOrExit } from "../build.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const browser = findBrowser();
if (browser === undefined) process.exit(1);
buildOrExit(["node", "page"]);
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/playwright/cli.js"), "test", "--config", join(root, "e2e/pictures.config.ts")],
  { cwd: root, stdio: "inherit", env: { ...process.env, SLUICE_BROWSER: browser } },
);
process.exit(status ?? 1);
