/** A pipeline that goes from one person to another: shared by a link or a bundle, imported, exported. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { dropFile } from "./drop-file.ts";
import { expect, journey, test } from "./server.ts";

const shot = async (page: Page, name: string) => {
  const folder = process.env.SLUICE_SHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

test("a pipeline is shared by a link, and is the same in another browser", async ({
  designer: page,
  browser,
  server,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator('[role=option][aria-posinset="12"]').click();
  await journey(page).getByRole("button", { name: /^3 / }).click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/#s1=/);
  await shot(page, "share");
  await lookAt(page, "sharing", [390]);
  await shot(page, "share-dark");
  await dialog.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const download = page.waitForEvent("download");
  await dialog.getByRole("tab", { name: "Bundle" }).click();
  await dialog.getByRole("button", { name: "Download bundle" }).click();
  const file = await download;
  const bundle = readFileSync(await file.path());

  const context = await browser.newContext();
  const other = await context.newPage();
  const requests: string[] = [];
  other.on("request", (request) => requests.push(request.url()));
  await other.goto(link);
  await expect(other.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue("nginx access log");
  await expect(other.locator('[role=option][aria-posinset="12"]')).toHaveAttribute("aria-selected", "true");
  await expect(journey(other).getByRole("button", { name: /^3 / })).toHaveAttribute("aria-current", "step");
  expect(
    requests.filter((url) => url.includes("s1=")),
    "nothing of the link went to a server",
  ).toEqual([]);
  expect(other.url()).toBe(server.url);

  await dropFile(other, file.suggestedFilename(), bundle);
  await expect(other.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue("nginx access log 2");
  await context.close();
});

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
              expression: '^(?P<level>\\w+ (?P<msg>.*)$'
          - labels:
              level:
        static_configs:
          - targets: [localhost]
            labels: { job: shop, __path__: /var/log/shop/*.log }
`;

test("a configuration of Promtail is imported, mended and exported for Alloy", async ({ pipeline: page }) => {
  await dropFile(page, "promtail-cm.yaml", Buffer.from(CONFIG_MAP));
  const dialog = page.getByRole("dialog", { name: "Import" });
  const remark = dialog.getByRole("button", { name: /missing closing/ });
  await remark.click();
  await expect(remark).toHaveAttribute("aria-current", "true");
  await shot(page, "import");
  await lookAt(page, "importing", [390]);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await shot(page, "imported");
  const band = page.getByRole("status", { name: "Import" });
  await expect(band).toContainText("2 warnings");
  await band.getByRole("button", { name: "Show the report" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await band.getByRole("button", { name: "Dismiss" }).click();

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const exporting = page.getByRole("dialog", { name: "Export" });
  await expect(exporting.getByRole("region", { name: "What Alloy makes of it" })).toContainText("missing closing");
  await shot(page, "export");
  await lookAt(page, "exporting", [390]);
  await page.keyboard.press("Escape");
});

test("of a log of a hundred megabytes some lines are taken, and never the whole", async ({ pipeline: page }) => {
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
  await expect(dialog).toContainText("The file has 104 MB: too much to be taken whole.");
  await expect(dialog).toContainText("There are some 1,000,000");
  const contains = dialog.getByRole("textbox", { name: "Lines that contain" });
  await expect(contains).toBeFocused();
  await shot(page, "large-file");
  await lookAt(page, "a large file", [390]);

  await contains.fill("nowhere");
  await dialog.getByRole("button", { name: "Take samples" }).click();
  await expect(dialog.getByRole("alert")).toContainText("None of the 1,030,000 lines of large.log");
  await contains.fill("error");
  await dialog.getByRole("textbox", { name: "One of every" }).fill("100");
  await dialog.getByRole("textbox", { name: "Samples at most" }).fill("8");
  await dialog.getByRole("button", { name: "Take samples" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("option")).toHaveCount(8);
  await expect(page.getByText("then the limit of 8 samples was reached")).toBeVisible();
});
