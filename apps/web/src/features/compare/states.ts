/** Snapshots of the open document, and comparing it with others. */

import { change } from "../../core/edit/undo.ts";
import type { CompareSource } from "../../core/model/compare-source.ts";
import { contentOf } from "../../core/model/document.ts";
import type { App } from "../../core/page/app.ts";
import { goTo, showPanes } from "../../core/page/areas.ts";
import type { Command } from "../../core/page/command.ts";
import { closeDialog, openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import type { KeptState } from "../../core/storage/kept-states.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** Earlier states of the document. */
    states: object;
  }
}

/** Saves a snapshot of the document. False: the browser's storage is full or blocked. */
export async function keepState(app: App, label: string): Promise<boolean> {
  const id = app.stores.documents.getState().currentId;
  return app.states.keep(id, app.stores.document.getState(), { label, named: true });
}

/** Restores a snapshot in one step that undo reverts; the document keeps its name. */
export async function restoreState(app: App, state: KeptState): Promise<void> {
  const now = contentOf(app.stores.document.getState());
  const id = app.stores.documents.getState().currentId;
  await app.states.keep(id, now, { label: `Before: Restored ${state.label}`, named: false });
  const { name, ...content } = state.content;
  change(app, `Restored “${state.label}”`, content);
}

/** Opens the comparison of the document with `a`; null: to be chosen. */
export function openCompare(app: App, a: CompareSource | null = null): void {
  const isServed = app.stores.server.getState().status === "present";
  closeDialog(app);
  goTo(app, "design");
  app.stores.comparison.setState({ a: a ?? (isServed ? { kind: "running" } : null) });
  app.stores.view.setState({ shows: "comparison" });
}

const isComparing = ({ stores }: App): boolean => stores.view.getState().shows === "comparison";

export const closeCompare: (app: App) => void = showPanes;

/** Compares with a configuration in a file. */
export async function chooseCompared(app: App): Promise<CompareSource | undefined> {
  const file = await app.platform.chooseFile(".alloy,.river,.txt,.conf");
  if (file === undefined) return undefined;
  if (file.size > MAX_FILE) {
    notify(app, "error", `“${file.name}” is larger than 4 MB, too large for a configuration.`, undefined, "compare");
    return undefined;
  }
  return { kind: "file", name: file.name, text: await file.text() };
}

const MAX_FILE = 4 * 1024 * 1024;

export const STATE_COMMANDS = [
  {
    id: "compare",
    title: (app) => (isComparing(app) ? "Close the comparison" : "Compare with…"),
    words: "diff difference other configuration server file state",
    run: (app) => (isComparing(app) ? closeCompare(app) : openCompare(app)),
  },
  {
    id: "document.states",
    title: "History of this pipeline…",
    words: "earlier states versions restore keep label snapshot",
    run: (app) => openDialog(app, { kind: "states" }),
  },
] as const satisfies readonly Command[];
