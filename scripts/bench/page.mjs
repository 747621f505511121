// `npm run bench:page [-- --rounds N]`: the built page in a real Chromium, from a static host: the time until it can be
// used, from a key to the chosen entry's new steps, from a key to all results, and the longest hold of its main thread. It
// prints the goals and never fails: machines differ, and these are times.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findBrowser } from "../base/browser.mjs";
import { messageOf } from "../base/message-of.mjs";
import { serveFolder } from "../base/static-host.mjs";
import { buildPlayground } from "../build/playground.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const USAGE = `usage: npm run bench:page [-- OPTION…]
  --rounds N   how often each is measured (5)
  --samples N  only keys, with so many samples, instead of the load and keys with 1,000 and 10,000`;
const STAGES = 20;
const LETTERS = "abcdefghijlm";
const KEYS = LETTERS.length;
/** Of the last stage, what stands after what is typed. */
const AFTER_MARK = '" } }';
/** What the page should take: milliseconds, or kilobytes. */
const WANTED = { load: 1000, kilobytes: 1100, before: 300, steps: 50, task: 50, all: { 1000: 150, 10000: 1000 } };

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** A pipeline of 20 stages without state. The last says `k`, to which keys add. */
function pipelineText() {
  const stages = [
    String.raw`stage.regex { expression = ${"`"}^(?P<ip>\S+) \S+ (?P<user>\S+) \[(?P<ts>[^\]]+)\] "(?P<method>\S+) (?P<path>\S+) [^"]*" (?P<status>\d+) (?P<bytes>\d+)${"`"} }`,
    'stage.labels { values = { method = "" } }',
    'stage.structured_metadata { values = { user = "", ip = "" } }',
  ];
  for (let i = stages.length; i < STAGES - 1; i++) {
    const name = `field_${i}`;
    stages.push(
      i % 2 === 0
        ? `stage.template {\n  source   = "${name}"\n  template = "{{ .status }}-${i}"\n}`
        : `stage.static_labels { values = { ${name} = "v${i}" } }`,
    );
  }
  stages.push(`stage.static_labels { values = { mark = "k${AFTER_MARK}`);
  return `logs.process "bench" {\n${stages.join("\n")}\nforward_to = []\n}\n`;
}

/** @param {number} count */
function sampleLines(count) {
  const methods = ["GET", "POST", "PUT"];
  return Array.from(
    { length: count },
    (_, i) =>
      `192.0.2.${i % 250} - user${i % 97} [15/Jan/2026:08:${String(i % 60).padStart(2, "0")}:01 +0000] "${methods[i % 3]} /api/v1/items/${i} HTTP/1.1" ${i % 11 === 0 ? 500 : 200} ${100 + i}`,
  ).join("\n");
}

/**
 * What `watch` and `pressKey` keep in the page.
 * @typedef {{ steps: number, all: number, task: number }} Pressed In milliseconds.
 * @typedef {typeof globalThis & { longTasks: number[], usableAt?: number, seen?: Promise<Pressed> }} Watched
 */

/** Runs in the page before its own scripts: notes when it can be used, and every long task. */
function watch() {
  const watched = /** @type {Watched} */ (globalThis);
  watched.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    if (document.querySelector("[data-part=start]")) watched.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * Types one key at the caret, after which the chosen entry's last step says `mark`. Gives milliseconds until that is seen,
 * until all results are there, and the longest that the main thread was held meanwhile.
 * @param {import("playwright").Page} page
 * @param {string} key
 * @param {string} mark
 */
async function pressKey(page, key, mark) {
  await page.evaluate((wanted) => {
    const watched = /** @type {Watched} */ (globalThis);
    watched.longTasks.length = 0;
    watched.seen = new Promise((resolve) => {
      const begin = () => {
        const from = performance.now();
        let busy = false;
        /** @type {number | undefined} */
        let steps;
        /** @type {number | undefined} */
        let all;
        const look = () => {
          const now = performance.now() - from;
          const running = document.querySelector("[data-part=designer]")?.getAttribute("data-busy") === "true";
          busy ||= running;
          if (busy && !running) all ??= now;
          if (document.querySelector("[aria-label=Inspector]")?.textContent?.includes(wanted)) steps ??= now;
          if (steps === undefined || all === undefined) requestAnimationFrame(look);
          else {
            const found = { steps, all };
            setTimeout(() => resolve({ ...found, task: Math.max(0, ...watched.longTasks) }), 100);
          }
        };
        look();
      };
      globalThis.addEventListener("keydown", begin, { capture: true, once: true });
    });
  }, mark);
  await page.keyboard.press(key);
  const pressed = await page.evaluate(() => /** @type {Watched} */ (globalThis).seen);
  if (pressed === undefined) throw new Error(`the page did not see ${key}`);
  return pressed;
}

/**
 * Drops a file onto the page, as a hand would.
 * @param {import("playwright").Page} page
 * @param {string} name
 * @param {string} text
 */
const drop = (page, name, text) =>
  page.evaluate(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
      document.querySelector("[aria-label=Samples]")?.dispatchEvent(new DragEvent("drop", options));
    },
    [name, text],
  );

