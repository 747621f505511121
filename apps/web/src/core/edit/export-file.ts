import type { App } from "../page/app.ts";
import { notify } from "../page/notify.ts";
import { counted } from "../text/counted.ts";

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
export function exportFile(app: App): void {
  download(app, app.stores.document.getState().text);
}

/** Offers the configuration as a file with Alloy's names, and says what is not in it; the document keeps its own. */
export async function downloadForAlloy(app: App): Promise<void> {
  const exported = await app.language.exportConfig(app.stores.document.getState().text, "loki");
  if (exported?.ok !== true) {
    notify(app, "error", exported?.reason ?? "The configuration could not be exported. Try again.");
    return;
  }
  download(app, exported.text);
  const [first, ...others] = exported.notes;
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` And ${counted(others.length, "other remark")}.`;
  notify(app, "info", `${first.what}: ${first.why}${more}`, {
    label: "Show",
    run: () => app.stores.view.setState({ dialog: "export" }),
  });
}

/** Offers a text under the document's name. */
export function download(app: App, text: string): void {
  const { name, lineEnd } = app.stores.document.getState();
  app.platform.download(fileName(name), text.replaceAll("\n", lineEnd));
}

/** Puts the configuration on the clipboard. */
export async function copyConfig(app: App): Promise<void> {
  await copyText(app, app.stores.document.getState().text, "the configuration");
}

/** Puts any text on the clipboard and says so. */
export async function copyText(app: App, text: string, what: string): Promise<void> {
  const copied = await app.platform.copy(text);
  if (copied) notify(app, "info", `Copied ${what}.`);
  else notify(app, "error", "The browser did not allow copying.");
}
