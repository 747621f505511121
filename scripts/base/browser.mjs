// Finds a browser for the tests of the page, or installs one. Prints nothing but progress to standard error.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "./debian-packages.mjs";
import { messageOf } from "./message-of.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const VARIABLES = ["SLUICE_BROWSER", "CHROME_PATH", "CHROMIUM_PATH", "PUPPETEER_EXECUTABLE_PATH"];
const windows = process.platform === "win32";
const CHROMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const FIREFOXES = ["firefox-esr", "firefox"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map((name) =>
    join(process.env[name] ?? "", "Google/Chrome/Application/chrome.exe"),
  ),
];

/** @param {string} path */
const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/**
 * Whether it starts: some systems have a script of that name that only says how to install the real one.
 * @param {string} path
 */
const starts = (path) =>
  isExecutable(path) && (windows || spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0);

/** @param {readonly string[]} variables */
function fromEnvironment(variables) {
  for (const name of variables) {
    const path = process.env[name];
    if (!path) continue;
    if (isExecutable(path)) return path;
    console.error(`${name} names ${path}, which is not an executable file`);
  }
  return undefined;
}

/** @param {readonly string[]} names */
function fromPath(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, windows ? `${name}.exe` : name);
      if (folder !== "" && starts(path)) return path;
    }
  }
  return undefined;
}

function fromPlaywright() {
  try {
    /** @type {typeof import("playwright")} */
    const { chromium } = createRequire(join(root, "e2e/package.json"))("playwright");
    const path = chromium.executablePath();
    return path && existsSync(path) ? path : undefined;
  } catch (error) {
    console.error(`Playwright has no browser: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
const run = (command, args) =>
  spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], timeout: 600_000, shell: windows }).status === 0;

/** The path of a browser; installs one where there is none. Undefined, with advice on standard error, when that fails. */
export function findBrowser() {
  const found = fromEnvironment(VARIABLES) ?? fromPath(CHROMES) ?? PLACES.find(starts) ?? fromPlaywright();
  if (found !== undefined) return found;
  console.error("no Chromium or Chrome found; installing one: npx playwright install chromium");
  if (run("npx", ["--no-install", "playwright", "install", "chromium"])) {
    const installed = fromPlaywright();
    if (installed !== undefined) return installed;
  }
  if (installPackages("Chromium or Chrome", ["chromium"])) {
    const installed = fromPath(CHROMES);
    if (installed !== undefined) return installed;
  }
  console.error(`There is no Chromium or Chrome to test the page with, and none could be installed. Do one of these:
  - install Chromium or Chrome with your system's package manager;
  - run \`npx playwright install chromium\` where the network allows it;
  - set ${VARIABLES[0]} to the path of a Chromium or Chrome.`);
  return undefined;
}

/**
 * The path of a Firefox, which is installed where it is missing and `install` asks for that.
 * @param {boolean} install
 */
export function findFirefox(install) {
  const find = () => fromEnvironment(["SLUICE_FIREFOX"]) ?? fromPath(FIREFOXES);
  return find() ?? (install && installPackages("Firefox", [FIREFOXES[0]]) ? find() : undefined);
}
