/** Switches the configuration between Sluice's and Alloy's component names. */
import type { Dialect } from "@sluice/engine";
import { CHANGED_MEANWHILE } from "../../core/edit/changed-meanwhile.ts";
import { change } from "../../core/edit/undo.ts";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import type { Renaming } from "../../core/workers/language-protocol.ts";

type Named = Extract<Renaming, { readonly ok: true }>;

const OWNERS: Readonly<Record<Dialect, string>> = { logs: "Sluice", loki: "Alloy" };

/** Renames all components to the names of `dialect`, as one step of the history. */
export async function setDialect(app: App, dialect: Dialect): Promise<void> {
  const { text } = app.stores.document.getState();
  const renamed = await rename(app, text, dialect);
  if (renamed === undefined) return;
  if (app.stores.document.getState().text !== text) {
    notify(app, "info", CHANGED_MEANWHILE);
    return;
  }
  const owner = OWNERS[dialect];
  if (!change(app, `Switched to ${owner}'s names`, { text: renamed.text }))
    notify(app, "info", `The components already have ${owner}'s names.`);
  sayKept(app, renamed);
}

async function rename(app: App, text: string, dialect: Dialect) {
  const renamed = await app.language.toDialect(text, dialect);
  if (renamed?.ok) return renamed;
  notify(app, "error", renamed?.reason ?? "The names could not be changed. Try again.");
  return undefined;
}

function sayKept(app: App, { kept, hints }: Pick<Named, "kept" | "hints">): void {
  if (kept.length === 0) return;
  const verb = kept.length === 1 ? "is a component" : "are components";
  notify(
    app,
    "info",
    `${kept.join(", ")} ${verb} that Alloy does not have: use one of Alloy's instead.${hints.map((hint) => ` ${hint}`).join("")}`,
  );
}
