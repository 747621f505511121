/** The page without a Sluice server: its folder below a path of a static host. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { lookAt } from "./axe.ts";
import { dropFile } from "./drop-file.ts";
import { setConfiguration, showText, step } from "./server.ts";
import { serveFolder } from "./static-host.ts";

const BUILD = fileURLToPath(new URL("../scripts/build/playground.mjs", import.meta.url));
const build = (folder: string) =>
  spawnSync(process.execPath, [BUILD, "--to", folder], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const PROMTAIL = `scrape_configs:
  - job_name: shop
    pipeline_stages:
      - json:
          expressions: { level: }
    static_configs:
      - labels: { job: shop, __path__: /var/log/shop/*.log }
`;

test("the playground works below a path of a static host, with its tour, its storage and its links", async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-playground-"));
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const built = build(folder);
  expect(built.stderr + built.stdout).toContain("serve it with any static host");
  const host = await serveFolder(folder, "/tools/logs/");
  try {
    await page.goto(host.url);
    // The tour starts with an example, highlights the panes in turn, and can be skipped.
    await page.getByRole("button", { name: "Take the three-step tour" }).click();
    const tour = page.getByRole("region", { name: "Tour" });
    await expect(tour).toContainText("Samples 1 of 3");
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("sent");
    await expect(tour.getByRole("button", { name: "Next" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator('section[data-tour="true"]')).toHaveAttribute("aria-label", "Pipeline");
    await lookAt(page, "the tour", [1280, 390]);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    await tour.getByRole("button", { name: "Skip the tour" }).click();
    await expect(tour).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Tests/ })).toHaveText(/^\s*Tests (\d+) of \1 passed$/);

    await showText(page);
    await setConfiguration(page, 'stage.static_labels {\n  values = { kept = "yes" }\n}\n');
    await expect(step(page, "1")).toContainText("kept");
    await page.reload();
    await expect(step(page, "1")).toContainText("kept");

    // Its link opens here too, and it imports other programs' configurations.
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const link = page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: "Link" });
    await expect(link).toHaveValue(/\/tools\/logs\/.*#s1=/);
    const address = await link.inputValue();
    await page.keyboard.press("Escape");
    await page.goto(address);
    await expect(page.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue(/ 2$/);
    await expect(step(page, "1")).toContainText("kept");
    await dropFile(page, "promtail.yaml", Buffer.from(PROMTAIL));
    await page
      .getByRole("dialog", { name: "Import" })
      .getByRole("button", { name: /^Import/ })
      .click();
    await expect(page.getByRole("region", { name: "Stages" })).toContainText("json");
    expect(host.missing, "no request failed on the static host").toEqual([]);
    expect(problems, "nothing failed in the page").toEqual([]);
  } finally {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a folder with something else in it is left alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-playground-"));
  try {
    mkdirSync(join(folder, "photos"));
    writeFileSync(join(folder, "photos", "cat.jpg"), "");
    const built = build(folder);
    expect(built.status).toBe(1);
    expect(built.stderr).toContain("has something else in it (photos)");
    expect(statSync(join(folder, "photos", "cat.jpg")).isFile()).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
