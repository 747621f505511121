/**
 * Every test gets the real server with the built page, on a port of its own, and the page open. The tests of a worker
 * share one tab, since a new one compiles the page anew, which takes longer than most tests. Between two tests nothing is
 * kept but that: storage, permissions, size and media are those of a new profile.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningSluice, startSluice } from "@sluice/cli/testing/sluice-process";
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from "playwright/test";
import { WINDOW } from "./window.ts";

const CONFIG = `logs.source.demo "shop" {
  rate       = 10
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`;

/**
 * What is sent into the tab stays for the tests after: those that need `addInitScript`, `route` or `clock` take `page`.
 * A test that brings its own samples and configuration takes `pipeline`: a new one, in the page of such a test before, if
 * there is one in this worker. That page's settings, notices and other pipelines stay: it looks at none of them. `example`
 * is the same page with a new pipeline from the example of nginx, and the stages alone. In both the inspector is at a stage, and
 * the list of problems is closed.
 * `profiles` is the same page in its area of profiles, with none open. `designer` is a page of its own, for what looks at
 * settings, what is stored, or other pipelines: it costs a second of a processor more.
 */
export const test = base.extend<
  { designer: Page; pipeline: Page; example: Page; profiles: Page },
  { server: RunningSluice; tab: Tab }
>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
      const config = join(folder, "config.alloy");
      writeFileSync(config, CONFIG);
      const server = await startSluice(config);
      await use(server);
      const { code } = await server.stop();
      rmSync(folder, { recursive: true, force: true });
      expect(code).toBe(0);
    },
    { scope: "worker" },
  ],
  tab: [
    async ({ browser, server }, use) => {
      const context = await browser.newContext({ viewport: WINDOW });
      await use(await openTab(context, new URL(server.url).origin));
      await context.close();
    },
    { scope: "worker" },
  ],
  designer: async ({ tab, server }, use) => {
    await tab.sweep();
    await useWithoutProblems(tab.page, () => visit(tab.page, server.url), use);
  },
  pipeline: ({ tab, server }, use) => useKept(tab, server, openNewPipeline, use),
  example: ({ tab, server }, use) => useKept(tab, server, openNewExample, use),
  profiles: ({ tab, server }, use) => useKept(tab, server, openNoProfile, use),
});

/** What a browser has by itself. */
const OWN_MEDIA = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };

/** In the page of a test before, if it can be kept, and else in a new one. */
async function useKept(
  tab: Tab,
  server: RunningSluice,
  open: (page: Page, isKept: boolean) => Promise<void>,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = tab;
  const isKept = tab.isKept;
  // Until it has passed: what a test leaves that fails half-way is not known.
  tab.isKept = false;
  if (!isKept) await tab.sweep();
  const begin = async () => {
    if (isKept) await putBack(page);
    else await page.goto(server.url);
    await open(page, isKept);
  };
  await useWithoutProblems(page, begin, use);
  tab.isKept = true;
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await openExample(page);
}

/** From a document with nothing in it to the example that most tests look at. */
export async function openExample(page: Page): Promise<void> {
  await exampleCard(page).click();
  await expect(journey(page)).toBeVisible();
}

const exampleCard = (page: Page) => page.getByRole("button", { name: /^nginx access log/ });

/** What a test before changed that is of no pipeline. */
async function putBack(page: Page): Promise<void> {
  await page.setViewportSize(WINDOW);
  await page.emulateMedia(OWN_MEDIA);
  // What was left open above the page.
  await page.keyboard.press("Escape");
}

/** The start page of a pipeline with a history, a selection and a view of its own; a page that was just opened shows one. */
async function openStart(page: Page, isKept: boolean): Promise<void> {
  if (!isKept) return;
  await area(page, "Design");
  await command(page, "New pipeline");
}

async function openNewPipeline(page: Page, isKept: boolean): Promise<void> {
  await openStart(page, isKept);
  await page.getByRole("button", { name: "Start with an empty pipeline" }).click();
  // Most show the text next: an editor that is there stays. Beside a graph the samples would be folded.
  if ((await view(page, "Split").getAttribute("aria-pressed")) === "false") await view(page, "Stages").click();
  await expect(page.getByRole("button", { name: "Type or paste lines" })).toBeVisible();
  await showStage(page);
  await closeProblems(page);
}

async function openNewExample(page: Page, isKept: boolean): Promise<void> {
  await openStart(page, isKept);
  await exampleCard(page).click();
  await view(page, "Stages").click();
  await showStage(page);
  await closeProblems(page);
  await expect(journey(page)).toBeVisible();
}

