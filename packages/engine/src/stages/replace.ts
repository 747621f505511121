/**
 * `stage.replace`: the text of every capture group of every match is replaced by a template's result. Of nested groups
 * the outer one is replaced, since the inner one then lies before its end; both are run through the template. Named groups
 * extract the new text of what they captured in the first match. A template that fails changes nothing at all.
 */

import { LimitError } from "@sluice/languages/base";
import type { Template, TemplateHost } from "@sluice/languages/gotemplate";
import type { Regex } from "@sluice/languages/re2";
import type { Entry } from "../base/entry.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { arrives, path } from "../pipeline/stage-coverage.ts";
import { extractedValue, namedGroups, sourceRead, templateReads } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { ownStatus } from "../pipeline/status.ts";
import { regexField, stringField, templateField } from "../schema/field.ts";
import { noteNoMatch, shown } from "./shared/explain-text.ts";
import { readSource } from "./shared/source-text.ts";
import { EntryTemplateData, noteTemplateFailed, templateHost } from "./shared/template-data.ts";

export const replace = defineStage({
  name: "replace",
  summary: "Replaces what the capture groups of an expression match.",
  words: [
    "redact",
    "mask",
    "secret",
    "password",
    "token",
    "anonymize",
    "scrub",
    "substitute",
    "sed",
    "gsub",
    "rewrite",
    "delete text",
    "sensitive data",
    "personal data",
    "hide",
  ],
  rules: [
    "Every capture group of every match is replaced, named or not; the rest of a match stays.",
    "`replace` is a template: `.Value` is the captured text and `.name` any extracted value; an empty one removes the text.",
    "Of nested groups only the outer one is replaced.",
    "Named groups extract the new text of the first match.",
    "The result goes back to where the text was read.",
  ],
  category: "transform",
  state: "none",
  fields: {
    expression: regexField({
      doc: "RE2 expression with capture groups.",
      required: true,
      example: '"password=(\\\\S+)"',
    }),
    replace: templateField({
      over: "captures",
      doc: "Template of the text put in place of each capture group.",
      default: "",
      example: '"****"',
    }),
    source: stringField({
      names: "extracted",
      doc: "Extracted value to change; empty means the line.",
      default: "",
      example: '"message"',
    }),
  },
  check(args, report) {
    if (args.expression.text === "") report.error("empty-expression", "expression is required", "expression");
  },
  examples: [
    {
      title: "Hide passwords",
      config: `stage.replace {
  expression = "password=(\\\\S+)"
  replace    = "****"
}
`,
      input: [{ line: "login user=ann password=hunter2 ok" }],
      output: [{ line: "login user=ann password=**** ok" }],
    },
    {
      title: "Pseudonyms instead of names",
      config: `stage.replace {
  expression = "user=(?P<user>\\\\w+)"
  replace    = "{{ .Value | ToUpper | trunc 1 }}."
}
`,
      input: [{ line: "user=ann did it, user=bob saw it" }],
      output: [{ line: "user=A. did it, user=B. saw it", extracted: { user: "A." } }],
    },
  ],
  flow: ({ expression, replace, source }) => {
    const { reads = [], readsAny } = templateReads(replace.compiled, "replace", ["Value"]);
    return {
      reads: [...sourceRead(source), ...reads],
      readsAny,
      sets: [
        ...namedGroups(expression.compiled).map((name) =>
          extractedValue(name, { argument: "expression", optional: true }),
        ),
        ...(source === "" ? [] : [extractedValue(source)]),
      ],
      setsLine: source === "",
      patterns: { expression: "captures" },
    };
  },
  coverage: () => [
    path("replaced", "it replaces nothing", (step) => ownStatus(step) === "changed"),
    path("past", "no entry is without a match", (step) => arrives(step) && ownStatus(step) !== "changed"),
  ],
  create: (args, env): Stage => new ReplaceStage(args, env),
});

/** Named groups that a note names. */
const MAX_NAMED = 3;

/** Groups of a match that are replaced: of nested ones the outer. */
function replacedIn(match: readonly number[]): number {
  let count = 0;
  let end = 0;
  for (let i = 2; i < match.length; i += 2) {
    if (match[i]! < end) continue;
    count++;
    end = match[i + 1]!;
  }
  return count;
}

class ReplaceStage implements Stage {
  readonly #env: Env;
  readonly #regex: Regex;
  /** Groups with a name, by number. */
  readonly #named: readonly (readonly [group: number, name: string])[];
  readonly #source: string | undefined;
  readonly #template: Template;
  readonly #host: TemplateHost;
  readonly #data = new EntryTemplateData(true);

