/** Stages with state and time in the page: held entries, their results, and the clock that drives them. */
import type { Page } from "playwright/test";
import { expect, inspect, setConfiguration, setSamples, step, test } from "./server.ts";

const TRACE = `2026-01-15 08:00:00 ERROR order failed
java.lang.IllegalStateException: no stock
\tat shop.Order.place(Order.java:42)
2026-01-15 08:00:01 INFO next order
`;

const MULTILINE = `stage.multiline {
  firstline     = "^\\\\d{4}-\\\\d{2}-\\\\d{2} "
  max_wait_time = "3s"
}
`;

const entries = (page: Page) => page.getByRole("listbox", { name: "Sample entries" }).getByRole("option");
const balance = (page: Page) => page.getByRole("region", { name: "Balance" });
const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });

test("a multi-line Java trace is merged and shows its origins; stepping the clock flushes the last block", async ({
  pipeline: designer,
}) => {
  await setSamples(designer, TRACE);
  await setConfiguration(designer, MULTILINE);
  await expect(balance(designer)).toContainText("4 in → 2 sent, from 4; 0 dropped; 0 held");
  await designer.getByRole("button", { name: "Keep incomplete entries open" }).click();
  await expect(balance(designer)).toContainText("4 in → 1 sent, from 3; 0 dropped; 1 held");
  const last = entries(designer).nth(3);
  await expect(last).toContainText(/held\s*by stage 1 multiline, until \d\d:\d\d:03 \(in 3s\)/);
  await last.click();
  // Until its steps arrive, those of the previous entry are shown, which has two.
  await expect(step(designer, "1")).toHaveCount(1);
  await expect(step(designer, "1")).toContainText("Held as the first line of a block");
  await expect(designer.getByRole("status", { name: "Next deadline" })).toHaveText("next: multiline releases in 3s");

  await designer.getByRole("button", { name: "+1s" }).click();
  await expect(designer.getByRole("status", { name: "Next deadline" })).toHaveText("next: multiline releases in 2s");
  await designer.getByRole("button", { name: "Next deadline" }).click();
  await expect(balance(designer)).toContainText("4 in → 2 sent, from 4; 0 dropped; 0 held");
  await expect(designer.getByRole("status", { name: "Next deadline" })).toHaveText("nothing is waiting");
  await expect(inspector(designer)).toContainText("no line came for max_wait_time");

  await designer.getByRole("button", { name: "Reset the clock" }).click();
  await expect(balance(designer)).toContainText("1 held");
  await designer.getByRole("button", { name: "Run to the end" }).click();
  await expect(balance(designer)).toContainText("0 held");

  const second = entries(designer).nth(1);
  await expect(second).toContainText("merged");
  await expect(second).toContainText("entries 1–3");
  await second.click();
  await designer.getByRole("tab", { name: "Output" }).click();
  const output = designer.getByRole("article", { name: "Output" });
  await expect(output).toContainText("order failed");
  await expect(output).toContainText("at shop.Order.place(Order.java:42)");
  await output.getByRole("button", { name: "Show entries 1–3" }).click();
  await expect(entries(designer)).toHaveCount(3);
  await expect(entries(designer).first()).toHaveAttribute("aria-selected", "true");
});

test("a waiting limit shows its held entries, and their release time", async ({ pipeline: designer }) => {
  await setSamples(designer, "a\nb\nc");
  await setConfiguration(designer, "stage.limit {\n  rate  = 2\n  burst = 1\n}\n");
  await designer.getByRole("button", { name: "Keep incomplete entries open" }).click();
  await expect(balance(designer)).toContainText("3 in → 2 sent; 0 dropped; 1 held");
  const stages = designer.getByRole("list", { name: "Stages" });
  await expect(stages).toContainText("next token in 500ms");
  await stages.getByRole("button", { name: "1 held by stage 1: show them" }).click();
  await expect(entries(designer)).toHaveCount(1);
  await expect(entries(designer).first()).toContainText("by stage 1 limit");
  await expect(entries(designer)).toContainText("(in 500ms)");
  await designer.getByRole("button", { name: "Next deadline" }).click();
  await expect(balance(designer)).toContainText("3 in → 3 sent; 0 dropped; 0 held");
});

