/** Helpers that use the inspector as a person does. */
import { expect, type Locator, type Page } from "playwright/test";

export const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });

/** Selects the first `text` in the shown line, like a drag over it. */
export const selectInLine = (page: Page, text: string): Promise<void> =>
  selectIn(page, inspector(page).locator("pre").first(), text);

/** The same in any box, once its text is drawn: another entry may only just have been chosen. */
export async function selectIn(page: Page, box: Locator, text: string): Promise<void> {
  let ends: Ends | undefined;
  await expect(async () => {
    ends = await box.evaluate(endsOf, text);
    expect(ends, `the line shows ${text}`).toBeDefined();
  }).toPass({ timeout: 15_000 });
  const [fromX, fromY, toX, toY] = ends!;
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(toX, toY, { steps: 4 });
  await page.mouse.up();
}

/** In pixels of the window: x and y of the first character, x and y of the last one. */
type Ends = readonly [number, number, number, number];

/** Runs in the page. */
function endsOf(line: Element, wanted: string): Ends | undefined {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent!.indexOf(wanted);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
    const rects = [...range.getClientRects()];
    const [first, last] = [rects[0], rects.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const y = (rect: DOMRect) => rect.top + rect.height / 2;
    return [first.left + 1, y(first), last.right - 1, y(last)];
  }
  return undefined;
}
