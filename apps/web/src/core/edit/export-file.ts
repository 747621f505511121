import type { NoticePart, PagePart, StoresPart } from "../page/app.ts";
import { notify } from "../page/notify.ts";
import { endSentence } from "../text/sentence.ts";

/** A file name made of the pipeline's name. */
export const fileName = (name: string): string => `${fileBase(name)}.alloy`;

/** The same without its ending. */
export function fileBase(name: string): string {
  const base = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return base || "pipeline";
}

/** Offers the configuration as a file, whose lines end as they did in the one that was imported. */
export function exportFile(app: StoresPart & Pick<PagePart, "platform">): void {
  download(app, app.stores.document.getState().text);
}

/** Offers a text under the document's name. */
export function download(app: StoresPart & Pick<PagePart, "platform">, text: string): void {
  const { name, lineEnd } = app.stores.document.getState();
  app.platform.download(fileName(name), text.replaceAll("\n", lineEnd));
}

/** Puts the configuration on the clipboard. */
export async function copyConfig(app: NoticePart & Pick<PagePart, "platform">): Promise<void> {
  await copyText(app, app.stores.document.getState().text, "the configuration");
}

/** Puts any text on the clipboard and says so. */
export async function copyText(
  app: NoticePart & Pick<PagePart, "platform">,
  text: string,
  what: string,
): Promise<void> {
  const copied = await app.platform.copy(text);
  if (copied) notify(app, "info", endSentence(`Copied ${what}`));
  else notify(app, "error", "The browser did not allow copying.");
}
