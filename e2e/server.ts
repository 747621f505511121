/** Every test gets the real server with the built page, on a port of its own, and the page open. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningSluice, startSluice } from "@sluice/cli/testing/sluice-process";
import { test as base, expect, type Page } from "playwright/test";

const CONFIG = `logs.source.demo "shop" {
  rate       = 10
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`;

export const test = base.extend<{ designer: Page }, { server: RunningSluice }>({
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
  designer: async ({ page, server }, use) => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await page.goto(server.url);
    await expect(journey(page)).toBeVisible();
    await use(page);
    expect(problems, "nothing failed in the page").toEqual([]);
  },
});

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

/** Shows the text beside the stages. */
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
