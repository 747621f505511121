/**
 * From eight logs in formats that people have, some of their lines malformed, to a pipeline that one would deploy: paste, at most
 * one answer, one key. The logs are made up (`logs/README.md`); the figures are those that a person would accept.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright/test";
import { preview } from "./previewed.ts";
import { expect, journey, test, textOf } from "./server.ts";

interface WantedProposal {
  readonly file: string;
  /** What it is taken for. */
  readonly title: RegExp;
  /** Entries at least, of `entries`: lines that belong together are one. */
  readonly parsed: number;
  readonly timed: number;
  readonly leveled: number;
  readonly entries: number;
  readonly streams: number;
}

const LOGS: readonly WantedProposal[] = [
  { file: "postgresql", title: /time/, entries: 92, parsed: 90, timed: 90, leveled: 0, streams: 10 },
  { file: "spring-cri", title: /CRI/, entries: 53, parsed: 52, timed: 52, leveled: 52, streams: 10 },
  { file: "caddy", title: /JSON/, entries: 61, parsed: 59, timed: 59, leveled: 59, streams: 10 },
  { file: "haproxy", title: /time/, entries: 71, parsed: 70, timed: 54, leveled: 0, streams: 10 },
  { file: "journald", title: /JSON|journald/, entries: 65, parsed: 63, timed: 63, leveled: 63, streams: 30 },
  { file: "kubernetes-audit", title: /JSON/, entries: 56, parsed: 55, timed: 55, leveled: 0, streams: 30 },
  { file: "aws-alb", title: /access lines/, entries: 61, parsed: 59, timed: 59, leveled: 0, streams: 10 },
  { file: "structlog", title: /time, level/, entries: 70, parsed: 70, timed: 70, leveled: 70, streams: 10 },
];

const WINDOWS = [
  { width: 1280, height: 800, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
  { width: 1920, height: 1080, colorScheme: "light" },
  { width: 1920, height: 1080, colorScheme: "dark" },
] as const;

const card = (page: Page) => page.getByRole("region", { name: "Proposed pipeline" });
const takes = (page: Page) => card(page).getByRole("button", { name: /^Use th/ });

/** `90 of 92 parsed` */
async function figureOf(figures: Locator, word: string): Promise<{ readonly count: number; readonly of: number }> {
  const [, count, of] = new RegExp(`(\\d+) of (\\d+) ${word}`).exec((await figures.textContent()) ?? "") ?? [];
  return { count: Number(count), of: Number(of) };
}

async function paste(page: Page, log: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), log);
  await expect(page.getByRole("textbox", { name: "Log lines" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+V");
}

for (const { file, title, ...wanted } of LOGS)
  test(`${file} goes from paste to a pipeline in at most two decisions`, async ({ page, server }, info) => {
    const log = readFileSync(fileURLToPath(new URL(`./logs/${file}.log`, import.meta.url)), "utf8");
    await page.goto(server.url);
    await paste(page, log);
    let decisions = 0;
    const perLine = page.getByRole("button", { name: "One entry per line" });
    await expect(perLine.or(card(page))).toBeVisible();
    if (await perLine.isVisible()) {
      decisions++;
      await page.keyboard.press("Enter");
    }
    await expect(card(page)).toContainText("Looks like ");
    await expect(card(page).getByRole("heading")).toHaveText(title);

    const questions = card(page).getByRole("group");
    while ((await questions.count()) > 0) {
      decisions++;
      expect(decisions, "an answer, and then the stages").toBeLessThan(2);
      await questions.getByRole("button").first().click();
      await expect(card(page)).toHaveAttribute("aria-busy", "false");
    }
    const figures = card(page).getByRole("list", { name: "Figures" });
    const parsed = await figureOf(figures, "parsed");
    expect(parsed.of).toBe(wanted.entries);
    expect(parsed.count).toBeGreaterThanOrEqual(wanted.parsed);
    expect(parsed.count / parsed.of).toBeGreaterThanOrEqual(0.95);
    expect((await figureOf(figures, "with their time")).count).toBeGreaterThanOrEqual(wanted.timed);
    const { count: leveled } = await figureOf(figures, "with a level");
    expect(leveled).toBeGreaterThanOrEqual(wanted.leveled);
    expect(Number(/(\d+) streams?/.exec((await figures.textContent()) ?? "")?.[1])).toBeLessThanOrEqual(wanted.streams);

    for (const { width, height, colorScheme } of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await expect(takes(page)).toBeInViewport();
      const pane = card(page).locator("xpath=..");
      expect(await pane.evaluate((box) => box.scrollWidth - box.clientWidth), "nothing is cut off").toBe(0);
      await info.attach(`${file} ${width} ${colorScheme}`, { body: await page.screenshot(), contentType: "image/png" });
    }

    decisions++;
    await page.keyboard.press("o");
    await expect(takes(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(card(page)).toHaveCount(0);
    expect(decisions).toBeLessThanOrEqual(2);
    await expect(journey(page)).toBeVisible();
    // The stages have no warning of their own.
    await expect(page.getByRole("button", { name: /^Problems/ })).toHaveText(/Problems 0/);

    // Another process, with the file alone: the times are those of the lines.
    const { outputs } = await preview(server.url, await textOf(page), log);
    const dates = outputs.map(({ entry }) => entry.timestamp.slice(0, 10));
    expect(dates.filter((date) => date === "2026-01-15").length).toBeGreaterThanOrEqual(wanted.timed);
    expect(dates.filter((date) => date < "2026")).toEqual([]);
    // One undo takes all of it back.
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(takes(page)).toBeVisible();
  });
