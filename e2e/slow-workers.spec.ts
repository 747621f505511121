/** The page and its keys while a worker has not answered yet. */
import type { Page } from "playwright/test";
import { expect, test } from "./server.ts";

interface Held {
  release(kind: string): void;
}

/** Holds requests of some kinds to workers until `release` is called in the page. */
const hold = (page: Page, ...kinds: readonly string[]): Promise<unknown> =>
  page.addInitScript((held) => {
    const { postMessage } = Worker.prototype;
    const waiting = new Map<string | undefined, (() => void)[]>(held.map((kind) => [kind, []]));
    Worker.prototype.postMessage = function (this: Worker, message: { kind?: string }) {
      const send = () => postMessage.call(this, message);
      const queue = waiting.get(message.kind);
      if (queue === undefined) send();
      else queue.push(send);
    };
    (window as unknown as Held).release = (kind) => {
      for (const send of waiting.get(kind) ?? []) send();
      waiting.delete(kind);
    };
  }, kinds);

const release = (page: Page, kind: string): Promise<void> =>
  page.evaluate((held) => (window as unknown as Held).release(held), kind);

test("the inspector waits while a configuration is read; Enter in a loading list chooses the match once it has loaded", async ({
  page,
  server,
}) => {
  await hold(page, "analyze", "addableComponents");
  await page.goto(server.url);
  await page.getByRole("button", { name: /^nginx access log/ }).click();
  const inspector = page.getByRole("region", { name: "Inspector" });
  await expect(inspector).toContainText("The configuration is being read");
  await expect(inspector).not.toContainText("Write a logs.process component");
  await release(page, "analyze");
  await expect(inspector.getByRole("article").first()).toContainText("regex");

  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await page.getByRole("button", { name: "Add a component" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a component" });
  await expect(dialog).toContainText("Loading…");
  await page.keyboard.type("logs.write");
  await page.keyboard.press("Enter");
  await release(page, "addableComponents");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await expect(page.locator(".view-lines")).toContainText("logs.write");
});

test("a name suggested after its field got the focus gives way to typed text", async ({ page, server }) => {
  await hold(page, "suggest");
  await page.goto(server.url);
  await page.getByRole("button", { name: /^nginx access log/ }).click();
  await expect(page.getByRole("region", { name: "Inspector" }).getByRole("article").first()).toContainText("regex");
  await page.getByRole("listbox", { name: "Sample entries" }).getByRole("option").first().click();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Create stages from a selection" });
  const field = dialog.getByRole("textbox", { name: "Name" });
  await page.keyboard.press("ControlOrMeta+Home");
  for (let i = 0; i < 8; i++) await page.keyboard.press("Shift+ArrowRight");
  await expect(dialog).toContainText("Selected:");
  await field.focus();
  await expect(field).toHaveValue("");
  await release(page, "suggest");
  await expect(field).not.toHaveValue("");
  await page.keyboard.type("logger");
  await expect(field).toHaveValue("logger");
});
