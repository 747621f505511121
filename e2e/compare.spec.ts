/** Snapshots of a pipeline, and comparing it with them, with a file and with what the server runs. */
import { lookAt } from "./axe.ts";
import { expect, focusEditor, setConfiguration, test } from "./server.ts";

const BEFORE = `stage.regex {
  expression = "status=(?P<status>[0-9]+)"
}
stage.labels {
  values = { status = "" }
}
`;
const AFTER = `stage.regex {
  expression = "status=(?P<status>[0-9]+) path=(?P<path>/[a-z]*)"
}
stage.labels {
  values = { status = "", path = "" }
}
stage.drop {
  expression = "healthz"
}
`;

test("a snapshot is saved, compared with now, and restored", async ({ pipeline: page }) => {
  await page.getByRole("button", { name: "Edit as text" }).click();
  const lines = ["status=200 path=/cart", "status=404 path=/gone", "status=200 path=/healthz", "no status"];
  await page.getByRole("textbox", { name: "Samples, one entry per line" }).fill(lines.join("\n"));
  await page.getByRole("button", { name: "Show as list" }).click();
  await setConfiguration(page, BEFORE);

  const command = async (title: string) => {
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("dialog", { name: "Command palette" }).waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
  };
  await command("History of this pipeline");
  const history = page.getByRole("dialog", { name: "History of this pipeline" });
  await history.getByRole("textbox", { name: "Name of the snapshot" }).fill("status alone");
  await page.keyboard.press("Enter");
  await expect(history.getByRole("button", { name: /status alone/ })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await setConfiguration(page, AFTER);

  await command("History of this pipeline");
  await history.getByRole("button", { name: /status alone/ }).click();
  await expect(history.getByRole("region", { name: "Changes since then" })).toContainText("healthz");
  await lookAt(page, "the history of a pipeline");
  await history.getByRole("button", { name: "Compare with now" }).click();

  const main = page.getByRole("main", { name: "Compare" });
  const differ = main.getByRole("listbox", { name: "Entries that differ" });
  await expect(differ.getByRole("option")).toHaveText([/^1.*labels$/, /^2.*labels$/, /^3.*now dropped$/]);
  await expect(main.getByRole("table", { name: "Counts of both" })).toContainText("B4310");
  await differ.focus();
  await page.keyboard.press("End");
  await expect(main.getByRole("region", { name: "Entry 3 in both" })).toContainText(
    "The cause is stage 3 drop, which only B has.",
  );
  await page.keyboard.press("Home");
  const entry = main.getByRole("region", { name: "Entry 1 in both" });
  await expect(entry.locator("ins")).toHaveText(['path="/cart"']);
  await lookAt(page, "an entry in both");
  await main.getByRole("button", { name: "Stages", exact: true }).click();
  const stages = main.getByRole("region", { name: "Differences by stage" });
  await expect(stages.getByRole("region", { name: "Entries that differ, by stage" })).toContainText(
    "1 entry stage 3 drop",
  );
  await stages.getByRole("button", { name: "1 entry" }).click();
  await expect(differ.getByRole("option")).toHaveCount(1);
  await lookAt(page, "stages in both");

  // The open pipeline, and what the server runs, which has no pipeline.
  await main.getByRole("button", { name: /^A / }).click();
  await page.getByRole("menuitemradio", { name: "What the server runs" }).click();
  await expect(main.getByRole("alert")).toContainText("no logs.process");
  await page.keyboard.press("Escape");
  await expect(main).toBeHidden();

  await command("History of this pipeline");
  await history.getByRole("button", { name: /status alone/ }).click();
  await history.getByRole("button", { name: "Restore" }).click();
  await expect(history).toBeHidden();
  const code = page.getByRole("region", { name: "Configuration" }).locator(".view-lines");
  await expect(code).not.toContainText("healthz");
  await focusEditor(page);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(code).toContainText("healthz");
});
