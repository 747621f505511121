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

/** Of what axe looks at: these rules alone, and what these selectors find alone. */
export interface Part {
  readonly rules?: readonly string[] | undefined;
  /** Left out: what is open above the page, if anything is, and else the whole page. */
  readonly within?: string | undefined;
}

/** What lies above a page that is a state of its own, and takes all keys and presses meanwhile. */
const ABOVE = '[role="dialog"], [role="menu"]';

/**
 * Left out are the editor, whose parts are not ours, and what a menu puts around itself to send the focus back: it is
 * hidden, and the focus never stays there. `more`: what is changed in axe's choice of rules.
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

/** What axe calls serious or critical. */
export async function serious(page: Page, part: Part = {}): Promise<string[]> {
  return describe((await violations(page, part)).filter(({ impact }) => impact === "serious" || impact === "critical"));
}

/** Everything that axe finds, the least too. */
export const anything = async (page: Page, part: Part = {}): Promise<string[]> =>
  describe(await violations(page, part, MORE));

/** The rules that look at colors. */
export const OF_COLORS = ["color-contrast", "link-in-text-block"];

/** Looks at a state in light and in dark, which differ in colors alone, beginning with the one that is on. */
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

/** Looks at a state in both themes, and at windows of some widths, in pixels: nothing may be wider than they are. */
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

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
