/** What is done from the report: the stages are added, or entries are shown. */
import type { PrivateKind } from "@sluice/engine";
import { editText, sayRefused } from "../../core/edit/edit-text.ts";
import type { TriedRedaction } from "../../core/model/sensitive-run.ts";
import type { App } from "../../core/page/app.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { listSamples } from "../../core/select/sample-list.ts";
import { setFilter } from "../../core/select/set-filter.ts";
import { kindWords } from "./sensitive-report.ts";

/** Puts the tried text in place, in one step; refused if the text has changed since. */
export async function addRedaction(
  app: App,
  tried: TriedRedaction & { readonly ok: true },
  kinds: readonly PrivateKind[],
): Promise<void> {
  const edited = await editText(app, {
    label: `Added a redaction for ${kindWords(kinds)}`,
    make: () => ({ ok: true, text: tried.text }),
    onConflict: "refuse",
    of: tried.of,
    done: () => closeDialog(app),
  });
  sayRefused(app, edited);
}

/** Shows only these entries; `what` says which. */
export function showEntries(app: App, ids: readonly number[], what: string): void {
  closeDialog(app);
  listSamples(app);
  setFilter(app, { kind: "entries", ids, what: `entries ${what}` });
}
