/** Switches the configuration between Sluice's and Alloy's component names. */
import type { Dialect } from "@sluice/engine";
import { editText, sayRefused } from "../../core/edit/edit-text.ts";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import type { Renaming } from "../../core/workers/language-protocol.ts";

type Named = Extract<Renaming, { readonly ok: true }>;

const OWNERS: Readonly<Record<Dialect, string>> = { logs: "Sluice", loki: "Alloy" };

/** Renames all components to the names of `dialect`, as one step of the history. */
export async function setDialect(app: App, dialect: Dialect): Promise<void> {
  const owner = OWNERS[dialect];
  const edited = await editText<Named>(app, {
    label: `Switched to ${owner}'s names`,
    onConflict: "again",
    async make(text) {
      const renamed = await app.language.toDialect(text, dialect);
      return renamed === undefined || renamed.ok ? renamed : { ok: false, messages: [renamed.reason] };
    },
    done(renamed, step) {
      if (step === undefined) notify(app, "info", `The components already have ${owner}'s names.`);
      sayKept(app, renamed);
    },
  });
  sayRefused(app, edited);
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
