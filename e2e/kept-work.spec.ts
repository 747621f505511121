/** No work is lost: imports become separate documents, large changes leave snapshots, filters and inspector agree. */
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { dropFile } from "./drop-file.ts";
import { inspector } from "./inspector.ts";
import { command, expect, focusEditor, setConfiguration, test } from "./server.ts";

const stages = (from: number) =>
  Array.from({ length: 9 }, (_, i) => `stage.drop {\n  expression = "never ${from + i}"\n}\n`).join("");
const LINES = Array.from({ length: 8 }, (_, i) => (i % 4 === 3 ? `odd ${i}` : `status=${200 + i} path=/p${i}`));
const REGEX = 'stage.regex {\n  expression = "status=(?P<status>[0-9]+)"\n}\n';
const OTHER = 'logs.process "other" {\n  forward_to = []\n  stage.docker { }\n}\n';

const PROMTAIL = "pipeline_stages:\n  - labeldrop: [pod]\n";

const history = (page: Page) => page.getByRole("dialog", { name: "History of this pipeline" });
const documentName = (page: Page) => page.getByRole("textbox", { name: "Name of the pipeline" });
const options = (page: Page) => page.getByRole("listbox", { name: "Sample entries" }).getByRole("option");

async function snapshots(page: Page): Promise<string[]> {
  await command(page, "History of this pipeline");
  const list = history(page).getByRole("list", { name: "Snapshots, newest first" });
  await expect(list).toBeVisible();
  const labels = await list.locator("b").allTextContents();
  await page.keyboard.press("Escape");
  await expect(history(page)).toHaveCount(0);
  return labels;
}

