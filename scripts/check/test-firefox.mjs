// `npm run test:firefox [-- --install]`: the main path in an unmodified Firefox: the page opens, previews, shows what a
// stage did, takes an edit, and shows its result. Playwright drives a Firefox of its own making; this one is driven through
// WebDriver BiDi. Ends with `N passed, N failed`. A machine without Firefox counts as neither, and the output says so
// (`--install`, which CI uses, installs it by apt-get).
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { findFirefox } from "../base/browser.mjs";
import { installOnce } from "../base/cached-install.mjs";
import { installDependencies } from "../base/install.mjs";
import { isMainModule } from "../base/main-module.mjs";
import { messageOf } from "../base/message-of.mjs";
import { npmElsewhere } from "../base/npm-elsewhere.mjs";
import { serveFolder } from "../base/static-host.mjs";
import { buildPlayground } from "../build/playground.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const USAGE = "usage: npm run test:firefox [-- --install]";
/** On a machine that has other things to do. */
const TIMEOUT_MS = 60_000;
const EDIT = 'stage.static_labels { values = { seen = "firefox" } }';

/**
 * @typedef {object} Puppeteer What is used of it; it is installed for this script alone.
 * @property {(options: { browser: string, executablePath: string, headless: boolean, timeout: number }) => Promise<Browser>} launch
 *
 * @typedef {{ version(): Promise<string>, newPage(): Promise<Page>, close(): Promise<void> }} Browser
 *
 * @typedef {object} Page
 * @property {(selector: string) => { click(): Promise<void> }} locator
 * @property {(selector: string) => Promise<unknown>} waitForSelector
 * @property {(condition: () => unknown) => Promise<unknown>} waitForFunction
 * @property {(selector: string) => Promise<void>} click
 * @property {Record<"down" | "up" | "press" | "type", (text: string) => Promise<void>>} keyboard
 * @property {(milliseconds: number) => void} setDefaultTimeout
 * @property {(size: { width: number, height: number }) => Promise<void>} setViewport
 * @property {(url: string) => Promise<unknown>} goto
 * @property {((name: "pageerror", take: (error: unknown) => void) => void) & ((name: "console", take: (message: ConsoleMessage) => void) => void)} on
 *
 * @typedef {{ type(): string, text(): string }} ConsoleMessage
 */

/** @returns {Promise<Puppeteer>} */
async function loadPuppeteer() {
  const folder = installOnce({
    source: join(here, "firefox"),
    what: "puppeteer-core",
    install: (into) => npmElsewhere(into, "ci"),
    isThere: () => true,
  });
  if (folder === undefined) throw new Error("puppeteer-core could not be installed: see above");
  const path = createRequire(join(folder, "package.json")).resolve("puppeteer-core");
  return (await import(pathToFileURL(path).href)).default;
}

/**
 * What a user does, each with a name; each throws when it does not happen in time.
 * @type {readonly [what: string, doIt: (page: Page) => Promise<unknown>][]}
 */
const STEPS = [
  [
    "the page opens, and previews the example",
    async (page) => {
      await page.locator("[data-part=example]").click();
      await page.waitForSelector('nav[aria-label="Stages of this entry"] button');
    },
  ],
  [
    "every sample is accounted for",
    (page) =>
      page.waitForFunction(() =>
        /\d+\s*in.*sent/s.test(document.querySelector("[aria-label=Balance]")?.textContent ?? ""),
      ),
  ],
  [
    "the text is shown, and takes an edit",
    async (page) => {
      await page.locator('::-p-aria([name="Code"][role="button"])').click();
      await page.waitForSelector(".view-lines");
      await page.click(".view-lines");
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
      await page.keyboard.press("Delete");
      await page.keyboard.type(EDIT);
    },
  ],
  [
    "the edited stage's result is shown",
    (page) =>
      page.waitForFunction(() => {
        const article = document.querySelector("article[aria-label^='Stage 1 ']");
        return article?.textContent?.includes("static_labels") && article.textContent.includes("seen");
      }),
  ],
];

/** Gives the totals, and what failed; and in `absent`, that there is no Firefox. */
export async function testFirefox({ install = false } = {}) {
  const executablePath = findFirefox(install);
  if (executablePath === undefined) {
    const advice = install ? "it could not be installed" : "install it, or use --install";
    const absent = `this machine has no Firefox; ${advice}`;
    console.log(`absent: ${absent}`);
    return { passed: 0, failed: 0, failures: [], absent: [absent] };
  }
  /** @type {{ passed: number, failed: number, failures: string[], absent: string[] }} */
  const totals = { passed: 0, failed: 0, failures: [], absent: [] };
  /**
   * @param {string} what
   * @param {string} [problem]
   */
  const count = (what, problem) => {
    console.log(problem === undefined ? `  ok ${what}` : `  FAILED ${what}: ${problem}`);
    totals[problem === undefined ? "passed" : "failed"]++;
    if (problem !== undefined) totals.failures.push(`${what}: ${problem}`);
  };
  const folder = mkdtempSync(join(tmpdir(), "sluice-firefox-"));
  let host;
  let browser;
  try {
    const puppeteer = await loadPuppeteer();
    buildPlayground(join(folder, "page"));
    host = await serveFolder(join(folder, "page"));
    browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, timeout: TIMEOUT_MS });
    console.log(`${await browser.version()}:`);
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    /** @type {string[]} */
    const problems = [];
    page.on("pageerror", (error) => problems.push(messageOf(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(host.url);
    for (const [what, doIt] of STEPS) {
      try {
        await doIt(page);
        count(what);
      } catch (error) {
        count(what, messageOf(error));
        break;
      }
    }
    count("nothing failed in the page", problems[0]);
  } catch (error) {
    count("Firefox can be driven", messageOf(error));
  } finally {
    await browser?.close();
    await host?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return totals;
}

function readOptions() {
  try {
    return parseArgs({
      options: { install: { type: "boolean", default: false }, help: { type: "boolean", short: "h" } },
    }).values;
  } catch (error) {
    console.error(`npm run test:firefox: ${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}

if (isMainModule(import.meta.url)) {
  const { install, help } = readOptions();
  if (help) {
    console.log(USAGE);
    process.exit(0);
  }
  installDependencies();
  const { passed, failed } = await testFirefox({ install });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
