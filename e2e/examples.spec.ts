/** Every example opens from its card, and all of its tests pass in the page. */
import { expect, test } from "./server.ts";

test("each example opens, and its tests pass", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: /^All \d+ examples/ }).click();
  const dialog = page.getByRole("dialog", { name: "Examples" });
  const cards = dialog.getByRole("listitem").getByRole("button");
  await expect(cards).toHaveCount(13);
  // A failed load is reported, and can be tried again.
  await page.context().route("**/assets/example-nginx-*.js", (route) => route.abort());
  await cards.first().click();
  await expect(page.getByText("The example “nginx access log” could not be loaded.")).toBeVisible();
  await page.context().unroute("**/assets/example-nginx-*.js");
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  const names = await cards.locator(".name").allTextContents();
  for (const [i, name] of names.entries())
    await test.step(name, async () => {
      if (i > 0) await page.getByRole("button", { name: "Examples", exact: true }).click();
      await dialog.getByRole("button", { name }).click();
      await expect(page.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue(name);
      const bar = page.getByRole("button", { name: /^Tests \d+ of/ });
      await expect(bar).toHaveText(/Tests (\d+) of \1 passed/);
      await expect(page.getByRole("button", { name: "Problems 0" })).toBeVisible();
    });
});
