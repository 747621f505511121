/** Runs axe on a page. */
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

/** Rules beyond axe's defaults: targets of 24 px, and names that contain the visible text. */
const MORE = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };

/** Restricts axe to these rules, and to the elements of these selectors. */
export interface Part {
  readonly rules?: readonly string[] | undefined;
  /** Default: what is open above the page, or else the whole page. */
  readonly within?: string | undefined;
}

/** Elements above a page that are a separate state and take all keys and presses. */
const ABOVE = '[role="dialog"], [role="menu"]';

/**
 * Excludes the editor, whose parts are not ours, and the hidden elements that a menu uses to return the focus, which
 * never keep it. `more`: changes to axe's choice of rules.
 */
async function violations(page: Page, { rules, within }: Part, more = {}): Promise<readonly Violation[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([changed, values, wanted, above]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const include = wanted ?? (document.querySelector(above) === null ? "html" : above);
      const result = await checker.run(
        { include: [include], exclude: [".monaco-editor", "[data-base-ui-focus-guard]"] },
        {
          resultTypes: ["violations"],
          ...(values === null ? { rules: changed } : { runOnly: { type: "rule", values: [...values] } }),
        },
      );
      return result.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
      }));
    },
    [more, rules ?? null, within ?? null, ABOVE] as const,
  );
}

const describe = (found: readonly Violation[]): string[] => found.map(({ id, where }) => `${id}: ${where.join("; ")}`);

/** Violations that axe calls serious or critical. */
export async function serious(page: Page, part: Part = {}): Promise<string[]> {
  return describe((await violations(page, part)).filter(({ impact }) => impact === "serious" || impact === "critical"));
}

/** All violations, even minor ones. */
export const anything = async (page: Page, part: Part = {}): Promise<string[]> =>
  describe(await violations(page, part, MORE));

/** The rules about colors. */
export const OF_COLORS = ["color-contrast", "link-in-text-block"];

/** Checks a state in light and dark, which differ only in colors, starting with the current theme. */
export async function inBothThemes(
  page: Page,
  state: string,
  find: (page: Page, part: Part) => Promise<string[]>,
  within?: string,
): Promise<void> {
  const root = page.locator("html");
  const themes = (await root.getAttribute("data-theme")) === "dark" ? (["dark", "light"] as const) : THEMES;
  for (const [i, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(root).toHaveAttribute("data-theme", colorScheme);
    const found = await find(page, { within, rules: i === 0 ? undefined : OF_COLORS });
    expect.soft(found, `${state}, ${colorScheme}`).toEqual([]);
  }
}

const THEMES = ["light", "dark"] as const;

/** Checks a state in both themes, and at window widths in pixels, at which nothing may overflow. */
export async function lookAt(
  page: Page,
  state: string,
  widths: readonly number[] = [],
  within?: string,
): Promise<void> {
  await inBothThemes(page, state, serious, within);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `${state}, ${width} px`).toBe(0);
  }
  if (widths.length > 0) await page.setViewportSize(WINDOW);
}

/** The pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
