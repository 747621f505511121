/** What axe says of a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe calls serious or critical. Left out are the editor, whose parts are not ours, and what a menu puts around itself
 * to send the focus back: it is hidden, and the focus never stays there.
 */
export async function serious(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const result = await checker.run(
      { exclude: [".monaco-editor", "[data-base-ui-focus-guard]"] },
      { resultTypes: ["violations"] },
    );
    return result.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
    }));
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, where }) => `${id}: ${where.join("; ")}`);
}
