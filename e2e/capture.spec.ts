/** Captures entries of two running pipelines as samples: each pipeline gets its own document. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSluice } from "@sluice/cli/testing/sluice-process";
import type { Page } from "playwright/test";
import { area, expect, openRunning, test } from "./server.ts";

const CONFIG = `logs.source.demo "shop" {
  rate       = 100
  forward_to = [logs.process.first.receiver]
}

logs.process "first" {
  forward_to = [logs.process.second.receiver]

  stage.replace {
    expression = "^()"
    replace    = "marked "
  }
}

logs.process "second" {
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`;

const samples = (page: Page) => page.getByRole("listbox", { name: "Sample entries" }).getByRole("option");
const name = (page: Page) => page.getByRole("textbox", { name: "Name of the pipeline" });

/** The full line of the first sample: rows leave out what nearly all lines have in common. */
async function firstLine(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Edit as text" }).click();
  const text = await page.getByRole("textbox", { name: "Samples, one entry per line" }).inputValue();
  await page.getByRole("button", { name: "Show as list" }).click();
  return text.split("\n")[0]!;
}

/** Captures three entries, and checks what the form says about their document. */
async function capture(page: Page, pipeline: string, says: RegExp): Promise<void> {
  await area(page, "Live");
  await page.getByRole("button", { name: "Capture…" }).click();
  const form = page.getByRole("dialog", { name: "Capture samples" });
  await form.getByRole("combobox", { name: "From" }).click();
  await page.getByRole("option", { name: `What enters ${pipeline}` }).click();
  await form.getByLabel("Entries").fill("3");
  await expect(form).toContainText(says);
  await form.getByRole("button", { name: "Capture", exact: true }).click();
  await expect(form).toHaveCount(0);
  await area(page, "Design");
}

test("entries captured from two pipelines go into two documents, named after them", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
  const config = join(folder, "two.alloy");
  writeFileSync(config, CONFIG);
  const server = await startSluice(config, ["--data-dir", join(folder, "data")]);
  try {
    await openRunning(page, server.url);
    await capture(page, "logs.process.first", /Entries become samples of “/);
    await expect(samples(page)).toHaveCount(3);
    const opened = await name(page).inputValue();

    await capture(page, "logs.process.second", /samples of a new document/);
    await expect(name(page)).toHaveValue("Captured from logs.process.second");
    await expect(samples(page)).toHaveCount(3);
    expect(await firstLine(page)).toContain("marked ");

    // More entries of the same pipeline go into the same document.
    await capture(page, "logs.process.second", /Entries become samples of “Captured from logs\.process\.second”/);
    await expect(samples(page)).toHaveCount(6);

    await page.getByRole("button", { name: "Pipelines", exact: true }).click();
    await page.getByRole("menuitemradio", { name: opened }).click();
    await expect(name(page)).toHaveValue(opened);
    await expect(samples(page)).toHaveCount(3);
    expect(await firstLine(page)).not.toContain("marked ");
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