/**
 * @template T
 * @param {import("playwright").Page} page
 * @param {(argument: T) => unknown} what
 * @param {T} [argument]
 */
const waitFor = (page, what, argument) =>
  page.waitForFunction(/** @type {(argument: unknown) => unknown} */ (what), argument, { timeout: 300_000 });

/**
 * @param {import("playwright").Browser} browser
 * @param {string} url
 */
async function openPage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  /** @type {Set<string>} */
  const asked = new Set();
  page.on("request", (request) => asked.add(new URL(request.url()).pathname));
  await page.addInitScript(watch);
  await page.goto(url);
  await waitFor(page, () => /** @type {Watched} */ (globalThis).usableAt !== undefined);
  await page.locator("[data-part=example]").first().click();
  await waitFor(page, () => document.querySelector("[aria-label=Balance]") !== null);
  return { context, page, asked };
}

/**
 * Keys in the editor with so many samples.
 * @param {import("playwright").Browser} browser
 * @param {string} url
 * @param {number} samples
 */
async function measureKeys(browser, url, samples) {
  const { context, page } = await openPage(browser, url);
  await drop(page, "bench.alloy", pipelineText());
  await page.getByRole("button", { name: "Import as a new pipeline" }).click();
  await waitFor(
    page,
    (stages) => document.querySelectorAll("[aria-label=Stages] [data-part=row]").length === stages,
    STAGES,
  );
  await page.evaluate(() => {
    /** @type {Watched} */ (globalThis).longTasks.length = 0;
  });
  await drop(page, "bench.log", sampleLines(samples));
  await waitFor(
    page,
    (count) =>
      document
        .querySelector("[aria-label=Balance]")
        ?.textContent.replaceAll(/\D*(\d)/g, "$1")
        .startsWith(`${count}`),
    samples,
  );
  const opening = await page.evaluate(() => Math.max(0, .../** @type {Watched} */ (globalThis).longTasks));
  // Many samples are grouped by pattern as soon as these are known: then it is the first entry of the first group.
  const list = page.locator("[data-keys=samples]");
  await list.getByRole("option").or(list.getByRole("treeitem")).first().click();
  await page.getByRole("navigation", { name: "Stages of this entry" }).getByRole("button").last().click();
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await page.locator(".view-lines").click();
  await page.keyboard.press("ControlOrMeta+End");
  for (const key of [...Array(3).fill("ArrowUp"), "End", ...Array(AFTER_MARK.length).fill("ArrowLeft")])
    await page.keyboard.press(key);
  const results = [];
  for (let i = 0; i < KEYS; i++) results.push(await pressKey(page, LETTERS[i], `k${LETTERS.slice(0, i + 1)}`));
  await context.close();
  return { results, opening };
}

/**
 * Kilobytes that these files take on the wire, as a host sends them that has their compressed copies.
 * @param {string} folder
 * @param {Iterable<string>} paths
 */
