/** A pipeline passed from one person to another: shared by a link or a bundle, imported, exported. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { dropFile } from "./drop-file.ts";
import { expect, journey, setConfiguration, test, textOf } from "./server.ts";

const shot = async (page: Page, name: string) => {
  const folder = process.env.SLUICE_SHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata:
  name: promtail
data:
  promtail.yaml: |
    clients:
      - url: http://loki.example:3100/loki/api/v1/push
    tracing:
      enabled: true
    scrape_configs:
      - job_name: shop
        pipeline_stages:
          - regex:
              expression: '^(?P<time>\\S+) (?P<level>\\w+ (?P<msg>.*)$'
          - timestamp:
              source: time
              format: RFC3339
          - labels:
              level:
          - match:
              selector: '{level="debug"}'
              action: drop
              drop_counter_reason: noise
          - output:
              source: msg
        static_configs:
          - targets: [localhost]
            labels: { job: shop, __path__: /var/log/shop/*.log }
`;
const LOG = `2026-01-15T08:00:00Z info order 17 was placed
2026-01-15T08:00:01Z error payment of order 18 failed
2026-01-15T08:00:02Z debug cache hit
`;
/** The installed command line. */
const SLUICE = fileURLToPath(new URL("../apps/cli/bin/sluice.mjs", import.meta.url));

