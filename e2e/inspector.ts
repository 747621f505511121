/** Helpers that use the inspector as a person does. */
import type { Locator, Page } from "playwright/test";

export const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });

/** Selects the first `text` in the shown line, like a drag over it. */
export const selectInLine = (page: Page, text: string): Promise<void> =>
  selectIn(page, inspector(page).locator("pre.log-box").first(), text);

/** The same in any box. */
export async function selectIn(page: Page, box: Locator, text: string): Promise<void> {
  const ends = await box.evaluate((line, wanted) => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const rects = [...range.getClientRects()];
      const [first, last] = [rects[0]!, rects.at(-1)!];
      const y = (rect: DOMRect) => rect.top + rect.height / 2;
      return [first.left + 1, y(first), last.right - 1, y(last)] as const;
    }
    return undefined;
  }, text);
  if (ends === undefined) throw new Error(`the line does not show ${text}`);
  await page.mouse.move(ends[0], ends[1]);
  await page.mouse.down();
  await page.mouse.move(ends[2], ends[3], { steps: 4 });
  await page.mouse.up();
}
