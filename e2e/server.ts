/**
 * Every test gets the real server with the built page, on its own port, and an open page. The tests of a worker share one
 * tab, since a new tab compiles the page again, which takes longer than most tests. Between two tests nothing else is
 * kept: storage, permissions, size and media are reset.
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
 * Init scripts stay in a tab, so tests that need `addInitScript`, `route` or `clock` take `page`.
 * A test with its own samples and configuration takes `pipeline`: a new one, in the page of an earlier such test of this
 * worker, if there is one. That page keeps its settings, notices and other pipelines, which such tests ignore. `example`
 * is the same page with a new pipeline from the nginx example, in the stages view. In both the inspector shows a stage, and
 * the list of problems is closed.
 * `profiles` is the same page in its profiles area, with none open. `designer` is a separate page, for tests about
 * settings, storage, or other pipelines: it costs one more second of processor time.
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

/** The browser's defaults. */
const OWN_MEDIA = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };

/** Reuses the page of an earlier test if possible, or opens a new one. */
async function useKept(
  tab: Tab,
  server: RunningSluice,
  open: (page: Page, isKept: boolean) => Promise<void>,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = tab;
  const isKept = tab.isKept;
  // Only after it has passed: a failed test leaves an unknown state.
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

/** From an empty document to the example that most tests use. */
export async function openExample(page: Page): Promise<void> {
  await exampleCard(page).click();
  await expect(journey(page)).toBeVisible();
}

const exampleCard = (page: Page) => page.getByRole("button", { name: /^nginx access log/ });

/** Resets what an earlier test changed outside of pipelines. */
async function putBack(page: Page): Promise<void> {
  await page.setViewportSize(WINDOW);
  await page.emulateMedia(OWN_MEDIA);
  // Closes anything open above the page.
  await page.keyboard.press("Escape");
}

/** The start page of a new pipeline with its own history, selection and view; a newly opened page shows one. */
async function openStart(page: Page, isKept: boolean): Promise<void> {
  if (!isKept) return;
  await area(page, "Design");
  await command(page, "New pipeline");
}

async function openNewPipeline(page: Page, isKept: boolean): Promise<void> {
  await openStart(page, isKept);
  await page.getByRole("button", { name: "Start with an empty pipeline" }).click();
  // Most tests show the text next, so keep an existing editor. Next to a graph the samples would be collapsed.
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

/** All pipelines share the view of their pane and the tab of the inspector. */
const view = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const showStage = (page: Page) => page.getByRole("tab", { name: "Stage", exact: true }).click();
/** Closes the list of problems: it stays open for all pipelines, and the strip shows no problem meanwhile. */
async function closeProblems(page: Page): Promise<void> {
  const open = page.getByRole("button", { name: /^Problems/, expanded: true });
  if (await open.isVisible()) await open.click();
}

/** The profiles area, with none open. */
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
  /** Whether the last test here took `pipeline` or `profiles` and passed, so that the next one can reuse its page. */
  isKept: boolean;
  /** Resets the browser profile, closes the other tabs, and leaves the page. */
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
      // A document of the same origin that stores nothing.
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

/** The selected entry's way through the stages; it appears after the first run. */
export const journey = (page: Page) => page.getByRole("navigation", { name: "Stages of this entry" });

/** The shown stage's effect on the selected entry: its name contains the status. */
export const step = (page: Page, path: string) =>
  page
    .getByRole("region", { name: "Inspector" })
    .getByRole("article", { name: new RegExp(`^Stage ${path.replace(".", "\\.")} `) });

/** Shows a stage. */
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
    // The visible part, however far its lines are scrolled.
    .locator(".monaco-editor .overflow-guard")
    .click({ position: { x: 200, y: 10 } });
}

/** The configuration that the page copies. */
export async function textOf(page: Page): Promise<string> {
  await command(page, "copy the configuration");
  await expect(page.getByText("Copied the configuration.").last()).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Goes to an area of the page. */
export const area = (page: Page, name: "Design" | "Tests" | "Compare" | "Live" | "Profiles") =>
  areaLink(page, name).click();
export const areaLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name, exact: true });

/** Runs the first match in the command palette. */
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

/** Removes an example's tests, in the tests view. */
export async function clearTests(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Test file" }).click();
  await page.getByRole("menuitem", { name: "Edit as text" }).click();
  await page.getByRole("textbox", { name: "Test file" }).fill("");
  await page.getByRole("button", { name: "Done" }).click();
}