/** All pipelines have one choice of what their pane shows, and one of what the inspector does. */
const view = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const showStage = (page: Page) => page.getByRole("tab", { name: "Stage", exact: true }).click();
/** The list of problems stays open over all pipelines, and the strip shows none where it is. */
async function closeProblems(page: Page): Promise<void> {
  const open = page.getByRole("button", { name: /^Problems/, expanded: true });
  if (await open.isVisible()) await open.click();
}

/** The area of profiles, with none open. */
async function openNoProfile(page: Page): Promise<void> {
  await area(page, "Profiles");
  await page.getByRole("tab", { name: "Files", exact: true }).click();
  const close = page.getByRole("button", { name: /^Close / });
  while ((await close.count()) > 0) await close.first().click();
  await expect(page.getByText("No profile is open.")).toBeVisible();
}

async function useWithoutProblems(
  page: Page,
  open: () => Promise<void>,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const problems: string[] = [];
  const onError = (error: Error) => problems.push(error.stack || String(error));
  const onMessage = (message: ConsoleMessage) => {
    if (message.type() === "error") problems.push(message.text());
  };
  page.on("pageerror", onError);
  page.on("console", onMessage);
  await open();
  await use(page);
  page.off("pageerror", onError);
  page.off("console", onMessage);
  expect(problems, "nothing failed in the page").toEqual([]);
}

interface Tab {
  readonly page: Page;
  /** Whether a test that takes `pipeline` or `profiles` was the last one here, and passed: the next one takes the page over. */
  isKept: boolean;
  /** Makes its profile a new one, closes the other tabs, and leaves the page. */
  sweep(): Promise<void>;
}

async function openTab(context: BrowserContext, origin: string): Promise<Tab> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const tab: Tab = {
    page,
    isKept: false,
    async sweep() {
      tab.isKept = false;
      for (const other of context.pages()) if (other !== page) await other.close();
      // A document of the same origin that keeps nothing by itself.
      await page.goto(`${origin}/api/status`);
      await page.evaluate(() => sessionStorage.clear());
      await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      await context.clearPermissions();
      await page.emulateMedia(OWN_MEDIA);
      await page.setViewportSize(WINDOW);
    },
  };
  return tab;
}

export { expect };

/** The selected entry's way through the stages; it is there once something was run. */
export const journey = (page: Page) => page.getByRole("navigation", { name: "Stages of this entry" });

/** What the stage that is looked at did to the selected entry: its name says it in a word. */
export const step = (page: Page, path: string) =>
  page
    .getByRole("region", { name: "Inspector" })
    .getByRole("article", { name: new RegExp(`^Stage ${path.replace(".", "\\.")} `) });

/** Looks at a stage. */
export const inspect = (page: Page, path: string) =>
  journey(page)
    .getByRole("button", { name: new RegExp(`^${path.replace(".", "\\.")} `) })
    .click();

/** Replaces the whole configuration by pasting. */
export async function setConfiguration(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await focusEditor(page);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+V");
}

/** Replaces all samples. */
export async function setSamples(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Edit as text" }).click();
  await page.getByRole("textbox", { name: "Samples, one entry per line" }).fill(text);
  await page.getByRole("button", { name: "Show as list" }).click();
}

/** Shows the text with the stages. */
export async function showText(page: Page): Promise<void> {
  const split = view(page, "Split");
  if ((await split.getAttribute("aria-pressed")) === "false") await split.click();
}

export async function focusEditor(page: Page): Promise<void> {
  await showText(page);
  await page
    .getByRole("region", { name: "Configuration" })
    // Where it is on the screen, however far its lines are scrolled.
    .locator(".monaco-editor .overflow-guard")
    .click({ position: { x: 200, y: 10 } });
}

/** The configuration, as the page copies it. */
export async function textOf(page: Page): Promise<string> {
  await command(page, "copy the configuration");
  await expect(page.getByText("Copied the configuration.").last()).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Goes to an area of the page. */
export const area = (page: Page, name: "Design" | "Live" | "Profiles") =>
  page.getByRole("button", { name, exact: true }).click();

/** Does what is found first in the palette of commands. */
export async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search commands" }).fill(words);
  await page.keyboard.press("Enter");
}

/** Opens what the server runs as a document. */
export async function openRunning(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("status", { name: "Server" })).toContainText("running");
  await command(page, "open what it runs");
  await expect(page.getByText(/^Opened version \d/)).toBeVisible();
}

/** Takes away the tests that an example brings, where tests are shown. */
export async function clearTests(page: Page): Promise<void> {
  await page.getByRole("button", { name: "The file of tests" }).click();
  await page.getByRole("menuitem", { name: "Edit as text" }).click();
  await page.getByRole("textbox", { name: "The file of tests" }).fill("");
  await page.getByRole("button", { name: "Done" }).click();
}
