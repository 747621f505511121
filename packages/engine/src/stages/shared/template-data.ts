/** The extracted map as templates see it: every value is text, and what has no text is absent. Nothing is copied. */

import type { DataAccessor, TemplateHost } from "@sluice/languages/gotemplate";
import { goString } from "@sluice/languages/govalue";
import type { Entry } from "../../base/entry.ts";
import type { Env } from "../../pipeline/stage.ts";

/** What a template may ask of the world, from a stage's environment. */
export function templateHost(env: Env): TemplateHost {
  return { now: () => env.clock.now(), random: env.random, sha256: (text) => env.host.sha256(text) };
}

/** Notes that a template could not be executed, which changes nothing. */
export function noteTemplateFailed(error: string, env: Env): void {
  env.note.debug?.({
    code: "template-failed",
    missed: true,
    text: `Unchanged: the template failed: ${error}`,
    evidence: { error },
    message: "failed to execute template on extracted value",
    fields: { err: error },
  });
}

/** One entry's values with two names that are set apart; one object serves all entries of a stage. */
export class EntryTemplateData implements DataAccessor {
  readonly textOnly: boolean;
  entry: Pick<Entry, "extracted"> | undefined;
  /** `.Value`, which hides an extracted value of that name; undefined means that the extracted value shows. */
  value: string | undefined;
  /** `.Entry`, in the same way. */
  line: string | undefined;

  /** `textOnly`: as `stage.replace` gives its data, which is a map of texts by type too. */
  constructor(textOnly = false) {
    this.textOnly = textOnly;
  }

  get(name: string): string | undefined {
    return this.#own(name) ?? goString(this.entry!.extracted.get(name));
  }

  #own(name: string): string | undefined {
    if (name === "Value") return this.value;
    return name === "Entry" ? this.line : undefined;
  }

  *names(): Iterable<string> {
    const { extracted } = this.entry!;
    for (const name of OWN_NAMES) if (this.#own(name) !== undefined || extracted.has(name)) yield name;
    for (const name of extracted.names()) if (!OWN_NAMES.includes(name)) yield name;
  }
}

const OWN_NAMES = ["Value", "Entry"];
