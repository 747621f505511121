/** Opens the report of sensitive data, from the samples pane and the palette. */
import type { Command } from "../../core/page/command.ts";
import { openDialog } from "../../core/page/dialogs.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    sensitive: object;
  }
}

export const SENSITIVE_COMMANDS = [
  {
    id: "sensitive",
    title: "Sensitive data: find and redact…",
    words: "secret password token key card mail mask hide redact leak privacy pii",
    when: (app) => app.stores.document.getState().samples.length > 0,
    run: (app) => openDialog(app, { kind: "sensitive" }),
  },
] as const satisfies readonly Command[];
