/**
 * `stage.match`: entries that a selector matches go through stages of their own, or are dropped. The nested stages are a
 * chain, which is a stage: what they hold, wait for and still have to let go of is theirs, and passes through here.
 */

import type { Nanos } from "@sluice/languages/base";
import { type CompiledSelector, compileSelector, parseSelector } from "@sluice/languages/logql";
import type { Entry } from "../base/entry.ts";
import type { DropReason, Env, Out, Stage } from "../pipeline/stage.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { enumField, selectorField, stringField } from "../schema/field.ts";
import { DropCounter } from "./drop-counter.ts";
import { shown } from "./explain-text.ts";

const DEFAULT_REASON = "match_stage";

const ACTIONS = [
  { value: "keep", doc: "Matching entries go through the nested stages; the others pass by." },
  { value: "drop", doc: "Matching entries are dropped; nested stages are not allowed." },
  { value: "", doc: "The same as `keep`." },
] as const;

export const match = defineStage({
  name: "match",
  summary: "Runs nested stages on entries that a stream selector matches, or drops them.",
  rules: [
    'A selector is label matchers in braces, optionally followed by line filters: `{app="shop"} |= "error"`.',
    "Label regular expressions are anchored and `.` matches a newline in them; those of line filters are neither.",
    "Label filters, parsers and `or` are not supported.",
    "Where the nested stages begin, all labels are copied into the extracted map again.",
  ],
  category: "filter",
  state: "none",
  nests: true,
  fields: {
    selector: selectorField({
      doc: "Stream selector with optional line filters.",
      required: true,
      example: '`{app="shop"} |= "error"`',
    }),
    action: enumField(ACTIONS, { doc: "What happens to entries that match.", default: "keep" }),
    pipeline_name: stringField({
      doc: "Name for the nested stages; it has no effect.",
      default: "",
      example: '"errors"',
    }),
    drop_counter_reason: stringField({
      doc: "Value of the counter's `reason` label where entries are dropped; empty means the default.",
      default: DEFAULT_REASON,
      example: '"noise"',
    }),
  },
  check(args, report, given) {
    if (args.selector === "") report.error("empty-selector", "selector statement required for match stage", "selector");
    else if (args.action === "drop" && given("stage")) {
      report.error("stages-with-drop", "match stage configured to drop entries cannot contains stages", "action");
    } else if (args.action !== "drop" && !given("stage")) {
      report.error("stages-missing", "match stage requires at least one additional stage to be defined in '- stages'");
    }
  },
  examples: [
    {
      title: "Parse the JSON of one service",
      config: `stage.match {
  selector = \`{app="shop"}\`

  stage.json {
    expressions = { level = "" }
  }

  stage.labels {
    values = { level = "" }
  }
}
`,
      input: [
        { line: '{"level":"warn"}', labels: { app: "shop" } },
        { line: '{"level":"warn"}', labels: { app: "db" } },
      ],
      output: [{ labels: { app: "shop", level: "warn" } }, { labels: { app: "db" } }],
    },
    {
      title: "Drop the noise",
      config: `stage.match {
  selector            = \`{app="shop"} |= "GET /healthz"\`
  action              = "drop"
  drop_counter_reason = "noise"
}
`,
      input: [
        { line: "GET /healthz", labels: { app: "shop" } },
        { line: "GET /cart", labels: { app: "shop" } },
      ],
      output: [{ line: "GET /cart", labels: { app: "shop" } }],
    },
  ],
  create: (args, env) =>
    args.action === "drop"
      ? new MatchDropStage(args.selector, args.drop_counter_reason || DEFAULT_REASON, env)
      : new MatchKeepStage(args.selector, env),
});

/** The selector, and what it makes of an entry. */
class EntrySelector {
  readonly #env: Env;
  readonly #text: string;
  readonly #compiled: CompiledSelector;
  /** The entry that is being looked at, so that the look-up of a label needs no closure for each entry. */
  #entry: Entry | undefined;
  readonly #get = (name: string): string | undefined => this.#entry!.labels.get(name);

  constructor(text: string, env: Env) {
    const parsed = parseSelector(text);
    if (!parsed.ok) throw new Error(`undetected bad selector: ${parsed.message}`);
    const compiled = compileSelector(parsed.selector);
    if (!compiled.ok) throw new Error(`undetected bad selector: ${compiled.message}`);
    this.#env = env;
    this.#text = text;
    this.#compiled = compiled.compiled;
  }

  matches(entry: Entry): boolean {
    this.#entry = entry;
    const matched = this.#compiled.matchesLabels(this.#get) && this.#compiled.matchesLine(entry.line);
    if (this.#env.explain !== null && !matched) this.#explainMismatch(entry);
    this.#entry = undefined;
    return matched;
  }

  explainMatch(what: string): void {
    this.#env.explain?.because({
      code: "selector-matched",
      text: `${what}: the selector ${shown(this.#text)} matches`,
      evidence: { selector: this.#text },
    });
  }

  #explainMismatch(entry: Entry): void {
    const matcher = this.#compiled.failingMatcher(this.#get);
    if (matcher !== undefined) {
      const value = entry.labels.get(matcher.name);
      this.#env.explain?.because({
        code: "label-not-matched",
        text: `Passed by: ${value === undefined ? `the label ${shown(matcher.name)} is not set` : `${shown(matcher.name)} = ${shown(value)}`}, and ${shown(`${matcher.name}${matcher.op}${JSON.stringify(matcher.value)}`)} does not hold`,
        evidence: {
          label: matcher.name,
          value: value ?? null,
          matcher: `${matcher.op}${JSON.stringify(matcher.value)}`,
        },
      });
      return;
    }
    const filter = this.#compiled.failingFilter(entry.line);
    if (filter === undefined) return;
    const text = `${filter.op} ${JSON.stringify(filter.value)}`;
    this.#env.explain?.because({
      code: "line-not-matched",
      text: `Passed by: ${shown(text)} does not hold for the line`,
      evidence: { filter: text },
    });
  }
}

class MatchDropStage implements Stage {
  readonly #selector: EntrySelector;
  readonly #counter: DropCounter;
  readonly #why: DropReason;

  constructor(selector: string, reason: string, env: Env) {
    this.#selector = new EntrySelector(selector, env);
    this.#counter = new DropCounter(env, reason);
    this.#why = { reason, code: "selector-matched" };
  }

  process(entry: Entry, out: Out): void {
    if (!this.#selector.matches(entry)) {
      out.emit(entry);
      return;
    }
    this.#selector.explainMatch("Dropped");
    this.#counter.inc();
    out.drop(entry, this.#why);
  }
}

class MatchKeepStage implements Stage {
  readonly #selector: EntrySelector;
  readonly #nested: Stage;

  constructor(selector: string, env: Env) {
    this.#selector = new EntrySelector(selector, env);
    this.#nested = env.pipeline();
  }

  process(entry: Entry, out: Out): void {
    if (!this.#selector.matches(entry)) {
      out.emit(entry);
      return;
    }
    this.#selector.explainMatch("Went through the nested stages");
    entry.extractLabels();
    this.#nested.process(entry, out);
  }

  busy(): boolean {
    return this.#nested.busy?.() ?? false;
  }

  nextWake(): Nanos | undefined {
    return this.#nested.nextWake?.();
  }

  wake(now: Nanos, out: Out): void {
    this.#nested.wake?.(now, out);
  }

  flush(out: Out): void {
    this.#nested.flush?.(out);
  }

  close(): void {
    this.#nested.close?.();
  }
}
