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

/** What is sent into the tab stays for the tests after: those that need `addInitScript`, `route` or `clock` take `page`. */
export const test = base.extend<{ designer: Page }, { server: RunningSluice; tab: Tab }>({
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
    const { page } = tab;
    const problems: string[] = [];
    const onError = (error: Error) => problems.push(String(error));
    const onMessage = (message: ConsoleMessage) => {
      if (message.type() === "error") problems.push(message.text());
    };
    page.on("pageerror", onError);
    page.on("console", onMessage);
    await page.goto(server.url);
    await expect(journey(page)).toBeVisible();
    await use(page);
    page.off("pageerror", onError);
    page.off("console", onMessage);
    expect(problems, "nothing failed in the page").toEqual([]);
  },
});

interface Tab {
  readonly page: Page;
  /** Makes its profile a new one, closes the other tabs, and leaves the page. */
  sweep(): Promise<void>;
}

async function openTab(context: BrowserContext, origin: string): Promise<Tab> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return {
    page,
    async sweep() {
      for (const other of context.pages()) if (other !== page) await other.close();
      // A document of the same origin that keeps nothing by itself.
      await page.goto(`${origin}/api/status`);
      await page.evaluate(() => sessionStorage.clear());
      await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      await context.clearPermissions();
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
      await page.setViewportSize(WINDOW);
    },
  };
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

/** Shows the text with the stages. */
export async function showText(page: Page): Promise<void> {
  const split = page.getByRole("button", { name: "Split" });
  if ((await split.getAttribute("aria-pressed")) === "false") await split.click();
}

export async function focusEditor(page: Page): Promise<void> {
  await showText(page);
  await page
    .getByRole("region", { name: "Configuration" })
    .locator(".view-lines")
    .click({ position: { x: 200, y: 10 } });
}
