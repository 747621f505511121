/** Creating stages from a value: by mouse and by keyboard, one undo each. */
import type { Page } from "playwright/test";
import { serious } from "./axe.ts";
import { inspector, selectIn, selectInLine } from "./inspector.ts";
import { expect, focusEditor, journey, setConfiguration, step, test } from "./server.ts";

const menu = (page: Page) => page.getByRole("menu");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Create stages from a selection" });
const cell = (page: Page, name: RegExp) => journey(page).getByRole("button", { name });

/** The only state on the way from a log to its format that access.spec.ts does not check. */
const BAND = '[role="status"][aria-label="Detected format of the new lines"]';

/** The text of the editor, which renders blanks as other characters. */
const shownText = async (page: Page): Promise<string> =>
  (await page.locator(".view-lines").innerText()).replaceAll("\u00a0", " ");

test("a selected text and a field become stages at their place, with a preview of the effect", async ({
  example: designer,
}) => {
  await setConfiguration(
    designer,
    'logs.process "main" {\n  forward_to = []\n\n  stage.regex {\n    expression = "\\"(?P<method>[A-Z]+) (?P<path>\\\\S+)"\n  }\n\n  // last\n  stage.decolorize { }\n}\n',
  );
  await expect(cell(designer, /^2 decolorize/)).toBeVisible();
  await cell(designer, /^1 regex/).click();
  await expect(step(designer, "1")).toBeVisible();

  // A field, by mouse, in its row.
  const row = step(designer, "1")
    .getByRole("region", { name: "Extracted" })
    .locator("[data-part=value]", { hasText: "method" });
  await row.hover();
  await row.getByRole("button", { name: "Create stages from method" }).click();
  await expect(menu(designer).getByRole("menuitem", { name: /^Label/ })).toContainText(/set on \d+ of 48/);
  await expect(menu(designer).getByRole("menuitem", { name: /^Timestamp/ })).toContainText("not a time");
  await menu(designer)
    .getByRole("menuitem", { name: /^Label/ })
    .click();
  await expect(cell(designer, /^2 labels: changed/)).toHaveAttribute("aria-current", "step");
  await expect(cell(designer, /^3 decolorize/)).toBeVisible();

  // The same by keyboard, with the key for context menus; a drop for the label.
  const label = step(designer, "2")
    .getByRole("region", { name: "Labels" })
    .getByRole("button", { name: "Create stages from method" });
  await label.focus();
  await designer.keyboard.press("Enter");
  await expect(menu(designer).getByRole("menuitem", { name: /^Drop/ })).toContainText(/drops \d+ of 48/);
  await designer.keyboard.press("Escape");
  await expect(label).toBeFocused();
  await designer.keyboard.press("Enter");
  await expect(menu(designer).getByRole("menuitem", { name: /^Keep/ })).toContainText(/keeps \d+ of 48/);
  await designer.keyboard.type("Keep");
  await designer.keyboard.press("Enter");
  await expect(cell(designer, /^4 drop/)).toHaveAttribute("aria-current", "step");
  expect(await designer.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");

  // A text of the line.
  await cell(designer, /^1 regex/).click();
  await expect(step(designer, "1")).toBeVisible();
  await selectInLine(designer, "HTTP/");
  await expect(menu(designer).getByRole("menuitem", { name: /^Extract/ })).toContainText(/found in \d+ of 48/);
  await menu(designer)
    .getByRole("menuitem", { name: /^Structured metadata/ })
    .click();
  await expect(dialog(designer).getByRole("radio").first()).toBeChecked();
  await expect(
    dialog(designer)
      .getByText(/matches \d+ of 48/)
      .first(),
  ).toBeVisible();
  await dialog(designer).getByRole("textbox", { name: "Name" }).fill("protocol");
  await expect(dialog(designer).getByText("Set on", { exact: false })).toBeVisible();
  await expect(dialog(designer).locator("[data-part=stages]")).toContainText("protocol");
  await dialog(designer).getByRole("button", { name: "Add 2 stages" }).click();
  await expect(cell(designer, /^3 structured_metadata/)).toHaveAttribute("aria-current", "step");

  // Each is one undo, which returns to its stage.
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(cell(designer, /^2 labels/)).toBeVisible();
  await expect(cell(designer, /^1 regex/)).toHaveAttribute("aria-current", "step");
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(cell(designer, /^2 labels/)).toHaveAttribute("aria-current", "step");
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(cell(designer, /^2 decolorize/)).toBeVisible();
  await focusEditor(designer);
  await expect.poll(() => shownText(designer)).toContain("// last");
  expect(await shownText(designer)).not.toContain("stage.labels");
});

test("Enter in the dialog works even while the samples are still being tried", async ({ example: designer }) => {
  await selectInLine(designer, "HTTP/");
  await menu(designer)
    .getByRole("menuitem", { name: /^Extract/ })
    .click();
  await dialog(designer).getByRole("textbox", { name: "Name" }).fill("protocol");
  // At once: it is not known yet whether the name is taken.
  await designer.keyboard.press("Enter");
  await expect(dialog(designer)).toHaveCount(0);
  await expect(cell(designer, /^2 (regex|pattern)/)).toHaveAttribute("aria-current", "step");
  await expect(inspector(designer)).toContainText("protocol");
});

const LOG = [
  '2026-03-02T10:00:00.255512575Z stdout F {"level":"warn","msg":"request done","user":"ann@example.com"}',
  "not a line of it",
  ...[...Array(8).keys()].map(
    (i) => `2026-03-02T10:00:0${i + 1}.1Z stdout F {"level":"info","msg":"GET /cart ${i}","user":"u${i}@example.com"}`,
  ),
].join("\n");

const ACCESS = [...Array(6).keys()]
  .map((i) => `203.0.113.${i} - - [10/Mar/2024:13:55:3${i} +0000] "GET /item/${i} HTTP/1.1" 200 2326 "-" "curl/8"`)
  .join("\n");

async function paste(page: Page, copied: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((one) => navigator.clipboard.writeText(one), copied);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("ControlOrMeta+V");
}

test("a pasted log gets the first of its proposed stages, by keyboard alone; prose gets none", async ({
  example: designer,
}) => {
  await paste(designer, "It was a bright cold day in April,\nand the clocks were striking.\nNobody looked up.");
  await expect(designer.getByRole("option")).toHaveCount(3);
  const offer = designer.getByRole("region", { name: "Proposed pipeline" });
  await expect(offer).toContainText("No stages to propose for 3 lines");
  await expect(inspector(designer)).toContainText("No stages yet: the line leaves unchanged.");
  await designer.getByRole("button", { name: "Add samples" }).click();
  await designer.getByRole("menuitem", { name: "Remove all samples" }).click();

  await paste(designer, LOG);
  await expect(offer).toContainText("Looks like CRI (Kubernetes containers) with JSON inside");
  await expect(offer).toContainText("9 of 10 parsed (90.0 %)");
  await expect(offer).toContainText("level = info");
  await offer.getByRole("button", { name: "1 unparsed" }).click();
  await expect(designer.getByRole("option")).toHaveCount(1);
  await designer.getByRole("button", { name: /^Showing entries left unparsed/ }).click();
  // The shown entry is still selected.
  await expect(inspector(designer)).toContainText("Entry 2");
  await designer.keyboard.press("k");
  await expect(inspector(designer)).toContainText("Entry 1");

  const taken = offer.getByRole("checkbox", { checked: true });
  const names = await taken.evaluateAll((all) => all.map((box) => box.getAttribute("aria-label") ?? ""));
  // The last first: what a stage does depends on those before it.
  for (const name of names.slice(2).reverse()) {
    const box = offer.getByRole("checkbox", { name, exact: true });
    await box.focus();
    await designer.keyboard.press("Space");
    await expect(box).not.toBeChecked();
  }
  await expect(offer.getByRole("button", { name: "Use these 2 stages" })).toBeVisible();
  await designer.keyboard.press("Enter");
  await expect(offer).toHaveCount(0);
  await expect(cell(designer, /^2 json: changed/)).toBeVisible();

  // Redacts an extracted value, with the key of the dialog.
  await cell(designer, /^2 json/).click();
  await designer.keyboard.press("s");
  const field = dialog(designer).getByRole("textbox", { name: "Line" });
  await expect(field).toBeFocused();
  await designer.keyboard.press("End");
  for (let i = 0; i < 2; i++) await designer.keyboard.press("ArrowLeft");
  for (let i = 0; i < "ann@example.com".length; i++) await designer.keyboard.press("Shift+ArrowLeft");
  await expect(dialog(designer)).toContainText("Selected: ann@example.com");
  await dialog(designer).getByRole("button", { name: "Redact" }).focus();
  await designer.keyboard.press("Enter");
  await expect(dialog(designer).getByRole("status")).toHaveText("Changes 9 of 10 entries.");
  await designer.keyboard.press("Escape");
  await expect(dialog(designer)).toHaveCount(0);

  // A word of a row that shows the line, by keys; the focus returns to the rows.
  await designer.getByRole("button", { name: /^Rows show time, level, content/ }).click();
  await designer.getByRole("menuitem", { name: "The line" }).click();
  const rows = designer.getByRole("listbox", { name: "Sample entries" });
  await rows.focus();
  await designer.keyboard.press("Home");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Shift+F10"])
    await designer.keyboard.press(key);
  await expect(menu(designer)).toBeVisible();
  await expect(designer.getByRole("menu", { name: /^std(?:out|err)$/ })).toBeVisible();
  await expect(menu(designer).getByRole("menuitem", { name: /^Extract/ })).toContainText(/found in \d+ of 10/);
  await designer.keyboard.press("Escape");
  await expect(menu(designer)).toHaveCount(0);
  await expect(rows).toBeFocused();
  // And by mouse.
  await selectIn(designer, rows.getByRole("option").nth(3).locator("[data-part=line]:not([hidden])"), "02T10");
  await expect(designer.getByRole("menu", { name: "02T10" })).toBeVisible();
  await designer.keyboard.press("Escape");
  await expect(rows).toBeFocused();

  // Lines of another format, which these stages do not read.
  const band = designer.getByRole("status", { name: "Detected format of the new lines" });
  await paste(designer, ACCESS);
  await expect(band).toContainText("These lines look like access lines. Stage 1 cri does not read them.");
  expect(await serious(designer, { within: BAND })).toEqual([]);
  await band.getByRole("button", { name: "Dismiss" }).click();
  await expect(band).toHaveCount(0);
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(designer.getByRole("option")).toHaveCount(10);
  await paste(designer, LOG);
  await expect(designer.getByRole("option")).toHaveCount(20);
  await designer.keyboard.press("ControlOrMeta+Z");
  await paste(designer, ACCESS);
  await band.getByRole("button", { name: "Add at the start" }).click();
  await expect(cell(designer, /^1 regex/)).toBeVisible();
  await expect(band).toHaveCount(0);
  for (let i = 0; i < 2; i++) await designer.keyboard.press("ControlOrMeta+Z");
  await expect(designer.getByRole("option")).toHaveCount(10);

  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(offer).toBeVisible();
  await offer.getByRole("button", { name: "Start empty" }).click();
  await expect(designer.getByText("No stages yet.")).toBeVisible();
});

test("counts fields, sets samples' times from their lines, and shows an entry's effect on metrics", async ({
  example: designer,
}) => {
  await designer.getByRole("tab", { name: "Fields" }).click();
  const pane = inspector(designer);
  await expect(pane).toContainText("43 entries in 19 streams");
  await expect(pane).toContainText(/8\.35 kB → 7\.86 kB, 6% less/);
  await expect(pane.getByRole("region", { name: "Labels" }).getByRole("row", { name: /^method/ })).toContainText("GET");
  await pane.getByRole("button", { name: "After 1 regex" }).click();
  await expect(pane).toContainText("48 entries in 1 stream");
  const rows = designer.getByRole("option");
  await pane.getByRole("button", { name: "Rows of samples show remote" }).click();
  await expect(rows.first()).toContainText("192.0.2.144");

  await designer.getByRole("tab", { name: "Metrics" }).click();
  const requests = pane.getByRole("region", { name: /http_requests_total/ });
  await expect(requests.getByRole("row").nth(1)).toContainText("+1");
  await pane.getByRole("button", { name: "By entry 1" }).click();
  await expect(requests.getByRole("row")).toHaveCount(2);

  await setConfiguration(designer, "stage.limit {\n  rate  = 1\n  burst = 1\n  drop  = true\n}\n");
  await expect(designer.getByText("Stage 1 limit dropped 47: all samples are sent at the same time.")).toBeVisible();
  await designer.getByRole("button", { name: "Set their times" }).click();
  const times = designer.getByRole("dialog", { name: "Times of the samples" });
  await expect(times).toContainText(/\d+ of 48 lines have a time with the layout/);
  await expect(times.getByRole("button", { name: "Set the times" })).toBeEnabled();
  await times.getByRole("button", { name: "Set the times" }).click();
  await expect(designer.getByText("all samples are sent at the same time")).toHaveCount(0);
  await expect(designer.getByRole("region", { name: "Balance" })).not.toContainText("47 dropped");
  await designer.keyboard.press("ControlOrMeta+K");
  await designer.keyboard.type("spacing times");
  await designer.keyboard.press("Enter");
  await times.getByRole("radio", { name: "Space them evenly" }).check();
  await times.getByRole("textbox", { name: "Time between entries" }).fill("soon");
  await expect(times.getByRole("button", { name: "Set the times" })).toBeDisabled();
  await times.getByRole("textbox", { name: "Time between entries" }).fill("2s");
  await designer.keyboard.press("Enter");
  await expect(designer.getByRole("region", { name: "Balance" })).toContainText("0 dropped");
});

test("a value that a row shows instead of its line becomes a stage, by mouse and by keyboard", async ({
  example: designer,
}) => {
  const list = designer.getByRole("listbox", { name: "Sample entries" });
  const options = list.getByRole("option");
  // The default of the example: method, status and path.
  await expect(options.first()).toContainText(/GET\s*200\s*\/api\/v1\/cart/);
  await selectIn(designer, options.first().locator("[data-part=values]"), "/api/v1/cart");
  await expect(menu(designer)).toContainText("/api/v1/cart");
  await expect(menu(designer).getByRole("menuitem", { name: /^Drop/ })).toContainText(/drops \d+ of/);
  await designer.keyboard.press("Escape");
  await expect(list).toBeFocused();

  // A label of all entries, which is not an extracted value.
  await designer.keyboard.press("ArrowRight");
  await designer.keyboard.press("ArrowRight");
  expect(await designer.evaluate(() => getSelection()?.toString().trim())).toBe("200");
  await designer.keyboard.press("Shift+F10");
  await expect(menu(designer)).toContainText("200");
  const count = await designer.locator("[aria-label=Stages] [data-part=row]").count();
  const drop = menu(designer).getByRole("menuitem", { name: /^Drop/ });
  await expect(drop).toContainText(/drops \d+ of/);
  await drop.press("Enter");
  await expect(designer.locator("[aria-label=Stages] [data-part=row]")).toHaveCount(count + 1);
  expect(await designer.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
});
