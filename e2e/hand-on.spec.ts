/** A pipeline that goes from one person to another: shared by a link or a bundle, imported, exported. */
import { readFileSync } from "node:fs";
import { lookAt } from "./axe.ts";
import { expect, journey, test } from "./server.ts";

test("a pipeline is shared by a link, and is the same in another browser", async ({ designer: page, browser, server }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator('[role=option][aria-posinset="12"]').click();
  await journey(page).getByRole("button", { name: /^3 / }).click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/#s1=/);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/share.png` });
  await lookAt(page, "sharing");
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/share-dark.png` });
  await dialog.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const download = page.waitForEvent("download");
  await dialog.getByRole("tab", { name: "Bundle" }).click();
  await dialog.getByRole("button", { name: "Download bundle" }).click();
  const file = await download;
  const bundle = readFileSync(await file.path());

  const context = await browser.newContext();
  const other = await context.newPage();
  const requests: string[] = [];
  other.on("request", (request) => requests.push(request.url()));
  await other.goto(link);
  await expect(other.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue("nginx access log");
  await expect(other.locator('[role=option][aria-posinset="12"]')).toHaveAttribute("aria-selected", "true");
  await expect(journey(other).getByRole("button", { name: /^3 / })).toHaveAttribute("aria-current", "step");
  expect(requests.filter((url) => url.includes("s1=")), "nothing of the link went to a server").toEqual([]);
  expect(other.url()).toBe(server.url);

  await other.locator("body").evaluate(
    (body, { name, bytes }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name: file.suggestedFilename(), bytes: [...bundle] },
  );
  await expect(other.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue("nginx access log 2");
  await context.close();
});
