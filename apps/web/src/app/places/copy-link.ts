/** Links to what the page shows. They open in this browser alone, which keeps the documents. */
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { writePlace } from "../../core/page/place.ts";
import { shareDocument } from "../../features/share/hand-on.ts";

/** Copies a link to the selected entry. */
export async function copyEntryLink(app: App): Promise<void> {
  const { stores, platform } = app;
  const { sampleId } = stores.selection.getState();
  if (sampleId === null) return;
  const { currentId, kept } = stores.documents.getState();
  const link = `${platform.address.page()}#${writePlace({ at: "design", document: currentId, item: `${sampleId}` })}`;
  if (!(await platform.copy(link)))
    return notify(app, "error", `The browser does not allow copying. The link: ${link}`, undefined, "link");
  const text = kept
    ? "Copied the link to this entry. It opens in this browser; for others, share the pipeline."
    : "Copied the link to this entry. It works until you leave this page, as this browser keeps no pipelines.";
  notify(app, "info", text, { label: "Share…", run: () => shareDocument(app) }, "link");
}
