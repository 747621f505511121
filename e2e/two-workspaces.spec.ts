/** Two workspaces mounted in one page do not affect each other: neither keys, nor editors, nor what they are told. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "playwright/test";
import { build } from "vite";
import { serveFolder } from "./static-host.ts";

const WEB = fileURLToPath(new URL("../apps/web/", import.meta.url));

/** Builds the page with both and serves it while `use` runs. */
async function withPage(use: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sluice-two-"));
  await build({
    configFile: join(WEB, "vite.config.ts"),
    logLevel: "error",
    // Not handed on: without what is made for the wire.
    mode: "test",
    build: { outDir: folder, minify: false, rolldownOptions: { input: join(WEB, "two-workspaces.html") } },
  });
  const host = await serveFolder(folder);
  try {
    await use(`${host.url}two-workspaces.html`);
  } finally {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const side = (page: Page, name: "Left" | "Right") => page.getByRole("region", { name, exact: true });
const editor = (page: Page, name: "Left" | "Right") => side(page, name).locator(".view-lines");

async function type(page: Page, name: "Left" | "Right", text: string): Promise<void> {
  await editor(page, name).click({ position: { x: 200, y: 10 } });
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  // As one paste would: no brackets are closed by the editor.
  await page.keyboard.insertText(text);
}

test("two workspaces in one page do not affect each other", async ({ page }) => {
  await withPage(async (url) => {
    await page.goto(url);
    for (const name of ["Left", "Right"] as const) {
      await expect(side(page, name).getByRole("navigation", { name: "Stages of this entry" })).toBeVisible();
      await side(page, name).getByRole("button", { name: "Split" }).click();
    }

    await type(page, "Right", 'stage.dropp { expression = "x" }');
    await expect(side(page, "Right").getByRole("region", { name: "Problems" })).toContainText("dropp");
    await type(page, "Left", 'stage.drop { expression = "x" }');
    await expect(side(page, "Left").getByRole("list", { name: "Stages" }).getByRole("listitem")).toHaveCount(1);
    await expect(editor(page, "Right")).toContainText("dropp");

    // What is known of the right text is asked of its own worker, whatever was typed elsewhere since.
    await editor(page, "Right").click({ position: { x: 40, y: 10 } });
    await page.keyboard.press("ControlOrMeta+.");
    await page.getByText("Change to stage.drop").click();
    await expect(editor(page, "Right")).toHaveText(/^stage\.drop\s\{/);

    // Keys go to the workspace that has the focus.
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(editor(page, "Right")).toContainText("dropp");
    await expect(side(page, "Right").getByRole("log", { name: "Notices" })).toContainText("Undone");
    await expect(side(page, "Left").getByRole("log", { name: "Notices" })).not.toContainText("Undone");
    await expect(editor(page, "Left")).toHaveText(/^stage\.drop\s\{/);
    await page.keyboard.press("ControlOrMeta+K");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toHaveCount(1);
    await page.keyboard.press("Escape");

    // What can stand here is offered once, by the one whose text it is.
    await type(page, "Right", "stage.geoi");
    await page.keyboard.press("ControlOrMeta+Space");
    await expect(page.getByRole("option", { name: /geoip/ })).toHaveCount(1);
  });
});
