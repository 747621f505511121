/** From an unknown log to stages: the list leads with what the samples need, and a stage begins with what they have. */
import { expect, setConfiguration, setSamples, test } from "./server.ts";

const LOG = [...Array(30).keys()]
  .map((i) =>
    JSON.stringify({
      ts: `2026-11-25T14:02:${10 + i}.345Z`,
      level: ["info", "warn", "error"][i % 3],
      msg: `order ${i} took long`,
      duration_ms: 5 + i * 20,
    }),
  )
  .join("\n");

test("stages are found by what the samples need and by task, and begin with what the samples have", async ({
  pipeline: designer,
}) => {
  await setConfiguration(designer, 'logs.process "main" {\n  forward_to = []\n}\n');
  await setSamples(designer, LOG);
  await expect(designer.getByRole("region", { name: "Balance" })).toContainText("30 in");
  const palette = designer.getByRole("dialog", { name: "Add a stage" });
  const options = palette.getByRole("option");
  const add = async (query: string) => {
    await designer.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await designer.keyboard.press("a");
    await palette.getByRole("combobox").fill(query);
  };

  await add("");
  await expect(options.nth(0)).toContainText(/^json30 of 30/);
  await expect(options.nth(1)).toContainText(/^timestamp/);
  await expect(options.nth(2)).toContainText("level has 3 values");
  await designer.keyboard.press("Enter");
  const form = designer.getByRole("form", { name: "Settings of stage 1 json" });
  await expect(form.getByLabel("expressions 4: name", { exact: true })).toHaveValue("duration_ms");

  await add("dat");
  await expect(options.first()).toContainText(/^timestampdate, time/);
  await designer.keyboard.press("Enter");
  const time = designer.getByRole("form", { name: "Settings of stage 2 timestamp" });
  await expect(time.getByLabel("format", { exact: true })).toHaveValue("RFC3339Nano");

  await add("mulitline");
  await expect(palette.getByRole("status")).toHaveText("No stage matches “mulitline”. Did you mean one of these?");
  await expect(options.first()).toContainText(/^multiline/);
});