  constructor(args: StageArgs<typeof replace>, env: Env) {
    this.#env = env;
    this.#regex = args.expression.compiled;
    this.#named = this.#regex.groupNames.flatMap((name, group) => (group > 0 && name ? [[group, name] as const] : []));
    this.#source = args.source || undefined;
    this.#template = args.replace.compiled;
    this.#host = templateHost(env);
  }

  process(entry: Entry, out: Out): void {
    const text = readSource(entry, this.#source, this.#env);
    if (text !== undefined) this.#replaceIn(entry, text);
    out.emit(entry);
  }

  #replaceIn(entry: Entry, text: string): void {
    const matches = this.#regex.allIndices(text);
    if (matches.length === 0) {
      // A text with nothing to replace is as it should be.
      noteNoMatch(text, this.#regex, this.#env, false);
      return;
    }
    const renewed = this.#named.length > 0 ? new Map<string, string>() : undefined;
    const result = this.#replaceMatches(entry, text, matches, renewed);
    if (result === undefined) return;
    if (this.#source === undefined) entry.line = result;
    else entry.extracted.set(this.#source, result);
    if (renewed !== undefined) this.#extractNames(entry, text, matches[0]!, renewed);
    if (this.#env.note.trace !== undefined) this.#noteReplaced(entry, result, matches);
  }

  #noteReplaced(entry: Entry, result: string, matches: readonly (readonly number[])[]): void {
    if (this.#regex.groupNames.length < 2) {
      this.#env.note.trace?.({
        code: "no-group",
        missed: true,
        text: "Unchanged: the expression has no group, and only what groups match is replaced",
        evidence: { expression: this.#regex.pattern },
      });
      return;
    }
    const groups = matches.reduce((sum, match) => sum + replacedIn(match), 0);
    const several = matches.length > 1 ? ` in ${matches.length} matches` : "";
    const between = matches.some((match) => replacedIn(match) > 1) ? "; the text between them stays" : "";
    const names = this.#named.flatMap(([, name]) => (entry.extracted.get(name) === undefined ? [] : name));
    const held = names
      .filter((name) => name !== this.#source)
      .slice(0, MAX_NAMED)
      .map((name) => `; ${shown(name)} is now ${shown(entry.extracted.get(name))}`);
    const own = this.#source === undefined ? undefined : entry.extracted.get(this.#source);
    const overwritten =
      own === undefined || own === result
        ? ""
        : `; then the group ${shown(this.#source)} overwrote ${shown(result)} with ${shown(own)}`;
    this.#env.note.trace?.({
      code: "matched",
      text: `Replaced ${groups === 1 ? "a group" : `${groups} groups`}${several}${between}${held.join("")}${overwritten}`,
      evidence: { matches: matches.length, groups },
    });
  }

  /** The text with its groups replaced; `renewed` takes what each captured text became. Undefined when the template failed. */
  #replaceMatches(
    entry: Entry,
    text: string,
    matches: readonly (readonly number[])[],
    renewed: Map<string, string> | undefined,
  ): string | undefined {
    this.#data.entry = entry;
    let result = "";
    let end = 0;
    for (const match of matches) {
      for (let i = 2; i < match.length; i += 2) {
        const start = match[i]!;
        if (start < 0) continue;
        const captured = text.slice(start, match[i + 1]);
        const made = this.#render(captured);
        if (made === undefined) return undefined;
        if (start >= end) {
          result += text.slice(end, start) + made;
          end = match[i + 1]!;
        }
        renewed?.set(captured, made);
      }
    }
    return result + text.slice(end);
  }

  #render(captured: string): string | undefined {
    this.#data.value = captured;
    const rendered = this.#template.execute(this.#data, this.#host);
    if (rendered.ok) return rendered.text;
    if (rendered.limit !== undefined) throw new LimitError(rendered.limit, rendered.message);
    noteTemplateFailed(rendered.message, this.#env);
    return undefined;
  }

  /** A group that took no part counts as the empty text here, which another group may have captured. */
  #extractNames(entry: Entry, text: string, first: readonly number[], renewed: ReadonlyMap<string, string>): void {
    for (const [group, name] of this.#named) {
      const start = first[group * 2]!;
      const value = renewed.get(start < 0 ? "" : text.slice(start, first[group * 2 + 1]));
      if (value !== undefined) entry.extracted.set(name, value);
    }
  }
}
