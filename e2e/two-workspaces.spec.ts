/** Two workspaces mounted in one page do not affect each other: neither keys, nor editors, nor notices. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { expect, test } from "./server.ts";

const read = (path: string): string => readFileSync(new URL(`../apps/web/${path}`, import.meta.url), "utf8");

/** Opens both in a special page, whose script is built with the page but not released. */
async function openBoth(page: Page, url: string): Promise<void> {
  const style = /<link [^>]*rel="stylesheet"[^>]*>/.exec(read("dist/index.html"))![0];
  const section = (name: string) =>
    `<section id="${name.toLowerCase()}" aria-label="${name}" style="height: 100vh"></section>`;
  const body = `<!doctype html><title>Two workspaces</title><link rel="icon" href="data:,">${style}
${section("Left")}${section("Right")}<script type="module" src="assets/two-workspaces.js"></script>`;
  const script = read("bundle/two-workspaces.js");
  await page.route("**/two-workspaces.html", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.route("**/assets/two-workspaces.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: script }),
  );
  await page.goto(`${url}two-workspaces.html`);
}

const side = (page: Page, name: "Left" | "Right") => page.getByRole("region", { name, exact: true });
const editor = (page: Page, name: "Left" | "Right") => side(page, name).locator(".view-lines");

async function type(page: Page, name: "Left" | "Right", text: string): Promise<void> {
  await editor(page, name).click({ position: { x: 200, y: 10 } });
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  // Like a paste, so that the editor closes no brackets.
  await page.keyboard.insertText(text);
}

test("two workspaces in one page do not affect each other", async ({ page, server }) => {
  await openBoth(page, server.url);
  for (const name of ["Left", "Right"] as const) {
    await expect(side(page, name).getByRole("navigation", { name: "Stages of this entry" })).toBeVisible();
    await side(page, name).getByRole("button", { name: "Split" }).click();
  }

  await type(page, "Right", 'stage.dropp { expression = "x" }');
  await expect(side(page, "Right").getByRole("region", { name: "Problems", exact: true })).toContainText("dropp");
  await type(page, "Left", 'stage.drop { expression = "x" }');
  await expect(side(page, "Left").getByRole("list", { name: "Stages" }).getByRole("listitem")).toHaveCount(1);
  await expect(editor(page, "Right")).toContainText("dropp");

  // The right text is analysed by its own worker, whatever was typed elsewhere since.
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
  // Each has a table of commands of its own.
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.press("ControlOrMeta+J");
  await expect(palette.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  for (const [name, keys] of [
    ["Left", /^(Ctrl\+|⌘)K$/],
    ["Right", /^(Ctrl\+|⌘)J$/],
  ] as const)
    await expect(side(page, name).locator("kbd").filter({ hasText: keys })).toHaveCount(1);

  // Suggestions appear once, in the workspace of the text.
  await type(page, "Right", "stage.geoi");
  await page.keyboard.press("ControlOrMeta+Space");
  await expect(page.getByRole("option", { name: /geoip/ })).toHaveCount(1);
});
