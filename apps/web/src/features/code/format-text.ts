import { editText, sayRefused } from "../../core/edit/edit-text.ts";
import type { App } from "../../core/page/app.ts";
import type { Formatted } from "../../core/workers/language-protocol.ts";

const REFUSED: Readonly<Record<Exclude<Formatted["kind"], "formatted">, string>> = {
  "not parsed": "The configuration does not parse, so it was not formatted.",
  "changes meaning": "Formatting would change what the configuration means, so it was not formatted.",
};

/** Formats the configuration. Leaves a text that does not parse, or whose meaning would change, unchanged. */
export async function formatText(app: App): Promise<void> {
  const edited = await editText(app, {
    label: "Formatted the configuration",
    silent: true,
    onConflict: "again",
    async make(text) {
      const formatted = await app.language.format(text);
      if (formatted === undefined) return undefined;
      if (formatted.kind === "formatted") return { ok: true, text: formatted.text };
      return { ok: false, messages: [REFUSED[formatted.kind]] };
    },
  });
  sayRefused(app, edited);
}
