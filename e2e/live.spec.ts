/** The live area with a running server: components, numbers, taps, captured samples, and a server that goes away. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSluice } from "@sluice/cli/testing/sluice-process";
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { area, expect, openRunning, setSamples, test } from "./server.ts";

const CONFIG = `logs.source.demo "shop" {
  rate       = 100
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.static_labels {
    values = { team = "shop" }
  }

  stage.drop {
    expression          = "GET"
    drop_counter_reason = "reads"
  }

  stage.regex {
    expression = "never (?P<found>x)"
  }
}

logs.write "nowhere" {
  endpoint {
    url = "http://127.0.0.1:9/loki/api/v1/push"
  }
}

logs.echo "out" { }
`;

const components = (page: Page) => page.getByRole("region", { name: "Components" });
const tap = (page: Page) => page.getByRole("region", { name: "Tap" });
const rows = (page: Page) => tap(page).getByRole("listbox", { name: "Entries, newest first" });
/** The number in a text. */
const numberIn = (text: string | null): number => Number(/[\d,.]+/.exec(text ?? "")?.[0].replaceAll(",", ""));

test("the running configuration is tapped, captured from and shown, and stays visible while the server is away", async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
  const config = join(folder, "live.alloy");
  writeFileSync(config, CONFIG);
  const server = await startSluice(config, ["--data-dir", join(folder, "data")]);
  try {
    await page.clock.install();
    await openRunning(page, server.url);
    await area(page, "Live");
    await expect(components(page).getByRole("button", { name: /main/ })).toBeVisible();

    await test.step("a tap shows entries before and after with reasons, pauses for a selection, is filtered, paused and ended", async () => {
      await tap(page).getByRole("button", { name: "logs.process.main" }).click();
      await expect(rows(page).getByRole("option").first()).toBeVisible();
      const changed = rows(page).getByRole("option").filter({ hasText: 'team="shop"' });
      await expect(changed.first()).toBeVisible();
      await tap(page).getByRole("button", { name: "Dropped", exact: true }).click();
      const dropped = rows(page).getByRole("option", { name: / dropped / });
      await dropped.first().click();
      const entry = tap(page).getByRole("region", { name: /^Entry \d/ });
      await expect(entry).toContainText("drop");
      await expect(entry.getByRole("list", { name: "Why" }).first()).toContainText("GET");
      await expect(tap(page).getByRole("button", { name: /^[1-9][\d,]* new$/ })).toBeVisible();
      await lookAt(page, "a tap", [1280, 1920]);
      await page.keyboard.press("ArrowDown");
      await tap(page).getByRole("button", { name: / new$/ }).click();
      await expect(entry).toHaveCount(0);

      const text = tap(page).getByRole("textbox", { name: "Text in the line" });
      await text.fill("no line has this");
      await text.press("Enter");
      await page.getByRole("button", { name: "Pause" }).click();
      await expect(tap(page).getByText("paused", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Resume" }).click();
      const selector = tap(page).getByRole("textbox", { name: "Selector of the entries, LogQL" });
      await selector.fill("{job=");
      await selector.press("Enter");
      await expect(tap(page).getByRole("status")).toContainText("The server answered 4");
      await tap(page).getByRole("button", { name: "End the tap" }).click();
      await expect(tap(page).getByRole("status")).toContainText("The tap has ended");
    });

    const setRate = async (rate: string) => {
      await tap(page).getByRole("combobox", { name: "Entries per second" }).click();
      await page.getByRole("option", { name: rate, exact: true }).click();
    };
    await test.step("a stage is tapped from its component, and only few of many rows are in the page", async () => {
      await components(page).getByRole("button", { name: /main/ }).click();
      await page.getByRole("button", { name: "Tap stage 3 regex" }).click();
      await expect(tap(page).getByRole("combobox", { name: "Stage" })).toContainText("3 regex");
      await setRate("100 /s");
      await expect(
        rows(page)
          .getByRole("option", { name: / missed / })
          .first(),
      ).toBeVisible();
      await expect
        .poll(() => rows(page).getByRole("option").first().getAttribute("aria-setsize").then(Number))
        .toBeGreaterThan(60);
      expect(await rows(page).getByRole("option").count()).toBeLessThan(60);
      await setRate("1 /s");
    });

    await test.step("a visit of the designer misses nothing, and each entry has one row, even in a resumed tap", async () => {
      /** Positions of the drawn rows, one for each entry. */
      const places = () =>
        // Read at once: rows that go between two questions would keep the places that they had.
        rows(page).evaluate((list) =>
          Array.from(list.querySelectorAll("[role=option]"), (one) => Number(one.getAttribute("aria-posinset"))),
        );
      const begun: string[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).pathname.endsWith("/api/tap")) begun.push(request.url());
      });
      const count = () => rows(page).getByRole("option").first().getAttribute("aria-setsize").then(Number);
      const comeMore = async () => {
        const before = await count();
        await expect.poll(count).toBeGreaterThan(before + 3);
        const drawn = await places();
        expect(drawn, "each position has one row").toEqual([...new Set(drawn)]);
      };
      await components(page).getByRole("button", { name: "Tap the pipeline" }).click();
      await setRate("10 /s");
      await expect(rows(page).getByRole("option").nth(3)).toBeVisible();
      expect(begun).toHaveLength(1);

      await area(page, "Design");
      await expect(page.getByRole("region", { name: "Samples" })).toBeVisible();
      await area(page, "Live");
      await comeMore();
      expect(begun, "it continued").toHaveLength(1);
      await expect(tap(page).getByText(/not tapped/)).toHaveCount(0);

      await tap(page).getByRole("button", { name: "End the tap" }).click();
      await tap(page).getByRole("button", { name: "Start", exact: true }).click();
      await comeMore();
      await setRate("1 /s");
    });

    await test.step("samples are captured from the input of a pipeline, and added to the open one", async () => {
      await tap(page).getByRole("button", { name: "Capture…" }).click();
      const form = page.getByRole("dialog", { name: "Capture samples" });
      await expect(form.getByRole("combobox", { name: "From" })).toContainText("What enters logs.");
      await form.getByRole("combobox", { name: "From" }).click();
      await page.getByRole("option", { name: "What enters logs.process.main" }).click();
      await form.getByLabel("Text in the line").fill("GET");
      await form.getByLabel("Entries").fill("9999999");
      await expect(form.getByRole("alert")).toContainText("A number from 1 to");
      await form.getByLabel("Entries").fill("12");
      await lookAt(page, "capturing");
      await form.getByRole("button", { name: "Capture", exact: true }).click();
      await expect(form).toHaveCount(0);
      await area(page, "Design");
      const samples = page.getByRole("listbox", { name: "Sample entries" });
      await expect(samples.getByRole("option")).toHaveCount(12);
      await samples.getByRole("option").first().click();
      await expect(page.getByRole("region", { name: "Inspector" })).toContainText("GET");
    });

    await area(page, "Live");
    await test.step("components show their rates, as a list and as a graph; one opens to its arguments and numbers", async () => {
      const row = components(page).getByRole("button", { name: /main/ });
      await expect.poll(async () => numberIn(await row.locator("[data-part=rate]").textContent())).toBeGreaterThan(5);
      // It is open, since a stage of it was tapped.
      const detail = components(page).getByRole("region", { name: "logs.process.main" });
      await expect(detail).toContainText("healthy since");
      await detail.getByRole("tab", { name: "Arguments" }).click();
      await expect(detail.getByRole("tabpanel")).toContainText("forward_to");
      await detail.getByRole("tab", { name: "Exports" }).click();
      await expect(detail.getByRole("tabpanel")).toContainText("receiver");
      await detail.getByRole("tab", { name: /^Errors/ }).click();
      await expect(detail.getByRole("tabpanel")).toContainText("No errors since the server started");
      await detail.getByRole("tab", { name: "Numbers" }).click();
      // The first step of the history is over after ten seconds.
      await expect(detail.getByRole("img", { name: /^Entries per second over the last hour; now in/ })).toBeVisible();
      await expect(detail.locator("canvas").first()).toBeVisible();
      await lookAt(page, "a component", [1280, 1920]);
      await components(page).getByRole("button", { name: "Graph", exact: true }).click();
      await expect(components(page).locator("[data-part=node]")).toHaveCount(4);
      await expect
        .poll(async () => numberIn(await components(page).locator("[data-part=edge-rate]").first().textContent()))
        .toBeGreaterThan(5);
      await components(page).locator("[data-part=node]").getByRole("button", { name: /shop/ }).click();
      await expect(components(page).getByRole("region", { name: "logs.source.demo.shop" })).toBeVisible();
      await lookAt(page, "the live graph");
    });

    await test.step("a lost server is reported, the last numbers stay, designing continues, and everything resumes when it is back", async () => {
      await expect(rows(page).getByRole("option").first()).toBeVisible();
      await page.context().setOffline(true);
      await page.clock.runFor(5000);
      const band = page.getByRole("status", { name: "The live view" });
      await expect(band).toContainText("The server does not answer");
      await expect(band).toContainText("The data is from");
      await expect(components(page).getByRole("button", { name: /main/ })).toBeVisible();
      await lookAt(page, "the server away");
      const state = page.getByRole("status", { name: "Server" });
      const deploy = page.getByLabel("Deploy…", { exact: true });
      await expect(state).toContainText("server away");
      await expect(deploy).toHaveAttribute("aria-disabled", "true");
      await area(page, "Design");
      await expect(deploy).toHaveAttribute("aria-disabled", "true");
      await setSamples(page, "GET /\nPOST /");
      await expect(page.getByRole("region", { name: "Balance" })).toContainText(/2\s*in.*1\s*dropped/);
      await area(page, "Live");
      await page.context().setOffline(false);
      await page.clock.runFor(5000);
      await expect(band).toHaveCount(0);
      await expect(tap(page).getByText(/^shown \d/)).toBeVisible();
      await expect(state).toContainText("running");
      await expect(deploy).not.toHaveAttribute("aria-disabled", "true");
    });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
