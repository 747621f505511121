/** The extracted map as templates see it: every value is text, and what has no text is absent. Nothing is copied. */
import type { Entry } from "../base/entry.ts";
import type { DataAccessor, Template, TemplateHost } from "../lang/gotemplate/index.ts";
import { compilePipelineTemplate } from "../lang/gotemplate/index.ts";
import { goString } from "../lang/govalue/index.ts";
import type { Env } from "../pipeline/stage.ts";

/** `text` compiled; throws when the decoder let a bad template through. */
export function requireTemplate(text: string): Template {
  const compiled = compilePipelineTemplate(text);
  if (!compiled.ok) throw new Error(`undetected bad template: ${compiled.message}`);
  return compiled.template;
}

/** What a template may ask of the world, from a stage's environment. */
export function templateHost(env: Env): TemplateHost {
  return { now: () => env.clock.now(), random: env.random, sha256: (text) => env.host.sha256(text) };
}

/** One entry's values under a few names that are set apart; one object serves all entries of a stage. */
export class EntryTemplateData implements DataAccessor {
  readonly textOnly: boolean;
  entry: Entry | undefined;
  /** Names that hide extracted values of the same name; undefined means that the extracted value shows. */
  readonly own = new Map<string, string | undefined>();

  /** `textOnly`: as `stage.replace` gives its data, which is a map of texts by type too. */
  constructor(textOnly = false) {
    this.textOnly = textOnly;
  }

  get(name: string): string | undefined {
    return this.own.get(name) ?? goString(this.entry!.extracted.get(name));
  }

  *names(): Iterable<string> {
    const { extracted } = this.entry!;
    for (const [name, value] of this.own) if (value !== undefined || extracted.has(name)) yield name;
    for (const name of extracted.names()) if (!this.own.has(name)) yield name;
  }
}