test("an entry gets its own labels, structured metadata and times; one undo reverts them", async ({
  pipeline: designer,
}) => {
  await setSamples(designer, "a\nb");
  await setConfiguration(designer, 'stage.static_labels {\n  values = { team = "shop" }\n}\n');
  await entries(designer).nth(1).click();
  await designer.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = designer.getByRole("dialog", { name: "Edit an entry" });
  await dialog.getByLabel("Line").fill("b\nsecond line");
  await dialog.getByLabel("Labels").fill('level="info"');
  await dialog.getByLabel("Structured metadata").fill('trace_id="ba25"');
  await dialog.getByLabel("Time since the previous entry").fill("soon");
  await expect(dialog.getByRole("alert")).toContainText("expected a duration");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Time since the previous entry").fill("90s");
  await dialog.getByRole("button", { name: "Save" }).click();
  await designer.getByRole("tab", { name: "Output" }).click();
  const sent = designer.getByRole("article", { name: "Input" });
  await expect(sent).toContainText("second line");
  await expect(sent).toContainText('level="info"');
  await expect(sent).toContainText("trace_id");
  await expect(sent).toContainText(/:01:30Z|:31:30Z/);
  await designer.getByRole("log", { name: "Notices" }).getByRole("button", { name: "Undo" }).click();
  await expect(sent).not.toContainText("second line");
});

test("damaged JSON lines are marked at their line and lose nothing; a pasted stack trace can be one entry", async ({
  pipeline: designer,
}) => {
  await setSamples(designer, '{"line":"a","labels":{"x":"1"}}\n{"line":"b","advance":"1s"}');
  await expect(entries(designer)).toHaveCount(2);
  await designer.getByRole("button", { name: "Edit as text" }).click();
  const field = designer.getByRole("textbox", { name: "Samples, one entry per line" });
  await field.fill('{"line":"a","labels":{"x":"1"}}\n{"line":"b","advance":"1s"');
  const samples = designer.getByRole("region", { name: "Samples" });
  await expect(samples.getByRole("alert")).toContainText("Line 2");
  await designer.getByRole("button", { name: "Show as list" }).click();
  await expect(entries(designer)).toHaveCount(2);
  await designer.getByRole("button", { name: "Edit as text" }).click();
  await expect(field).toHaveValue(/"advance":"1s"$/);

  await designer.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await designer.evaluate((text) => navigator.clipboard.writeText(text), TRACE);
  await field.fill("a");
  await designer.getByRole("button", { name: "Show as list" }).click();
  await expect(entries(designer)).toHaveCount(1);
  await entries(designer).first().click();
  await designer.keyboard.press("ControlOrMeta+V");
  await designer.getByRole("dialog").getByRole("button", { name: "One entry", exact: true }).click();
  await expect(entries(designer)).toHaveCount(2);
});

test("a database chosen for geoip is still available after a reload", async ({ pipeline: designer }, {
  repeatEachIndex,
}) => {
  // A unique path: the chosen file stays in the browser.
  const path = `/etc/city${repeatEachIndex}.mmdb`;
  await setSamples(designer, "x");
  await setConfiguration(
    designer,
    `stage.static_labels {\n  values = { team = "shop" }\n}\nstage.geoip {\n  db      = "${path}"\n  source  = "ip"\n  db_type = "city"\n}\n`,
  );
  const problems = designer.getByRole("region", { name: "Problems", exact: true });
  await expect(problems).toContainText(`stage 2 geoip needs "${path}": choose the file`);
  await problems.getByRole("button", { name: `Use the demo database for ${path}` }).click();
  await expect(designer.getByRole("list", { name: "Stages" })).toContainText("demo-city.mmdb");
  await inspect(designer, "2");
  await expect(step(designer, "2")).toBeVisible();
  await designer.reload();
  await expect(designer.getByRole("list", { name: "Stages" })).toContainText("demo-city.mmdb");
  await expect(step(designer, "2")).toBeVisible();
});
