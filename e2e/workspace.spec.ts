/** Documents, their one history, and two tabs that share them. */
import type { Page } from "playwright/test";
import { dropFiles } from "./drop-file.ts";
import { command, expect, focusEditor, journey, setConfiguration, setSamples, step, test } from "./server.ts";

const REGEX = `stage.regex {
  expression = "status=(?P<status>[0-9]+)"
}
`;

const entries = (page: Page) => page.getByRole("listbox", { name: "Sample entries" }).getByRole("option");
const name = (page: Page) => page.getByRole("textbox", { name: "Name of the pipeline" });
const labels = (page: Page) => page.getByRole("textbox", { name: "Labels of every sample", exact: true });
const notices = (page: Page) => page.getByRole("log", { name: "Notices" });
const band = (page: Page) => page.getByRole("status", { name: "Results are out of date" });
const editorText = (page: Page) => page.getByRole("region", { name: "Configuration" }).locator(".view-lines");

async function chooseFrom(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menu").getByText(item, { exact: true }).click();
}

async function listed(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Pipelines", exact: true }).click();
  // A menu opens with an animation, and later in a background tab.
  await expect(page.getByRole("menuitemradio").first()).toBeVisible();
  const names = await page.getByRole("menuitemradio").allTextContents();
  await page.keyboard.press("Escape");
  return names.map((text) => text.trim()).sort();
}

async function renameTo(page: Page, to: string): Promise<void> {
  await name(page).fill(to);
  await name(page).press("Enter");
}

async function setUp(page: Page, lines: string): Promise<void> {
  await setSamples(page, lines);
  await setConfiguration(page, REGEX);
  await expect(step(page, "1")).toContainText("status");
}

