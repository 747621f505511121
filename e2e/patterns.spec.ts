/** The samples by the pattern of their lines: what a log has, what to look at, and stages for what is not wanted. */
import type { Locator, Page } from "playwright/test";
import { expect, setSamples, test, textOf } from "./server.ts";

const LINES = Array.from({ length: 600 }, (_, i) => {
  const at = new Date(Date.UTC(2026, 0, 15, 8, 0, i)).toISOString();
  if (i % 6 < 3) return `${at} INFO [http-${i % 7}] shop.Http: GET /cart/${i} took ${i % 90}ms`;
  if (i % 6 < 5) return `${at} DEBUG [probe] shop.Health: health check of node${i % 4} ok`;
  return `${at} ERROR [jobs] shop.Jobs: job ${i} failed: connection reset by peer`;
});

const samples = (page: Page) => page.getByRole("region", { name: "Samples" });
const head = (page: Page, text: string) => samples(page).locator("[data-part=pattern]").filter({ hasText: text });
const rows = (page: Page) => samples(page).locator('[role=treeitem][aria-level="2"]');
const strip = (page: Page) => page.getByRole("region", { name: "Pattern of this entry" });
const entry = (page: Page) => page.getByRole("region", { name: "Inspector" }).getByRole("heading", { name: /^Entry/ });

async function openLog(page: Page): Promise<Locator> {
  await setSamples(page, LINES.join("\n"));
  const tree = samples(page).getByRole("tree", { name: "Sample entries" });
  await expect(tree).toBeVisible();
  return tree;
}

// It ends with a setting of its own.
test("a log of many lines is grouped by pattern; keys fold groups, move through them, and filter", async ({
  designer: page,
}) => {
  const tree = await openLog(page);
  await expect(head(page, "GET")).toContainText("300 entries, 50 % of lines");
  await expect(head(page, "health check")).toContainText("200 entries, 33 % of lines");
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(rows(page).first()).toContainText("/cart/0");
  await expect(rows(page).first()).toContainText("0ms");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(entry(page)).toHaveText("Entry 2");
  await expect(strip(page)).toContainText("Pattern 1 of 3, 300 entries, 50 %");

  await page.keyboard.press("i");
  // The chosen entry is hidden with its pattern: the next one that is shown is chosen.
  await expect(entry(page)).toHaveText("Entry 4");
  await expect(head(page, "GET")).toHaveCount(0);
  await page.getByRole("button", { name: /^Not: GET .*: remove this filter$/ }).click();
  await tree.focus();
  await page.keyboard.press("Home");
  await expect(head(page, "GET")).toHaveCount(1);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("f");
  await expect(samples(page).locator("[data-part=pattern]")).toHaveCount(1);
  await page.keyboard.press("g");
  await expect(samples(page).getByRole("listbox", { name: "Sample entries" })).toBeVisible();
  await expect(samples(page).getByRole("button", { name: "All 200" })).toBeVisible();
  await page.keyboard.press("g");
});

test("a pattern is dropped after its effect was seen, and one undo takes that back", async ({ pipeline: page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openLog(page);
  const before = await textOf(page);
  await head(page, "health check").hover();
  await head(page, "health check").getByRole("button", { name: "Pattern of 200 entries" }).click();
  await page.getByRole("menuitem", { name: "Drop these…" }).click();
  const dialog = page.getByRole("dialog", { name: "Stage for a pattern" });
  await expect(dialog).toContainText("Drops 200 of 600 entries (33 %).");
  await expect(dialog.getByRole("row", { name: /^Entries/ })).toContainText("600400200 less, 33 %");
  await expect(dialog.locator("[data-part=stage]")).toContainText("stage.drop");
  await dialog.getByRole("button", { name: "Add stage" }).click();
  await expect(page.getByRole("region", { name: "Balance" })).toContainText(/400\s*sent\s*;\s*200\s*dropped/);
  expect(await textOf(page)).toContain("`health check of \\S+ ok$`");
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(page.getByRole("region", { name: "Balance" })).toContainText(/600\s*sent/);
  expect(await textOf(page)).toBe(before);
});
