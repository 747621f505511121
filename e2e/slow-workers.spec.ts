/** What is shown, and what keys mean, while a worker has not answered yet. */
import type { Page } from "playwright/test";
import { expect, test } from "./server.ts";

interface Held {
  release(): void;
}

/** Keeps what workers are asked of one kind, until it is released in the page by `release`. */
const hold = (page: Page, kind: string): Promise<unknown> =>
  page.addInitScript((held) => {
    const { postMessage } = Worker.prototype;
    let waiting: (() => void)[] | undefined = [];
    Worker.prototype.postMessage = function (this: Worker, message: { kind?: string }) {
      if (message.kind === held && waiting !== undefined) waiting.push(() => postMessage.call(this, message));
      else postMessage.call(this, message);
    };
    (window as unknown as Held).release = () => {
      for (const send of waiting ?? []) send();
      waiting = undefined;
    };
  }, kind);

const release = (page: Page): Promise<void> => page.evaluate(() => (window as unknown as Held).release());

test("the inspector does not ask for a configuration that is being read", async ({ page, server }) => {
  await hold(page, "analyze");
  await page.goto(server.url);
  await page.getByRole("button", { name: /^nginx access log/ }).click();
  const inspector = page.getByRole("region", { name: "Inspector" });
  await expect(inspector).toContainText("The configuration is being read");
  await expect(inspector).not.toContainText("Write a logs.process component");
  await release(page);
  await expect(inspector.getByRole("article").first()).toContainText("regex");
});

test("Enter in a list that is still to come takes what is found when it is there", async ({ page, server }) => {
  await hold(page, "addableComponents");
  await page.goto(server.url);
  await page.getByRole("button", { name: /^nginx access log/ }).click();
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await page.getByRole("button", { name: "Add a component" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a component" });
  await expect(dialog).toContainText("One moment…");
  await page.keyboard.type("logs.write");
  await page.keyboard.press("Enter");
  await release(page);
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(page.locator(".view-lines")).toContainText("logs.write");
});