test("one undo reverts text, samples, clock and name, wherever the focus is", async ({ pipeline: designer }) => {
  await setUp(designer, "status=200 a\nstatus=404 b");
  const first = await name(designer).inputValue();
  await focusEditor(designer);
  await designer.keyboard.press("ControlOrMeta+End");
  await designer.keyboard.type("// note");
  await expect(editorText(designer)).toContainText("note");
  await entries(designer).nth(1).click();
  await designer.keyboard.press("Delete");
  await expect(entries(designer)).toHaveCount(1);
  await designer.getByRole("button", { name: "Keep incomplete entries open" }).click();
  await renameTo(designer, "shop");
  await expect(designer).toHaveTitle("shop · Sluice");

  // In the name's own field, which has nothing to undo itself.
  await name(designer).focus();
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(name(designer)).toHaveValue(first);
  await expect(notices(designer)).toContainText("Undone: Renamed to “shop”.");
  await focusEditor(designer);
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(designer.getByRole("button", { name: "Keep incomplete entries open" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(entries(designer)).toHaveCount(2);
  await expect(entries(designer).nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(notices(designer)).toContainText("Undone: Removed entry 2.");
  await entries(designer).first().click();
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(editorText(designer)).not.toContainText("note");
  await designer.keyboard.press("ControlOrMeta+Shift+Z");
  await expect(editorText(designer)).toContainText("note");
  // A search is not part of the document: undo in its field applies to its own text.
  await designer.keyboard.press("/");
  await designer.keyboard.type("40");
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(designer.getByRole("searchbox", { name: "Search entries" })).not.toHaveValue("40");
  await expect(editorText(designer)).toContainText("note");
});

test("anything opened for typing has the focus, whichever way it was opened", async ({ pipeline: designer }) => {
  const samples = designer.getByRole("textbox", { name: "Samples, one entry per line" });
  const shown = (view: string) => designer.getByRole("button", { name: view, exact: true, pressed: true });
  await designer.getByRole("button", { name: "Stages", exact: true }).click();
  await designer.getByRole("button", { name: "Type or paste lines" }).click();
  await expect(samples).toBeFocused();
  await designer.keyboard.type("GET /1 200 3");
  await expect(samples).toHaveValue("GET /1 200 3");
  await expect(shown("Stages")).toBeVisible();

  await designer.getByRole("button", { name: "Show as list" }).click();
  await entries(designer).first().click();
  await command(designer, "Samples: edit as text");
  await expect(samples).toBeFocused();
  await designer.getByRole("button", { name: "Show as list" }).click();
  await chooseFrom(designer, "Add samples", "Type or paste lines");
  await expect(samples).toBeFocused();
  await designer.getByRole("button", { name: "Show as list" }).click();

  await entries(designer).first().click();
  // A key shows the text, and the next key is another command: Enter begins to type.
  const editor = designer.getByRole("textbox", { name: "Configuration editor" });
  await designer.keyboard.press("3");
  await expect(designer.getByRole("region", { name: "Configuration" })).toBeFocused();
  await designer.keyboard.press("2");
  await expect(shown("Split")).toBeVisible();
  await designer.keyboard.press("3");
  await expect(shown("Code")).toBeVisible();
  await expect(editorText(designer)).not.toContainText(/[23]/);
  await designer.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await designer.getByRole("button", { name: "Stages", exact: true }).click();
  await command(designer, "Pipeline: show as code");
  await expect(designer.getByRole("textbox", { name: "Configuration editor" })).toBeFocused();
  await designer.keyboard.type("// 12\n");
  await expect(editorText(designer)).toContainText("// 12");
  await expect(shown("Code")).toBeVisible();

  await designer.getByRole("button", { name: "Stages", exact: true }).click();
  await designer.getByRole("button", { name: "Write it in the code" }).click();
  await expect(designer.getByRole("textbox", { name: "Configuration editor" })).toBeFocused();
  await designer.keyboard.type("stage.docker { }");
  await expect(designer.getByRole("button", { name: /^Stage 1 docker/ })).toBeVisible();

  // A key right after the one that closes a dialog, while the dialog still has the focus.
  await designer.getByRole("button", { name: "Export", exact: true }).click();
  await designer.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Close" }).waitFor();
  await designer.evaluate(async () => {
    const press = (key: string, ctrlKey: boolean) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true }));
    press("Escape", false);
    await Promise.resolve();
    press("k", true);
  });
  await expect(designer.getByRole("combobox", { name: "Search commands" })).toBeFocused();
  await designer.keyboard.press("Escape");
});

test("undo names a fix from the editor's light bulb and its own formatting, and leaves the cursor there", async ({
  pipeline: designer,
}) => {
  await setUp(designer, "status=200 a");
  await setConfiguration(designer, 'stage.regexp{expression = "status=(?P<status>[0-9]+)"}');
  await expect(band(designer)).toContainText("unrecognized block name");
  await expect(step(designer, "1")).toContainText("status");
  await designer.keyboard.press("Home");
  await designer.keyboard.press("ControlOrMeta+.");
  await expect(designer.getByText("Change to stage.regex")).toBeVisible();
  await designer.keyboard.press("Enter");
  await expect(notices(designer)).toContainText("Applied the fix “Change to stage.regex”.");
  await expect(band(designer)).toHaveCount(0);
  await focusEditor(designer);
  await designer.keyboard.press("ControlOrMeta+Shift+I");
  await expect(editorText(designer)).toContainText(/^stage\.regex\s\{/);
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(notices(designer)).toContainText("Undone: Formatted the configuration.");
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(notices(designer)).toContainText("Undone: Applied the fix “Change to stage.regex”.");

  await focusEditor(designer);
  await designer.keyboard.press("ControlOrMeta+Home");
  await designer.keyboard.type("//top");
  await designer.keyboard.press("ControlOrMeta+End");
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(editorText(designer)).not.toContainText("//top");
  // The cursor is at the change: the next typed text goes there.
  await designer.keyboard.type("//again");
  await expect(editorText(designer)).toContainText(/^\/\/again/);
});

test("documents are created from logs, renamed, duplicated, removed, restored, and unchanged after a reload", async ({
  designer,
}) => {
  // Own logs over the untouched example start a new document. Nothing has the focus, as on a first visit.
  await designer.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await designer.evaluate(() => navigator.clipboard.writeText("mine=1\nmine=2"));
  await expect(labels(designer)).toHaveValue('job="nginx"');
  await designer.keyboard.press("ControlOrMeta+V");
  await expect(name(designer)).toHaveValue("Pasted logs");
  await expect(entries(designer)).toHaveCount(2);
  await expect(labels(designer)).toHaveValue("");
  await chooseFrom(designer, "Pipelines", "nginx access log");
  await expect(labels(designer)).toHaveValue('job="nginx"');
  await expect(entries(designer).first()).not.toContainText("mine");
  // So do those of a dropped file, without leaving the page.
  await dropFiles(designer.locator("main").first(), [["shop.log", Buffer.from("status=200 a\n")]]);
  await expect(name(designer)).toHaveValue("shop");
  await expect(entries(designer).first()).toContainText("status=200 a");
  await setConfiguration(designer, REGEX);
  await expect(step(designer, "1")).toContainText("status");

  await chooseFrom(designer, "Pipelines", "Duplicate this pipeline");
  await expect(name(designer)).toHaveValue("shop copy");
  await renameTo(designer, "bank");
  expect(await listed(designer)).toEqual(["Pasted logs", "bank", "nginx access log", "shop"]);
  await chooseFrom(designer, "Pipelines", "Remove this pipeline");
  await expect(name(designer)).not.toHaveValue("bank");
  expect(await listed(designer)).toEqual(["Pasted logs", "nginx access log", "shop"]);
  await notices(designer).getByRole("button", { name: "Undo" }).click();
  await expect(name(designer)).toHaveValue("bank");
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(name(designer)).toHaveValue("shop copy");
  await chooseFrom(designer, "Pipelines", "shop");
  await expect(name(designer)).toHaveValue("shop");

  // The last typed text before leaving the page, and the last good results with a broken text.
  await focusEditor(designer);
  await designer.keyboard.press("ControlOrMeta+End");
  await designer.keyboard.type("}");
  await expect(band(designer)).toBeVisible();
  await designer.keyboard.type("// last");
  // The keys have arrived; nothing waits until it is stored.
  await expect(editorText(designer)).toContainText("// last");
  await designer.reload();
  await expect(name(designer)).toHaveValue("shop");
  await expect(editorText(designer)).toContainText(/\}\s*\}\/\/\s*last/);
  await expect(band(designer)).toContainText("Showing results of the last valid configuration");
  await expect(step(designer, "1")).toContainText("200");
  expect(await listed(designer)).toEqual(["Pasted logs", "nginx access log", "shop", "shop copy"]);
});

