/**
 * From an unknown log file to a working configuration, without documentation: once with the mouse, once by keyboard
 * alone. Both logs are excerpts from `github.com/elastic/beats/v7` v7.17.29 (Go module, Apache-2.0), which ships them for
 * its own tests: `filebeat/module/kibana/log/test/log.624.log`, lines 23 to 62, and
 * `filebeat/module/kafka/log/test/controller-2.0.0.log` without the empty line at its end.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright/test";
import { dropFiles } from "./drop-file.ts";
import { selectInLine } from "./inspector.ts";
import { type Previewed, type PreviewedEntry, preview } from "./previewed.ts";
import { expect, inspect, journey, step, test } from "./server.ts";

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`./logs/${name}`, import.meta.url)), "utf8");
const KIBANA = read("kibana.log");
const KAFKA = read("kafka-controller.log");

/** The nth sample; only those in sight are in the page. */
const row = (page: Page, n: number) => page.locator(`[role=option][aria-posinset="${n}"]`);

/** The configuration that `ask` downloads, which has only Alloy's names. */
async function downloadForAlloy(page: Page, ask: () => Promise<void>) {
  const download = page.waitForEvent("download");
  await ask();
  const file = await download;
  const config = readFileSync(await file.path(), "utf8");
  expect(config).toMatch(/^loki\.process "main" \{$/m);
  expect(config).not.toMatch(/\blogs\./);
  return { config, name: file.suggestedFilename() };
}

/** The page's totals, and its output for the selected entry, equal the file's results elsewhere. */
async function expectSeen(page: Page, { summary, outputs }: Previewed, entry: PreviewedEntry): Promise<void> {
  const { in: entered, out, dropped } = summary.balance;
  await expect(page.getByRole("region", { name: "Balance" })).toContainText(
    new RegExp(`${entered}\\s*in\\s*→\\s*${out}\\s*sent\\s*;\\s*${dropped}\\s*dropped`),
  );
  expect(outputs).toHaveLength(out);
  const sent = page.getByRole("article", { name: "Output" });
  await expect(sent).toContainText(entry.line);
  await expect(sent).toContainText(entry.timestamp);
  const labels = Object.entries(entry.labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  await expect(sent).toContainText(`{${labels.join(", ")}}`);
}

/** What the proposed stages do, without the first; the last first, as what it does depends on those before it. */
const stagesButFirst = async (offer: Locator): Promise<string[]> => {
  const boxes = offer.getByRole("checkbox", { checked: true });
  return boxes.evaluateAll((all) =>
    all
      .slice(1)
      .reverse()
      .map((box) => box.getAttribute("aria-label") ?? ""),
  );
};

test("with the mouse, from a dropped file to a file for Alloy", async ({ page, server }) => {
  await page.goto(server.url);
  const lines = page.getByRole("textbox", { name: "Log lines" });
  await expect(lines).toBeFocused();
  await dropFiles(lines, [["kibana.log", Buffer.from(KIBANA)]]);

  // The first of the proposed stages; the rest is done by selecting shown values.
  const offer = page.getByRole("region", { name: "Proposed pipeline" });
  await expect(offer).toContainText("Looks like JSON");
  await expect(offer).toContainText("40 of 40 parsed (100 %)");
  for (const name of await stagesButFirst(offer)) await offer.getByRole("checkbox", { name, exact: true }).uncheck();
  await offer.getByRole("button", { name: "Use this stage" }).click();
  await row(page, 26).click();
  const take = async (field: string, action: RegExp) => {
    await inspect(page, "1");
    const value = step(page, "1")
      .getByRole("region", { name: "Extracted" })
      .locator("[data-part=value]")
      .filter({
        has: page.getByRole("button", { name: `Create stages from ${field}`, exact: true }),
      });
    await value.hover();
    await value.getByRole("button", { name: `Create stages from ${field}`, exact: true }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const balance = page.getByRole("region", { name: "Balance" });
  await take("type", /^Label/);
  await expect(journey(page).getByRole("button", { name: /^2 labels: changed/ })).toHaveAttribute(
    "aria-current",
    "step",
  );
  await take("method", /^Label/);
  await expect(step(page, "2").getByRole("region", { name: "Labels" })).toContainText("get");
  await take("timestamp", /^Timestamp/);
  await expect(journey(page).getByRole("button", { name: /timestamp: changed/ })).toBeVisible();
  // Most of the requests are for cached files.
  await take("statusCode", /^Drop/);
  await expect(balance).toContainText("20 dropped");

  // The remaining entries still contain the client's address.
  await page.getByRole("button", { name: /^All/ }).click();
  await row(page, 18).click();
  await selectInLine(page, "127.0.0.1");
  await page.getByRole("menuitem", { name: /^Redact/ }).click();
  const dialog = page.getByRole("dialog", { name: "Create stages from a selection" });
  await dialog.getByRole("button", { name: "Add stage" }).click();
  await expect(journey(page).getByRole("button", { name: /replace: changed/ })).toBeVisible();

  const { config, name } = await downloadForAlloy(page, async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Download" }).click();
  });
  expect(name).toBe("kibana.alloy");
  await page.getByRole("tab", { name: "Output" }).click();
  const made = await preview(server.url, config, KIBANA);
  const entry = made.outputs[17]!.entry;
  expect(entry).toMatchObject({ timestamp: "2018-05-09T10:57:51Z", labels: { type: "response", method: "get" } });
  expect(entry.line).toContain('"remoteAddress":"****"');
  await expectSeen(page, made, entry);
});

test("by keyboard alone, from pasted lines to a file for Alloy, with the focus never lost", async ({
  page,
  server,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(server.url);
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) return "nothing";
      return `${activeElement.getAttribute("aria-label") ?? ""} ${activeElement.textContent} ${activeElement.id}`;
    });
  /** The focus is never lost before or after a key, whatever happened meanwhile. */
  const press = async (keys: string) => {
    expect(await focused(), `before ${keys}`).not.toBe("nothing");
    await keyboard.press(keys);
    await expect.poll(focused, keys).not.toBe("nothing");
  };
  const isOn = (name: string) =>
    page.evaluate((wanted) => {
      const { activeElement: on } = document;
      const label = on instanceof HTMLInputElement ? on.labels?.[0]?.textContent : undefined;
      return (on?.getAttribute("aria-label") ?? label ?? on?.textContent ?? "").trim() === wanted;
    }, name);
  /** Presses Tab until `name` has the focus. */
  const tabTo = async (name: string, keys = "Tab") => {
    for (let i = 0; i < 80 && !(await isOn(name)); i++) await press(keys);
    expect(await isOn(name), `${name} is reached by ${keys}`).toBe(true);
  };
  const cell = (name: RegExp) => journey(page).getByRole("button", { name });
  const dialog = page.getByRole("dialog", { name: "Create stages from a selection" });
  /** Selects `text` in the line of the dialog. */
  const selectText = async (line: string, text: string) => {
    await expect(dialog.getByRole("textbox", { name: "Line" })).toBeFocused();
    await press("Home");
    await press("ControlOrMeta+Home");
    for (let i = 0; i < line.indexOf(text); i++) await keyboard.press("ArrowRight");
    for (let i = 0; i < text.length; i++) await keyboard.press("Shift+ArrowRight");
    await expect(dialog).toContainText(`Selected: ${text}`);
  };
  /** Opens the menu of a value that the shown stage extracted. */
  const take = async (field: string, action: string) => {
    await tabTo(`Create stages from ${field}`);
    await press("Enter");
    const item = page.getByRole("menuitem", { name: new RegExp(`^${action}`) });
    await expect(item).toBeEnabled();
    await keyboard.type(action);
    await expect(item).toBeFocused();
    await press("Enter");
    await expect(page.getByRole("menu")).toHaveCount(0);
  };

  await page.evaluate((copied) => navigator.clipboard.writeText(copied), KAFKA);
  await expect(page.getByRole("textbox", { name: "Log lines" })).toBeFocused();
  await press("ControlOrMeta+V");
  const offer = page.getByRole("region", { name: "Proposed pipeline" });
  await expect(offer).toContainText("Looks like lines of time, level and message");
  await expect(offer).toContainText("22 of 22 parsed (100 %)");
  for (const [i, name] of (await stagesButFirst(offer)).entries()) {
    const box = offer.getByRole("checkbox", { name, exact: true });
    await tabTo(name, i === 0 ? "Tab" : "Shift+Tab");
    await press("Space");
    await expect(box).not.toBeChecked();
  }
  await press("o");
  await expect(offer.getByRole("button", { name: "Use this stage" })).toBeFocused();
  await press("Enter");
  await expect(cell(/^1 regex: changed/)).toBeVisible();

  await take("level", "Label");
  await expect(cell(/^2 labels: changed/)).toHaveAttribute("aria-current", "step");
  await press("[");
  await expect(step(page, "1")).toBeVisible();
  await take("time", "Timestamp");
  await expect(cell(/^2 timestamp: changed/)).toHaveAttribute("aria-current", "step");
  await press("[");
  await expect(step(page, "1")).toBeVisible();
  await take("level", "Drop");
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("9 dropped");

  // Another label, from a part of the line.
  const lines = KAFKA.trimEnd().split("\n");
  await press("[");
  await expect(step(page, "1")).toBeVisible();
  for (let i = 0; i < 18; i++) await press("j");
  await expect(page.locator('[role=option][aria-posinset="19"]')).toHaveAttribute("aria-selected", "true");
  await press("s");
  await selectText(lines[18]!, "kafka.controller.RequestSendThread");
  await tabTo("Label");
  await press("Enter");
  await tabTo("Name");
  await keyboard.type("logger");
  await expect(dialog.getByRole("status")).toContainText("2 values, set on 22 of 22 entries.");
  await expect(dialog.getByRole("button", { name: "Extend labels, add a stage" })).toBeEnabled();
  await press("Enter");
  await expect(cell(/^5 labels: changed/)).toHaveAttribute("aria-current", "step");

  // Redacts addresses.
  await press("s");
  await selectText(lines[18]!, "10.122.220.20");
  await tabTo("Redact");
  await press("Enter");
  await expect(dialog.getByRole("button", { name: "Add stage" })).toBeEnabled();
  await tabTo("Add stage");
  await press("Enter");
  await expect(cell(/replace: changed/)).toBeVisible();

  const { config } = await downloadForAlloy(page, async () => {
    await press("ControlOrMeta+K");
    await keyboard.type("download for alloy");
    await press("Enter");
  });
  await press("ControlOrMeta+K");
  await keyboard.type("inspect: output");
  await press("Enter");
  const made = await preview(server.url, config, KAFKA);
  const entry = made.outputs
    .map((output) => output.entry)
    .find(({ line }) => line.includes("Controller 10 connected"))!;
  expect(entry).toMatchObject({
    timestamp: "2018-10-31T15:09:30.396Z",
    labels: { level: "INFO", logger: "kafka.controller.RequestSendThread" },
  });
  expect(entry.line).toContain("connected to ****:9094");
  await expectSeen(page, made, entry);
});

test("an unknown log gets a proposal in the code view, and a key leads to them", async ({ pipeline: page }) => {
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await page.getByRole("button", { name: "Type or paste lines" }).click();
  await page.getByRole("textbox", { name: "Samples, one entry per line" }).fill(KIBANA);
  await page.getByRole("button", { name: "Show as list" }).click();
  const offer = page.getByRole("region", { name: "Proposed pipeline" });
  await expect(offer).toContainText("Looks like");
  await expect(offer.getByRole("status")).toContainText("Go to the proposed stages");
  await page.getByRole("listbox", { name: "Sample entries" }).focus();
  await page.keyboard.press("o");
  await expect(offer.getByRole("button", { name: /^Use th/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".view-lines")).toContainText("stage.json");
  await expect(offer).toHaveCount(0);
});
