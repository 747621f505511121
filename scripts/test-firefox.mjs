// `npm run test:firefox [-- --install]`: the main path in a Firefox as it comes: the page opens, previews, shows what a stage
// did, takes an edit, and shows its result. Playwright drives a Firefox of its own making; this one is driven through WebDriver
// BiDi. Ends with `N passed, N failed`; a machine without Firefox is told, and counts as neither (`--install`, as CI has it,
// gets it by apt-get).
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { findFirefox } from "./browser.mjs";
import { buildPlayground } from "./build-playground.mjs";
import { installOnce } from "./cached-install.mjs";
import { installDependencies } from "./install.mjs";
import { isMainModule } from "./main-module.mjs";
import { npmElsewhere } from "./npm-elsewhere.mjs";
import { serveFolder } from "./static-host.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const USAGE = "usage: npm run test:firefox [-- --install]";
/** On a machine that has other things to do. */
const TIMEOUT_MS = 60_000;
const EDIT = 'stage.static_labels { values = { seen = "firefox" } }';

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

/** What a user does, each with a name; each throws when it does not come about in time. */
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
      page.waitForFunction(() => /\d+\s*in.*sent/s.test(document.querySelector("[aria-label=Balance]")?.textContent)),
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
  const totals = { passed: 0, failed: 0, failures: [], absent: [] };
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
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(host.url);
    for (const [what, doIt] of STEPS) {
      try {
        await doIt(page);
        count(what);
      } catch (error) {
        count(what, error.message);
        break;
      }
    }
    count("nothing failed in the page", problems[0]);
  } catch (error) {
    count("Firefox can be driven", error.message);
  } finally {
    await browser?.close();
    await host?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return totals;
}

function readOptions() {
  try {
    const options = { install: { type: "boolean", default: false }, help: { type: "boolean", short: "h" } };
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`npm run test:firefox: ${error.message}\n${USAGE}`);
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
