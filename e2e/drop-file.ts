import type { Locator, Page } from "playwright/test";

/** Drops files as a user does. Rejects if the browser would leave the page for them. */
export const dropFiles = (target: Locator, files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<void> =>
  target.evaluate(
    (element, given) => {
      const dataTransfer = new DataTransfer();
      for (const [name, base64] of given)
        dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      element.dispatchEvent(event);
      if (!event.defaultPrevented) throw new Error("the browser would open the file");
    },
    files.map(([name, bytes]) => [name, bytes.toString("base64")] as const),
  );

/** Drops a file on the page. */
export const dropFile = (page: Page, name: string, bytes: Buffer): Promise<void> =>
  dropFiles(page.locator("body"), [[name, bytes]]);