test("imports do not replace the open pipeline, and each change that replaces much leaves a snapshot", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Start with an empty pipeline" }).click();
  await page.getByRole("button", { name: "Type or paste lines" }).click();
  await page.getByRole("textbox", { name: "Samples, one entry per line" }).fill(LINES.join("\n"));
  await page.getByRole("button", { name: "Show as list" }).click();
  await setConfiguration(page, stages(0));

  const dialog = page.getByRole("dialog", { name: "Import", exact: true });
  const replace = (name: string) =>
    dialog.getByRole("button", { name: `Replace the pipeline of “${name}”, keep its samples` });

  await test.step("an import becomes a separate document, or goes into the open one on request", async () => {
    const open = await documentName(page).inputValue();
    await dropFile(page, "other.alloy", Buffer.from(OTHER));
    await lookAt(page, "the import of a configuration of Alloy");
    await dialog.getByRole("button", { name: "Import as a new pipeline" }).click();
    await expect(page.getByText(`Imported other.alloy as “other”. “${open}” was not changed.`)).toBeVisible();
    await expect(documentName(page)).toHaveValue("other");
    await expect(options(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Pipelines", exact: true }).click();
    await page.getByRole("menuitemradio", { name: open }).click();
    await dropFile(page, "other.alloy", Buffer.from(OTHER));
    await replace(open).click();
    await expect(options(page)).toHaveCount(LINES.length);
    await expect(page.getByRole("list", { name: "Stages", exact: true })).toContainText("docker");
    expect((await snapshots(page))[0]).toBe("Before: Imported other.alloy");
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(page.getByRole("list", { name: "Stages", exact: true })).toContainText("never 8");
  });

  await test.step("a Promtail import replaces the open pipeline or becomes a separate one, as chosen", async () => {
    const open = await documentName(page).inputValue();
    await dropFile(page, "promtail.yaml", Buffer.from(PROMTAIL));
    await replace(open).click();
    await expect(page.getByRole("list", { name: "Stages", exact: true })).toContainText("label_drop");
    await expect(options(page)).toHaveCount(LINES.length);
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(page.getByRole("list", { name: "Stages", exact: true })).toContainText("never 8");

    await dropFile(page, "promtail.yaml", Buffer.from(PROMTAIL));
    await dialog.getByRole("button", { name: "Import as a new pipeline" }).click();
    await expect(documentName(page)).toHaveValue("promtail");
    await expect(options(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Pipelines", exact: true }).click();
    await page.getByRole("menuitemradio", { name: open }).click();
    await expect(page.getByRole("list", { name: "Stages", exact: true })).toContainText("never 8");
    await expect(options(page)).toHaveCount(LINES.length);
  });

  await test.step("removed samples and a replaced text can be restored", async () => {
    await page.getByRole("button", { name: "Add samples" }).click();
    await page.getByRole("menuitem", { name: "Remove all samples" }).click();
    await expect(page.getByText(/^No samples\./)).toBeVisible();
    expect((await snapshots(page))[0]).toMatch(/^Before: Removed /);
    const before = (await snapshots(page)).length;
    await setConfiguration(page, stages(100));
    await expect(page.getByRole("list", { name: "Stages", exact: true })).toContainText("never 108");
    expect((await snapshots(page)).length).toBe(before + 1);
  });

  await test.step("twenty minutes of small changes leave one about every ten", async () => {
    const before = (await snapshots(page)).length;
    const now = await page.evaluate(() => Date.now());
    await focusEditor(page);
    for (let i = 0; i < 4; i++) {
      // Advances only the time: the editor cannot bear many timers at once.
      await page.clock.setFixedTime(now + (i + 1) * 330_000);
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(`// ${i} `);
    }
    await expect.poll(async () => (await snapshots(page)).length).toBe(before + 2);
  });

  await test.step("one of them is restored", async () => {
    await command(page, "History of this pipeline");
    await history(page)
      .getByRole("button", { name: /Before: Removed / })
      .click();
    await expect(history(page)).toContainText(`${LINES.length} samples then, 0 now`);
    await history(page).getByRole("button", { name: "Restore" }).click();
    await expect(options(page)).toHaveCount(LINES.length);
  });
});

test("what was done before a reload is undone and redone after it", async ({ pipeline: page }) => {
  const list = page.getByRole("list", { name: "Stages", exact: true });
  await setConfiguration(page, stages(0));
  await expect(list).toContainText("never 8");
  await setConfiguration(page, OTHER);
  await expect(list).toContainText("docker");
  // Once right after the change, before it is stored, and once when it is.
  for (let i = 0; i < 2; i++) {
    await page.reload();
    await expect(list).toContainText("docker");
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(list).toContainText("never 8");
    await page.reload();
    await expect(list).toContainText("never 8");
    await page.keyboard.press("ControlOrMeta+Shift+Z");
    await expect(list).toContainText("docker");
  }
});

test("a removed pipeline is restored after leaving the page, or deleted for good", async ({ pipeline: page }) => {
  await page.getByRole("button", { name: "Edit as text" }).click();
  await page.getByRole("textbox", { name: "Samples, one entry per line" }).fill(LINES.join("\n"));
  await page.getByRole("button", { name: "Show as list" }).click();
  await setConfiguration(page, stages(0));
  const open = await documentName(page).inputValue();
  await command(page, "Remove this pipeline");
  await expect(page.getByText(`Removed “${open}”. It is kept under “Removed pipelines…”.`)).toBeVisible();
  await page.reload();

  const dialog = page.getByRole("dialog", { name: "Removed pipelines" });
  const choose = async () => {
    await page.getByRole("button", { name: "Pipelines", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Removed pipelines…/ }).click();
  };
  await choose();
  await lookAt(page, "removed pipelines");
  await dialog.getByRole("listitem").filter({ hasText: open }).getByRole("button", { name: "Restore" }).click();
  await expect(documentName(page)).toHaveValue(open);
  await expect(options(page)).toHaveCount(LINES.length);
  await expect(page.getByRole("list", { name: "Stages", exact: true })).toContainText("never 8");

  await command(page, "Remove this pipeline");
  await choose();
  await dialog.getByRole("button", { name: `Delete “${open}” for good…` }).click();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog).toContainText("No removed pipelines.");
});

test("after a switch between pipelines everything shown belongs to the open one", async ({ pipeline: page }) => {
  const fill = async (lines: readonly string[]) => {
    await page.getByRole("button", { name: "Edit as text" }).click();
    await page.getByRole("textbox", { name: "Samples, one entry per line" }).fill(lines.join("\n"));
    await page.getByRole("button", { name: "Show as list" }).click();
  };
  const open = async (name: string) => {
    await page.getByRole("button", { name: "Pipelines", exact: true }).click();
    await page.getByRole("menuitemradio", { name, exact: true }).click();
    await expect(documentName(page)).toHaveValue(name);
  };
  const fields = inspector(page).getByRole("tabpanel");
  const offer = page.getByRole("region", { name: "Proposed pipeline" });
  const first = await documentName(page).inputValue();
  await fill(LINES);
  await setConfiguration(page, REGEX);
  await inspector(page).getByRole("tab", { name: "Fields" }).click();
  await expect(fields).toContainText("status");

  await command(page, "Duplicate this pipeline");
  const second = await documentName(page).inputValue();
  await fill(['{"level":"info","n":1}', '{"level":"warn","n":2}']);
  await setConfiguration(page, 'stage.regex {\n  expression = "level.:.(?P<severity>[a-z]+)"\n}\n');
  await expect(fields).toContainText("severity");
  await expect(fields).not.toContainText("status");
  await open(first);
  await expect(fields).toContainText("status");
  await expect(fields).not.toContainText("severity");
  await open(second);
  await expect(fields).toContainText("severity");
  await expect(fields).not.toContainText("status");

  // Stages are proposed for the samples of the open document alone.
  await setConfiguration(page, 'logs.process "second" {\n  forward_to = []\n}\n');
  await expect(offer).toContainText("Looks like JSON");
  await open(first);
  await expect(offer).toHaveCount(0);
  await expect(fields).toContainText("status");
  await open(second);
  await expect(offer).toContainText("Looks like JSON");
});

test("list, count and inspector show the same entry, whatever filters", async ({ pipeline: page }) => {
  await page.getByRole("button", { name: "Edit as text" }).click();
  await page.getByRole("textbox", { name: "Samples, one entry per line" }).fill(LINES.join("\n"));
  await page.getByRole("button", { name: "Show as list" }).click();
  await setConfiguration(page, REGEX);
  const selected = options(page).and(page.locator('[aria-selected="true"]'));
  const at = async (number: number, shown: number) => {
    await expect(options(page)).toHaveCount(shown);
    await expect(selected).toHaveCount(1);
    await expect(selected).toContainText(new RegExp(`^${number}\\D`));
    await expect(inspector(page)).toContainText(`Entry ${number}of ${LINES.length}`);
  };
  await options(page).first().click();
  await at(1, 8);
  await page.getByRole("button", { name: /^Missed 2/ }).click();
  await at(4, 2);
  await page.getByRole("button", { name: /^All 8/ }).click();
  await at(4, 8);
  await options(page).first().click();
  await page.getByRole("button", { name: "2 missed by stage 1: show them" }).click();
  await at(4, 2);
  await page.getByRole("button", { name: /^All 8/ }).click();
  await at(4, 8);
  await command(page, "Search samples");
  await page.getByRole("searchbox", { name: "Search entries" }).fill("odd");
  await at(4, 2);
  // A chip's count matches its list.
  await expect(page.getByRole("button", { name: /^All 2/ })).toBeVisible();
  await page.getByRole("button", { name: /^Missed 2/ }).click();
  await page.getByRole("searchbox", { name: "Search entries" }).fill("odd 3");
  await at(4, 1);
  await expect(page.getByRole("button", { name: /^Missed 1/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search entries" }).fill("");
  await at(4, 2);
  await expect(page.getByRole("button", { name: /^Missed 2/ })).toBeVisible();
  await page.getByRole("button", { name: /^All 8/ }).click();
  await command(page, "Search samples");
  await page.getByRole("searchbox", { name: "Search entries" }).fill("/p6");
  await at(7, 1);
  await page.getByRole("searchbox", { name: "Search entries" }).fill("nowhere");
  await expect(inspector(page).getByRole("status")).toContainText("This entry is not in the filtered list.");
  await inspector(page).getByRole("button", { name: "Show all entries" }).click();
  await at(7, 8);

  // A run that fixes the entry removes it from the filtered list.
  await page.getByRole("button", { name: /^Missed 2/ }).click();
  await at(8, 2);
  await setConfiguration(page, 'stage.regex {\n  expression = "(?P<word>[a-z]+)"\n}\n');
  await expect(inspector(page).getByRole("status")).toContainText("This entry is not in the filtered list.");
});

test("what a field holds when the page is left is there when it is back", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Start with an empty pipeline" }).click();
  await setConfiguration(page, 'stage.multiline {\n  firstline = "^x"\n}\n');
  await documentName(page).fill("half typed");
  await page.reload();
  await expect(documentName(page)).toHaveValue("half typed");

  await page.getByRole("button", { name: "Arguments of stage 1", exact: true }).click();
  const firstline = page.getByRole("textbox", { name: /firstline/ }).first();
  await firstline.press("ControlOrMeta+A");
  await firstline.pressSequentially("^# Time: 2026");
  await page.reload();
  await expect(page.getByRole("list", { name: "Stages", exact: true })).toContainText("^# Time: 2026");
});
