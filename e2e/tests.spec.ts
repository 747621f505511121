/** The tests of a document: created from samples, failing after an edit, updated, edited as text, undone. */
import { anything, lookAt } from "./axe.ts";
import { clearTests, expect, setConfiguration, test, textOf } from "./server.ts";

test("tests are created from entries, fail with a readable difference after an edit, and are updated or undone", async ({
  designer: page,
}) => {
  const strip = page.getByRole("button", { name: /^Tests/ });
  const shot = async (name: string) => {
    if (process.env.SLUICE_SHOTS === undefined) return;
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/${name}-${colorScheme}.png` });
    }
  };
  // Its example has some, with the same result as in the terminal.
  await expect(strip).toHaveText(/^\s*Tests (\d+) of \1 passed$/);
  await strip.click();
  await clearTests(page);
  await expect(strip).toHaveText("Tests none");
  await expect(page.getByText(/^A test pins an entry's result/)).toBeVisible();
  await shot("empty");
  const dialog = page.getByRole("dialog", { name: "New test" });
  const add = async (entry: number, name: string, parts?: readonly string[]) => {
    if (!(await dialog.isVisible())) await page.getByRole("button", { name: /^From entry/ }).click();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("From entry").fill(String(entry));
    await dialog.getByLabel("To entry").fill(String(entry));
    if (parts !== undefined) {
      await dialog.getByLabel("The whole entry").uncheck();
      for (const part of ["Outcome", "Labels"]) if (!parts.includes(part)) await dialog.getByLabel(part).uncheck();
      for (const part of parts) await dialog.getByLabel(part).check();
    }
    await shot(`new-${entry}`);
    await dialog.getByRole("button", { name: "Add test" }).click();
    await expect(page.getByRole("option", { name: new RegExp(name.slice(0, 10)) })).toBeVisible();
  };
  await page.getByRole("button", { name: "Create a test from the selected entry" }).click();
  await add(1, "an access is sent whole");
  await add(5, "a probe is dropped", ["Outcome"]);
  await add(22, "a broken request line", ["Timestamp", "Labels"]);
  await expect(strip).toHaveText("Tests 3 of 3 passed");
  await expect(page.getByRole("region", { name: "Coverage" })).toContainText(/\d+ of \d+ paths/);
  await shot("passed");
  await lookAt(page, "tests", [1280, 1000, 640]);
  expect(await anything(page), "tests").toEqual([]);
  const list = page.getByRole("listbox", { name: "Tests" });
  await list.focus();
  await page.keyboard.press("ArrowUp");
  await expect(list.getByRole("option", { name: /a probe/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Inspector" })).toBeVisible();

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const text = await textOf(page);
  await setConfiguration(page, text.replace(/stage\.drop \{[^}]*\}/, ""));
  await expect(strip).toHaveText("Tests 2 of 3 passed");
  await strip.click();
  const detail = page.getByRole("region", { name: "Test", exact: true });
  await expect(detail.getByRole("row", { name: /^outcome/ })).toContainText("dropped by stage");
  await expect(detail.getByRole("row", { name: /^outcome/ })).toContainText("differs");
  await expect(detail).toContainText("Last passed at");
  await shot("failed");
  await lookAt(page, "a test that fails", [1280]);

  await page.getByRole("button", { name: "Deploy…" }).click();
  const deploy = page.getByRole("dialog", { name: "Deploy to the server" });
  await expect(deploy.getByRole("list", { name: "Checks" })).toContainText("Tests: 2 of 3 passed");
  await deploy.getByRole("button", { name: "Show tests" }).click();
  await expect(deploy).toBeHidden();

  await page.getByRole("button", { name: "Edit test" }).click();
  const field = page.getByRole("textbox", { name: "Test file" });
  const file = await field.inputValue();
  await field.fill(file.replace("outcome: dropped", "outcom: dropped"));
  await expect(page.getByRole("alert").first()).toContainText("The test file has mistakes");
  await expect(page.getByRole("list", { name: "Mistakes" })).toContainText('no key "outcom"');
  await shot("mistakes");
  expect(await anything(page), "the file with a mistake").toEqual([]);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(field).toHaveValue(file);
  await page.getByRole("button", { name: "Done" }).click();
  await detail.getByRole("button", { name: "Expect the current result" }).click();
  await expect(strip).toHaveText("Tests 3 of 3 passed");
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(strip).toHaveText("Tests 2 of 3 passed");
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(strip).toHaveText("Tests 3 of 3 passed");

  // Files that stages read are available to tests too.
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search commands" }).fill("example geoip");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Inspector" })).toContainText("geoip");
  await expect(strip).toHaveText(/^\s*Tests (\d+) of \1 passed$/);
});
