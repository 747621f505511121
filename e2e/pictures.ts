/** Makes the pictures of the README anew: `node scripts/pictures.mjs`. */
import { fileURLToPath } from "node:url";
import { expect, journey, test } from "./server.ts";

for (const [colorScheme, name] of [
  ["light", "designer"],
  ["dark", "designer-dark"],
] as const) {
  test(name, async ({ designer }) => {
    await designer.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await designer.getByRole("option").nth(11).click();
    await designer.getByRole("button", { name: "Arguments of stage 1" }).click();
    await expect(journey(designer).locator("[aria-current=step]")).toContainText("regex");
    await expect(designer.getByRole("region", { name: "Inspector" })).toContainText("Entry 12");
    await designer.mouse.move(700, 760);
    await designer.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await designer.screenshot({ path: fileURLToPath(new URL(`../docs/images/${name}.png`, import.meta.url)) });
  });
}