test("an import asks how Promtail runs, and reads escapes and variables accordingly", async ({ pipeline: page }) => {
  const stages = [
    "pipeline_stages:",
    "  - regex: { expression: '^(?P<code>\\\\d{3})' }",
    '  - static_labels: { node: "${HOSTNAME}" }',
  ];
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dropFile(page, "stages.yaml", Buffer.from(`${stages.join("\n")}\n`));
  const dialog = page.getByRole("dialog", { name: "Import" });
  await expect(dialog.getByRole("button", { name: /say how it runs/ })).toBeVisible();
  await shot(page, "import-asks");
  await lookAt(page, "asking how Promtail runs", [390]);
  await dialog.getByRole("combobox", { name: /expand-env/ }).click();
  await page.getByRole("option", { name: "yes" }).click();
  await expect(dialog.getByRole("button", { name: /say how it runs/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: /^Import/ }).click();
  expect(await textOf(page)).toContain('"^(?P<code>\\\\d{3})"');
  expect(await textOf(page)).toContain('sys.env("HOSTNAME")');
});

test("a Promtail configuration is imported, fixed, tested, exported for Alloy and shared, and its tests run elsewhere", async ({
  pipeline: page,
  browser,
  server,
}) => {
  test.setTimeout(180_000);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dropFile(page, "promtail-cm.yaml", Buffer.from(CONFIG_MAP));
  const dialog = page.getByRole("dialog", { name: "Import" });
  const remark = dialog.getByRole("button", { name: /missing closing/ });
  await remark.click();
  await expect(remark).toHaveAttribute("aria-current", "true");
  await shot(page, "import");
  await lookAt(page, "importing", [390]);
  await dialog.getByRole("button", { name: /^Import/ }).click();
  await shot(page, "imported");
  const band = page.getByRole("status", { name: "Import" });
  await expect(band).toContainText("2 warnings");
  await band.getByRole("button", { name: "Show the report" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await band.getByRole("button", { name: "Dismiss" }).click();

  // The export warns about what Alloy would refuse, and it is fixed.
  const exporting = page.getByRole("dialog", { name: "Export" });
  const said = exporting.getByRole("region", { name: "Alloy compatibility" });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(said).toContainText("missing closing");
  await shot(page, "export");
  await lookAt(page, "exporting", [390]);
  await page.keyboard.press("Escape");
  const broken = await textOf(page);
  await setConfiguration(page, broken.replace("(?P<level>\\\\w+ ", "(?P<level>\\\\w+) "));
  await dropFile(page, "shop.log", Buffer.from(LOG));
  await page.locator('[role=option][aria-posinset="2"]').click();
  await journey(page)
    .getByRole("button", { name: /labels/ })
    .click();

  // Three tests, of which one fails after an edit.
  const strip = page.getByRole("button", { name: /^Tests/ });
  await strip.click();
  for (const [i, name] of ["an order is placed", "a payment fails", "debug lines go"].entries()) {
    await page.getByRole("button", { name: i === 0 ? "Create a test from the selected entry" : /^From entry/ }).click();
    const made = page.getByRole("dialog", { name: "New test" });
    await made.getByLabel("Name", { exact: true }).fill(name);
    await made.getByLabel("From entry").fill(String(i + 1));
    await made.getByLabel("To entry").fill(String(i + 1));
    await made.getByRole("button", { name: "Add test" }).click();
    await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
    await expect(made).toHaveCount(0);
  }
  await expect(strip).toHaveText("Tests 3 of 3 passed");
  await page.keyboard.press("Escape");
  const good = await textOf(page);
  await setConfiguration(page, good.replace('source = "msg"', 'source = "level"'));
  await expect(strip).toHaveText("Tests 1 of 3 passed");
  await strip.click();
  await page.getByRole("option", { name: /a payment fails/ }).click();
  const row = page.getByRole("region", { name: "Test", exact: true }).getByRole("row", { name: /^line/ });
  await expect(row).toContainText("payment of order 18 failed");
  await expect(row).toContainText("differs");
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(strip).toHaveText("Tests 3 of 3 passed");
  const file = async (ask: () => Promise<void>) => {
    const download = page.waitForEvent("download");
    await ask();
    const made = await download;
    return { name: made.suggestedFilename(), text: readFileSync(await made.path(), "utf8") };
  };
  const tests = await file(async () => {
    await page.getByRole("button", { name: "Test file" }).click();
    await page.getByRole("menuitem", { name: "Download" }).click();
  });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(said).toContainText("All 3 components");
  const config = await file(() => exporting.getByRole("button", { name: "Download" }).click());
  expect([config.name, tests.name, config.text]).toEqual([
    "promtail-cm.alloy",
    "promtail-cm.tests.yaml",
    expect.stringContaining('loki.process "shop" {'),
  ]);
  const folder = mkdtempSync(join(tmpdir(), "sluice-exported-"));
  try {
    const run = (text: string) => {
      writeFileSync(join(folder, tests.name), tests.text);
      writeFileSync(join(folder, config.name), text);
      const env = { ...process.env, SLUICE_BUILD: "off", NO_COLOR: "1" };
      return spawnSync(process.execPath, [SLUICE, "test"], { cwd: folder, env, encoding: "utf8" });
    };
    expect(run(config.text)).toMatchObject({ status: 0, stdout: expect.stringContaining("3 of 3 passed") });
    const mutated = run(config.text.replace("debug", "trace"));
    expect(mutated).toMatchObject({ status: 1, stdout: expect.stringContaining("✗ debug lines go") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  // Somebody else opens the link, and sees the same.
  const text = await textOf(page);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const sharing = page.getByRole("dialog", { name: "Share" });
  await expect(sharing.getByRole("textbox", { name: "Link" })).toHaveValue(/#s1=/);
  await shot(page, "share");
  await lookAt(page, "sharing", [390]);
  await shot(page, "share-dark");
  await sharing.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const download = page.waitForEvent("download");
  await sharing.getByRole("tab", { name: "Bundle" }).click();
  await sharing.getByRole("button", { name: "Download bundle" }).click();
  const bundle = await download;
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const other = await context.newPage();
  const requests: string[] = [];
  other.on("request", (request) => requests.push(request.url()));
  await other.goto(link);
  await expect(other.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue("promtail-cm");
  await expect(other.getByRole("option")).toHaveCount(3);
  await expect(other.locator('[role=option][aria-posinset="2"]')).toHaveAttribute("aria-selected", "true");
  await expect(journey(other).getByRole("button", { name: /labels/ })).toHaveAttribute("aria-current", "step");
  await expect(other.getByRole("button", { name: /^Tests/ })).toHaveText("Tests 3 of 3 passed");
  expect(await textOf(other)).toBe(text);
  expect(
    requests.filter((url) => url.includes("s1=")),
    "nothing of the link went to a server",
  ).toEqual([]);
  expect(other.url().split("#/design/")[0], "the document has an address of its own").toBe(server.url);
  await dropFile(other, bundle.suggestedFilename(), readFileSync(await bundle.path()));
  await expect(other.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue("promtail-cm 2");
  await context.close();
});

test("loads some lines of a log of a hundred megabytes, and never the whole", async ({ pipeline: page }) => {
  await page.locator("body").evaluate((body) => {
    const lines = Array.from(
      { length: 10_000 },
      (_, i) => `${i} ${"x".repeat(90)} ${i % 1000 === 7 ? "error" : "info"}`,
    );
    const piece = new Blob([`${lines.join("\n")}\n`]);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(Array(103).fill(piece), "large.log"));
    body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  const dialog = page.getByRole("dialog", { name: "Samples of a large file" });
  await expect(dialog).toContainText("104 MB is too large to load in full.");
  await expect(dialog).toContainText("About 1,000,000 lines");
  const contains = dialog.getByRole("textbox", { name: "Lines that contain" });
  await expect(contains).toBeFocused();
  await shot(page, "large-file");
  await lookAt(page, "a large file", [390]);

  await contains.fill("nowhere");
  await dialog.getByRole("button", { name: "Add samples" }).click();
  await expect(dialog.getByRole("alert")).toContainText("None of the 1,030,000 lines of large.log");
  await contains.fill("error");
  await dialog.getByRole("textbox", { name: "One of every" }).fill("100");
  await dialog.getByRole("textbox", { name: "Maximum samples" }).fill("8");
  await dialog.getByRole("button", { name: "Add samples" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("option")).toHaveCount(8);
  await expect(page.getByText("then reached the limit of 8 samples")).toBeVisible();
});

test("the target is chosen at the export and in the menu of pipelines, and problems say what it lacks", async ({
  pipeline: page,
}) => {
  await setConfiguration(page, "stage.split_json { }\n");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  const target = dialog.getByRole("combobox", { name: "Target" });
  await expect(target).toHaveText("Sluice");
  await target.click();
  await page.getByRole("option", { name: "Alloy 1.18" }).click();
  await expect(dialog.getByText("It needs Alloy 1.19; the target is Alloy 1.18.")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "The configuration" })).toContainText("// sluice:target alloy 1.18");
  await lookAt(page, "export for a release");
  await shot(page, "target-export");
  await page.keyboard.press("Escape");
  await expect(page.getByText("stage.split_json needs Alloy 1.19").first()).toBeVisible();

  await page.getByRole("button", { name: "Pipelines" }).click();
  await page.getByRole("menuitem", { name: "Target…" }).click();
  const chosen = page.getByRole("dialog", { name: "Target" });
  await expect(chosen.getByRole("status")).toHaveText("Alloy 1.18 refuses 1 place of this configuration.");
  await lookAt(page, "target");
  await shot(page, "target");
  await chosen.getByRole("combobox", { name: "Target" }).click();
  await page.getByRole("option", { name: "Alloy 1.19" }).click();
  await expect(chosen.getByRole("status")).toHaveText("Alloy 1.19 has everything that this configuration uses.");
  await chosen.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(/needs Alloy/)).toHaveCount(0);
});
