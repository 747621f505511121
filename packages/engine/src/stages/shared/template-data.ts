/** The extracted map as templates see it: every value is text, and what has no text is absent. Nothing is copied. */

import type { DataAccessor, Template, TemplateHost } from "@sluice/languages/gotemplate";
import { goString } from "@sluice/languages/govalue";
import type { Entry } from "../../base/entry.ts";
import type { Doubt, Env } from "../../pipeline/stage.ts";
import { shown } from "./explain-text.ts";

/** What a template may ask of the world, from a stage's environment. */
export function templateHost(env: Env): TemplateHost {
  return { now: () => env.clock.now(), random: env.random, sha256: (text) => env.host.sha256(text) };
}

const NO_VALUE = "<no value>";

/** Notes that a template's result says that something is not there; `what` is where the result goes. */
export function noteNoValue(
  result: string,
  what: string,
  argument: string,
  { fields }: Template,
  text: string,
  data: EntryTemplateData,
  env: Env,
): void {
  if (!result.includes(NO_VALUE)) return;
  const missing = fields.filter((name) => data.get(name) === undefined);
  if (missing.length === 0 || data.holds(NO_VALUE)) return;
  const clause = `${what} holds ${shown(NO_VALUE)}, since ${listed(missing)} not set`;
  const [first] = missing;
  env.note.trace?.({
    code: "no-value-in-result",
    text: `${clause}: ${shown(`{{ if .${first} }}{{ .${first} }}{{ end }}`)} leaves it out`,
    evidence: { missing },
    doubt: { code: "no-value-in-result", clause, argument, fix: askedFor(missing, text) },
  });
}

/** The template with a question around each of `names` that it prints. */
function askedFor(names: readonly string[], template: string): Doubt["fix"] {
  let text = template;
  for (const name of names)
    if (/^[A-Za-z_]\w*$/.test(name))
      text = text.replaceAll(new RegExp(`\\{\\{ *\\.${name} *\\}\\}`, "g"), `{{ if .${name} }}$&{{ end }}`);
  return text === template ? undefined : { title: "Leave out what is not there", replace: text };
}

const listed = (names: readonly string[]): string =>
  names.length === 1 ? `${shown(names[0])} is` : `${names.slice(0, 3).map(shown).join(", ")} are`;

/** A clause: what a failed template reads that is not there. */
function unread({ fields }: Template, data: EntryTemplateData): string {
  const missing = fields.filter((name) => data.get(name) === undefined);
  return missing.length === 0
    ? ""
    : `; ${missing
        .slice(0, 3)
        .map((name) => shown(`.${name}`))
        .join(", ")} ${missing.length === 1 ? "is" : "are"} not set`;
}

/** Notes that a template could not be executed, which changes nothing. */
export function noteTemplateFailed(error: string, env: Env, template?: Template, data?: EntryTemplateData): void {
  const why = template === undefined || data === undefined ? "" : unread(template, data);
  env.note.debug?.({
    code: "template-failed",
    missed: true,
    text: `Unchanged: the template failed: ${error}${why}`,
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

  /** Whether a value that a template sees has the text in it. */
  holds(text: string): boolean {
    for (const name of this.names()) if (this.get(name)?.includes(text)) return true;
    return false;
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
