/** Takes a picture for the README, in light and dark. */
import { fileURLToPath } from "node:url";
import { expect, type Page } from "playwright/test";

export const pictureOf = (name: string): string =>
  fileURLToPath(new URL(`../docs/images/${name}.png`, import.meta.url));

/** Takes `NAME.png` and `NAME-dark.png` of the page. */
export async function takeBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.screenshot({ path: pictureOf(colorScheme === "light" ? name : `${name}-dark`) });
  }
}