function kilobytesOf(folder, paths) {
  /** @param {string} path */
  const size = (path) => statSync(join(folder, path), { throwIfNoEntry: false })?.size;
  const sizes = [...paths]
    .map((path) => (path.endsWith("/") ? "/index.html" : path))
    .map((path) => size(`${path}.br`) ?? size(path) ?? 0);
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

/**
 * Paths that the page had requested when it could be used, and of its fonts, which are requested as it is drawn.
 * @param {import("playwright").Page} page
 */
const askedUntilUsable = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const { usableAt = 0 } = /** @type {Watched} */ (globalThis);
    return ["navigation", "resource"]
      .flatMap((type) => performance.getEntriesByType(type))
      .filter(({ startTime, name }) => startTime <= usableAt || name.endsWith(".woff2"))
      .map(({ name }) => new URL(name).pathname);
  });

/**
 * Kilobytes are measured at three moments: the page can be used, an example's results are seen, its text is seen.
 * @param {import("playwright").Browser} browser
 * @param {string} url
 * @param {string} folder
 * @param {number} rounds
 */
async function measureLoad(browser, url, folder, rounds) {
  /** @type {number[]} */
  const loads = [];
  let first = 0;
  let before = 0;
  let editor = 0;
  for (let round = 0; round < rounds; round++) {
    const { context, page, asked } = await openPage(browser, url);
    loads.push(await page.evaluate(() => /** @type {Watched} */ (globalThis).usableAt ?? 0));
    first = kilobytesOf(folder, new Set(await askedUntilUsable(page)));
    before = kilobytesOf(folder, asked);
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await page.locator(".view-lines").waitFor();
    await page.evaluate(() => document.fonts.ready);
    editor = kilobytesOf(folder, asked);
    await context.close();
  }
  return { usable: median(loads), first, before, editor };
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: "string", default: "5" },
        samples: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds needs a whole number above 0");
    const samples = values.samples === undefined ? undefined : Number(values.samples);
    if (samples !== undefined && (!Number.isInteger(samples) || samples < 1))
      throw new Error("--samples needs a whole number above 0");
    return { rounds, only: samples };
  } catch (error) {
    console.error(`npm run bench:page: ${messageOf(error)}
${USAGE}`);
    process.exit(2);
  }
}

const { rounds, only } = readOptions();
const executablePath = findBrowser();
if (executablePath === undefined) process.exit(1);
/** @type {typeof import("playwright")} */
const { chromium } = createRequire(join(root, "e2e/package.json"))("playwright");
const folder = join(mkdtempSync(join(tmpdir(), "sluice-bench-page-")), "page");
/** @type {import("playwright").Browser | undefined} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFolder>> | undefined} */
let host;
try {
  buildPlayground(folder);
  host = await serveFolder(folder);
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  console.log(`load of the machine before: ${loadavg()[0].toFixed(1)}`);
  /**
   * @param {string} what
   * @param {number} value
   * @param {string} unit
   * @param {number} [wanted]
   */
  const line = (what, value, unit, wanted) =>
    console.log(
      `${what.padEnd(62)}${value.toFixed(0).padStart(6)} ${unit}${wanted === undefined ? "" : `   wanted: at most ${wanted}`}`,
    );
  if (only === undefined) {
    const { usable, first, before, editor } = await measureLoad(browser, host.url, folder, rounds);
    line("first load: until the start page is there", usable, "ms", WANTED.load);
    line("first load: on the wire until then", first, "kB", WANTED.before);
    line("first load: on the wire before the editor, engine included", before, "kB");
    line("first load: on the wire with the editor", editor, "kB", WANTED.kilobytes);
  }
  /** @type {[string, number | undefined][]} */
  const counts = only === undefined ? Object.entries(WANTED.all) : [[String(only), undefined]];
  for (const [samples, all] of counts) {
    const { results, opening } = await measureKeys(browser, host.url, Number(samples));
    const what = `${samples} samples × ${STAGES} stages`;
    line(
      `${what}: a key to the chosen entry's steps, median`,
      median(results.map((result) => result.steps)),
      "ms",
      WANTED.steps,
    );
    line(`${what}: a key to all results, median`, median(results.map((result) => result.all)), "ms", all);
    line(
      `${what}: longest task of the main thread meanwhile`,
      Math.max(...results.map(({ task }) => task)),
      "ms",
      WANTED.task,
    );
    line(`${what}: longest task while the samples are opened`, opening, "ms", WANTED.task);
  }
  console.log(`load of the machine after: ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser?.close();
  await host?.close();
  rmSync(dirname(folder), { recursive: true, force: true });
}
