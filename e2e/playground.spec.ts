/** The page with no server of ours: its folder below a path of a static host. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { openExample, setConfiguration, showText, step } from "./server.ts";
import { serveFolder } from "./static-host.ts";

const BUILD = fileURLToPath(new URL("../scripts/build-playground.mjs", import.meta.url));
const build = (folder: string) =>
  spawnSync(process.execPath, [BUILD, "--to", folder], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

test("the playground works below a path of a static host, and keeps what was written", async ({ page }) => {
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
    await openExample(page);
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("sent");

    await showText(page);
    await setConfiguration(page, 'stage.static_labels {\n  values = { kept = "yes" }\n}\n');
    await expect(step(page, "1")).toContainText("kept");
    await page.reload();
    await expect(step(page, "1")).toContainText("kept");
    expect(host.missing, "nothing was asked for that a static host does not have").toEqual([]);
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
