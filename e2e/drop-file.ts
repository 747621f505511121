import type { Page } from "playwright/test";

/** Drops a file on the page. */
export const dropFile = (page: Page, name: string, bytes: Buffer): Promise<void> =>
  page.locator("body").evaluate(
    (body, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(file.bytes)], file.name));
      body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, bytes: [...bytes] },
  );