test("a broken text is reported above all panes and at its place, and results stay until it is another pipeline", async ({
  pipeline: designer,
}) => {
  await setUp(designer, "status=200 a");
  await expect(designer.locator(".selected-stage-bar").first()).toBeAttached();
  await expect(band(designer)).toHaveCount(0);
  await focusEditor(designer);
  await designer.keyboard.press("ControlOrMeta+End");
  await designer.keyboard.type("}");
  await expect(band(designer)).toContainText("Showing results of the last valid configuration");
  await expect(designer.getByRole("region", { name: "Problems", exact: true })).toContainText("4:1");
  await expect(designer.locator(".squiggly-error").first()).toBeAttached();
  await expect(designer.locator(".selected-stage-bar")).toHaveCount(0);
  await expect(designer.locator("[data-part=designer]")).toHaveAttribute("data-outdated", "true");
  await expect(step(designer, "1")).toContainText("200");
  await band(designer).getByRole("button", { name: "fix 4:1" }).click();
  await designer.keyboard.press("Delete");
  await expect(band(designer)).toHaveCount(0);
  await designer.keyboard.type("}");
  await band(designer).getByRole("button", { name: "Go back to it" }).click();
  await expect(band(designer)).toHaveCount(0);
  await expect(editorText(designer)).not.toContainText(/\}\s*\}/);

  await setConfiguration(designer, "stage.json {");
  await expect(step(designer, "1")).toHaveCount(0);
  await expect(band(designer)).toHaveCount(0);
  await expect(designer.getByRole("region", { name: "Balance" })).toHaveCount(0);
});

test("a first stage with an error shows what is wrong and where, without a band above no results", async ({
  pipeline: designer,
}) => {
  await setSamples(designer, "status=200 a");
  await setConfiguration(designer, 'stage.regex {\n  expression = "(?P<a"\n}\n');
  const stages = designer.getByRole("region", { name: "Stages", exact: true });
  const problem = stages.getByRole("list", { name: "Problems of stage 1" }).getByRole("button");
  await expect(problem).toHaveText(/2:17.*invalid named capture/);
  await expect(designer.getByRole("region", { name: "Inspector" })).toContainText("an error in line 2");
  await expect(band(designer)).toHaveCount(0);
  await problem.click();
  await designer.keyboard.press("Delete");
  await designer.keyboard.type("x");
  await expect(editorText(designer)).toContainText('"x');
  // Monaco distinguishes a paste from typing in an untyped part of its events.
  for (let i = 0; i < 2; i++) await designer.keyboard.press("ControlOrMeta+Z");
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect(notices(designer)).toContainText("Undone: Pasted into the configuration.");
});

/** Two tabs of one profile: they share what the browser keeps. */
const tabs = test.extend<{ two: readonly [Page, Page] }>({
  two: async ({ server, designer }, use) => {
    const other = await designer.context().newPage();
    await other.goto(server.url);
    await expect(journey(other)).toBeVisible();
    await use([designer, other]);
    await other.close();
  },
});

tabs(
  "an idle tab follows the other live; with changes in both, the later becomes a copy, and both say so",
  async ({ two: [one, other] }) => {
    await one.bringToFront();
    await renameTo(one, "shared");
    await labels(one).fill('job="mine"');
    await expect(name(other)).toHaveValue("shared");
    await expect(labels(other)).toHaveValue('job="mine"');
    await other.bringToFront();
    await labels(other).fill('job="theirs"');
    await expect(labels(one)).toHaveValue('job="theirs"');
    await one.bringToFront();
    await expect.poll(() => listed(one)).toEqual(["shared"]);

    // Neither receives the other's change until both have changes.
    await Promise.all([labels(one).fill('tab="one"'), labels(other).fill('tab="other"')]);
    const kept = /kept as “shared \(other tab\)”/;
    await expect(notices(one)).toContainText(kept);
    await expect(notices(other)).toContainText(kept);
    const values = await Promise.all([one, other].map((page) => labels(page).inputValue()));
    expect(values).toEqual(['tab="one"', 'tab="other"']);
    for (const page of [one, other]) {
      await page.bringToFront();
      await expect.poll(() => listed(page)).toEqual(["shared", "shared (other tab)"]);
    }
    const names = await Promise.all([one, other].map((page) => name(page).inputValue()));
    expect([...names].sort()).toEqual(["shared", "shared (other tab)"]);
  },
);
