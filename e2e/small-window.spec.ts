/** A window that is too small for editing shows everything read-only; a zoomed one can edit. */
import type { Locator, Page } from "playwright/test";
import { anything, overflow } from "./axe.ts";
import { expect, inspect, test, textOf } from "./server.ts";

const SENTENCE = "Editing a pipeline needs a window of 768 px or more.";
const band = (page: Page) => page.getByRole("region", { name: "Read only" });
const pane = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name, exact: true }).click();
const stages = (page: Page) => page.getByRole("list", { name: "Stages", exact: true });

/** No field in it takes text, and only controls that show or copy can be pressed. */
async function expectNoFields(page: Locator): Promise<void> {
  const open = await page.evaluate((root) =>
    [...root.querySelectorAll("input, textarea, select")]
      .filter((field) => {
        const { disabled, readOnly, type } = field as HTMLInputElement;
        return !disabled && !readOnly && type !== "search";
      })
      .map((field) => field.outerHTML),
  );
  expect(open).toEqual([]);
}

test("at 390 px everything is visible, and nothing can be changed", async ({ example: designer }) => {
  await designer.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const before = await textOf(designer);
  await designer.setViewportSize({ width: 390, height: 844 });
  await expect(band(designer)).toHaveText(SENTENCE);
  await pane(designer, "Samples");

  // Samples can be selected, filtered and searched; neither added nor edited.
  const samples = designer.getByRole("region", { name: "Samples" });
  for (const name of ["Add samples", "Edit as text", "Edit", "More for entry 1"])
    await expect(samples.getByRole("button", { name, exact: true })).toHaveCount(0);
  await expectNoFields(samples);
  const options = designer.getByRole("option");
  const listed = async () => Number(await options.first().getAttribute("aria-setsize"));
  const count = await listed();
  await designer.getByRole("listbox", { name: "Sample entries" }).press("Delete");
  await designer.keyboard.press("Enter");
  await expect(designer.getByRole("dialog")).toHaveCount(0);
  expect(await listed()).toBe(count);
  await designer.getByRole("button", { name: /^Dropped/ }).click();
  await expect.poll(listed).toBeLessThan(count);
  await options.first().click();

  // The inspector has the results.
  const inspector = designer.getByRole("region", { name: "Inspector" });
  await inspect(designer, "1");
  await expect(inspector.getByRole("article", { name: /^Stage 1 regex/ })).toBeVisible();
  await expect(inspector.getByRole("button", { name: /^Create stages from/ })).toHaveCount(0);
  await inspector.getByRole("button", { name: "Settings of this stage" }).click();
  await expect(inspector.getByRole("textbox", { name: "expression" })).toHaveValue(/remote_addr|\(\?P</);
  await expectNoFields(inspector);

  // Stages and their forms are shown, and do not change.
  await pane(designer, "Pipeline");
  await stages(designer).getByRole("button", { name: "Arguments of stage 2" }).click();
  await expect(designer.getByRole("form", { name: /^Settings of stage 2/ })).toBeVisible();
  await expectNoFields(designer.getByRole("region", { name: "Stages", exact: true }));
  for (const name of ["Add a stage", "Undo the last change", "Actions for stage 1"])
    await expect(designer.getByRole("button", { name, exact: true })).toHaveCount(0);
  await stages(designer).locator('[data-card="1"] > [data-part=row] [data-part=button]').focus();
  await designer.keyboard.press("Alt+ArrowDown");
  await designer.keyboard.press("Delete");
  await designer.keyboard.press("a");
  await expect(designer.getByRole("dialog")).toHaveCount(0);

  // The text and the graph too.
  await designer.getByRole("button", { name: "Code", exact: true }).click();
  const code = designer.getByRole("region", { name: "Configuration" });
  await code.locator(".monaco-editor .overflow-guard").click({ position: { x: 120, y: 30 } });
  await designer.keyboard.type("x");
  await expect(code.locator(".view-lines")).toContainText("stage.regex");
  await designer.getByRole("button", { name: "Graph", exact: true }).click();
  await expect(designer.getByRole("region", { name: "Graph" })).toContainText("stages");
  await expect(designer.getByRole("button", { name: "Add a component" })).toHaveCount(0);
  expect(await overflow(designer)).toBe(0);
  expect(await textOf(designer)).toBe(before);
  expect(await anything(designer)).toEqual([]);
});

test("at 390 px the header holds what it offers: theme, server, commands and help", async ({ example: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const header = page.getByRole("banner");
  for (const area of ["Design", "Live", "Profiles"]) {
    await header.getByRole("link", { name: area, exact: true }).click();
    const [wide, inner] = await header.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    expect(wide, area).toBeLessThanOrEqual(inner!);
    await header.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeVisible();
    for (const name of ["Deploy…", "Versions…", "Command palette"])
      await expect(page.getByRole("menuitem", { name })).toBeVisible();
    await page.getByRole("menuitem", { name: "Keyboard shortcuts and about" }).click();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByRole("button", { name: "Close" }).click();
  }
});

test("at 720 px, as at 200 % zoom of 1440 px, everything can be edited", async ({ example: designer }) => {
  await designer.setViewportSize({ width: 720, height: 450 });
  await expect(designer.getByRole("navigation", { name: "Panes" })).toBeVisible();
  await expect(band(designer)).toHaveCount(0);
  await pane(designer, "Samples");
  await designer.getByRole("button", { name: "Add samples" }).click();
  await designer.getByRole("menuitem", { name: "New entry…" }).click();
  await designer.getByRole("dialog").getByRole("textbox", { name: "Line" }).fill("a line of my own");
  await designer.getByRole("button", { name: "Save" }).click();
  await expect(designer.getByRole("option").nth(1)).toContainText("a line of my own");
  await pane(designer, "Pipeline");
  await stages(designer).locator('[data-card="1"] > [data-part=row] [data-part=button]').focus();
  await designer.keyboard.press("Delete");
  await expect(stages(designer).locator(':scope > [data-card="1"]')).not.toContainText("regex");
  expect(await overflow(designer)).toBe(0);
  // A shrinking window does not end an edit.
  await pane(designer, "Samples");
  await designer.getByRole("button", { name: "Edit", exact: true }).click();
  const line = designer.getByRole("dialog").getByRole("textbox", { name: "Line" });
  await line.fill("another line");
  await designer.setViewportSize({ width: 390, height: 844 });
  await designer.getByRole("button", { name: "Save" }).click();
  await expect(designer.getByRole("option").nth(1)).toContainText("another line");
  await expect(band(designer)).toBeVisible();
});

test("on a touch device the page is read-only at 720 px too; its start page opens examples, and downloads work", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ viewport: { width: 720, height: 1000 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(band(page)).toHaveText(SENTENCE);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(band(page)).toHaveText(SENTENCE);
  await expect(page.getByRole("textbox", { name: "Log lines" })).toHaveCount(0);
  expect(await overflow(page)).toBe(0);
  expect(await anything(page)).toEqual([]);
  await page.getByRole("button", { name: /^nginx access log/ }).tap();
  await page.getByRole("option").first().tap();
  await expect(page.getByRole("region", { name: "Inspector" })).toContainText("Entry 1");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.alloy$/);
  await context.close();
});
