/** Hands the document on: opens the dialogs for it, or downloads it for Alloy at once. */
import { download } from "../../core/edit/export-file.ts";
import type { App } from "../../core/page/app.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { counted } from "../../core/text/counted.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** `as`: what is offered first. */
    share: { readonly as: "link" | "bundle" };
    export: object;
  }
}

/** Asks how the open document is shared: a link first, or a bundle. */
export const shareDocument = (app: App, as: "link" | "bundle" = "link"): void => openDialog(app, { kind: "share", as });

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
    run: () => openDialog(app, { kind: "export" }),
  });
}
