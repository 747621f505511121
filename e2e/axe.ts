/** What axe says of a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { expect, type Page } from "playwright/test";
import { WINDOW } from "./window.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string | null | undefined;
  readonly where: readonly string[];
}

/** What is checked beyond axe's own choice: targets of 24 px, and names that say what is written. */
const MORE = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };
/**
 * Left out are the editor, whose parts are not ours, and what a menu puts around itself to send the focus back: it is
 * hidden, and the focus never stays there. `only`: these rules alone; `more`: what is changed in axe's choice of them.
 */
async function violations(page: Page, only: readonly string[] | undefined, more = {}): Promise<readonly Violation[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([rules, values]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const result = await checker.run(
        { exclude: [".monaco-editor", "[data-base-ui-focus-guard]"] },
        {
          resultTypes: ["violations"],
          ...(values === null ? { rules } : { runOnly: { type: "rule", values: [...values] } }),
        },
      );
      return result.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
      }));
    },
    [more, only ?? null] as const,
  );
}

const describe = (found: readonly Violation[]): string[] => found.map(({ id, where }) => `${id}: ${where.join("; ")}`);

/** What axe calls serious or critical, by all of its rules or by some. */
export async function serious(page: Page, rules?: readonly string[]): Promise<string[]> {
  return describe(
    (await violations(page, rules)).filter(({ impact }) => impact === "serious" || impact === "critical"),
  );
}

/** Everything that axe finds, the least too; by `only` these rules alone. */
export const anything = async (page: Page, only?: readonly string[]): Promise<string[]> =>
  describe(await violations(page, only, MORE));

/** The rules that look at colors. */
export const OF_COLORS = ["color-contrast", "link-in-text-block"];

/**
 * Looks at a state in light and in dark, which differ in colors alone, and at windows of some widths, in pixels: nothing
 * may be wider than they are.
 */
export async function lookAt(page: Page, state: string, widths: readonly number[] = []): Promise<void> {
  for (const [colorScheme, rules] of [["light"], ["dark", OF_COLORS]] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    expect.soft(await serious(page, rules), `${state}, ${colorScheme}`).toEqual([]);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `${state}, ${width} px`).toBe(0);
  }
  if (widths.length > 0) await page.setViewportSize(WINDOW);
}

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
