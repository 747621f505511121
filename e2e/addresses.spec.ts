/** Each place has an address: back, forward, reload and links keep it, and each has a visible way out. */
import type { Page } from "playwright/test";
import { anything } from "./axe.ts";
import { area, areaLink, command, expect, test } from "./server.ts";

const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });
const tests = (page: Page) => page.getByRole("main", { name: "Tests" });
const comparison = (page: Page) => page.getByRole("main", { name: "Compare" });

test("back, forward and a reload keep the place, entries make no steps, and Escape and a button leave", async ({
  designer: page,
}) => {
  const entries = page.getByRole("listbox", { name: "Sample entries" });
  await entries.getByRole("option").first().click();
  for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowDown");
  await expect(inspector(page)).toContainText("Entry 4");
  await expect.poll(() => page.url()).toMatch(/#\/design\/\w+\/entry\/4$/);

  await area(page, "Tests");
  await expect(tests(page)).toBeVisible();
  await expect(areaLink(page, "Tests")).toHaveAttribute("aria-current", "page");
  await page.getByRole("option").nth(1).click();
  await expect.poll(() => page.url()).toMatch(/#\/tests\/\w+\/test\/./);
  const test = await page.getByRole("option", { selected: true }).textContent();
  await page.reload();
  await expect(page.getByRole("option", { selected: true })).toHaveText(test ?? "");

  await area(page, "Compare");
  await expect(comparison(page)).toBeVisible();
  await page.reload();
  await expect(comparison(page)).toBeVisible();
  await page.getByRole("button", { name: "Close the comparison" }).click();
  await expect(inspector(page)).toContainText("Entry 4");
  await area(page, "Live");
  await expect(page).toHaveURL(/#\/live$/);
  await page.reload();
  await expect(areaLink(page, "Live")).toHaveAttribute("aria-current", "page");

  for (const part of [inspector(page), comparison(page), tests(page), inspector(page)]) {
    await page.goBack();
    await expect(part).toBeVisible();
  }
  await expect(inspector(page)).toContainText("Entry 4");
  await page.goForward();
  await expect(tests(page)).toBeVisible();
  await page.locator("header").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("Escape");
  await expect(inspector(page)).toBeVisible();
  await area(page, "Tests");
  await page.getByRole("button", { name: "Close the tests" }).click();
  await expect(inspector(page)).toBeVisible();
});

test("a link to an entry opens it in another tab, and one to what is gone says so and leads out", async ({
  designer: page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("option").nth(6).click();
  await command(page, "copy link to this entry");
  await expect(page.getByText(/^Copied the link to this entry/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(inspector(other)).toContainText("Entry 7");
  await expect(other.locator('[role=option][aria-posinset="7"]')).toHaveAttribute("aria-selected", "true");
  const document = /design\/(\w+)\//.exec(link)?.[1] ?? "";
  await other.goto(link.replace(/entry\/.*/, "entry/999"));
  await expect(other.getByText(/^The entry of this address is no longer in/)).toBeVisible();

  await command(other, "remove this pipeline");
  await expect(other.getByText(/^Removed “/)).toBeVisible();
  await other.goto("about:blank");
  await other.goto(link);
  await expect(other.getByRole("heading", { name: /was removed$/ })).toBeVisible();
  await other.getByRole("button", { name: "Restore" }).click();
  await expect(inspector(other)).toContainText("Entry 7");
  await other.goto(link.replace(document, "gone"));
  await expect(other.getByRole("heading", { name: "This pipeline is not in this browser" })).toBeVisible();
  expect(await anything(other), "a lost address").toEqual([]);
  await other.getByRole("button", { name: /^Open “/ }).click();
  await expect(inspector(other)).toBeVisible();
  await other.goto(link.replace("/design/", "/desing/"));
  await expect(other.getByRole("heading", { name: "There is nothing at this address" })).toBeVisible();
  await other.keyboard.press("Escape");
  await expect(inspector(other)).toBeVisible();
  await other.close();
});
