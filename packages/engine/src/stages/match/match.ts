/**
 * `stage.match`: entries that a selector matches go through stages of their own, or are dropped. The nested stages are a
 * chain, which is a stage: what they hold, wait for and still have to send is theirs, and passes through here. While they
 * wait, what is not theirs passes by, as long as not too much of theirs waits in front of them.
 */

import type { Nanos } from "@sluice/languages/base";
import { goString } from "@sluice/languages/govalue";
import type { CompiledSelector, LabelMatcher, LineFilter } from "@sluice/languages/logql";
import { compileRegex, type Regex } from "@sluice/languages/re2";
import type { Entry } from "../../base/entry.ts";
import type { DropReason, Ending, Env, NestedStages, Out, Reason, Stage } from "../../pipeline/stage.ts";
import { arrives, DROPPED, path } from "../../pipeline/stage-coverage.ts";
import { label } from "../../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../../pipeline/stage-spec.ts";
import type { Step } from "../../pipeline/trace.ts";
import { enumField, selectorField, stringField } from "../../schema/field.ts";
import { DropCounter } from "../shared/drop-counter.ts";
import { elsewhere, shown } from "../shared/explain-text.ts";

const DEFAULT_REASON = "match_stage";

const ACTIONS = [
  { value: "keep", doc: "Matching entries go through the nested stages; the others pass by." },
  { value: "drop", doc: "Matching entries are dropped; nested stages are not allowed." },
  { value: "", doc: "The same as `keep`." },
] as const;

export const match = defineStage({
  name: "match",
  summary: "Runs nested stages on entries that a stream selector matches, or drops them.",
  words: ["filter", "condition", "if", "branch", "route", "selector", "when", "logql", "keep errors"],
  rules: [
    'A selector is label matchers in braces, optionally followed by line filters: `{app="shop"} |= "error"`.',
    "Label regular expressions are anchored and `.` matches a newline in them; those of line filters are neither.",
    "Label filters, parsers and `or` are not supported.",
    "Where the nested stages begin, all labels are copied into the extracted map again.",
    "While a nested `limit` waits for a token, entries that do not match pass by. Once two more matching entries wait than there are nested stages before it, everything waits, as in Alloy.",
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
      holds: "name",
      doc: "Name for the nested stages; it has no effect.",
      default: "",
      example: '"errors"',
    }),
    drop_counter_reason: stringField({
      holds: "text",
      doc: "Value of the counter's `reason` label where entries are dropped; empty means the default.",
      default: DEFAULT_REASON,
      example: '"noise"',
    }),
  },
  check(args, report, given) {
    if (args.selector.text === "")
      report.error("empty-selector", "selector statement required for match stage", "selector");
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
  flow: ({ selector, action }) => ({
    reads: selector.compiled.selector.matchers.map(({ name }) =>
      label(name, { argument: "selector", optional: !selector.compiled.neededLabels.includes(name) }),
    ),
    dropsAll: action === "drop" && selector.compiled.matchesAll,
    nestsAll: selector.compiled.matchesAll,
  }),
  coverage: ({ action }) => [action === "drop" ? DROPPED : ENTERED, PAST],
  create: (args, env): Stage =>
    args.action === "drop" ? new MatchDropStage(args, env) : new MatchKeepStage(args, env),
});

/** Code of the reason that the selector selects an entry. */
const SELECTED = "selector-matched";
const isSelected = ({ reasons }: Step): boolean => reasons.some(({ code }) => code === SELECTED);
const PAST = path("past", "no entry goes past it", (step) => arrives(step) && !isSelected(step));
const ENTERED = path("entered", "no entry goes into it", (step) => arrives(step) && isSelected(step));

type MatchArgs = StageArgs<typeof match>;

/** The selector, and its decision on an entry. */
class EntrySelector {
  readonly #env: Env;
  readonly #text: string;
  readonly #compiled: CompiledSelector;
  /** The current entry, so that the look-up of a label needs no closure for each entry. */
  #entry: Entry | undefined;
  readonly #get = (name: string): string | undefined => this.#entry!.labels.get(name);

  constructor({ selector }: MatchArgs, env: Env) {
    this.#env = env;
    this.#text = selector.text;
    this.#compiled = selector.compiled;
  }

  matches(entry: Entry): boolean {
    this.#entry = entry;
    const matched = this.#compiled.matchesLabels(this.#get) && this.#compiled.matchesLine(entry.line);
    if (!matched && this.#env.note.trace !== undefined) this.#noteMismatch(entry);
    this.#entry = undefined;
    return matched;
  }

  noteMatch(what: string): void {
    this.#env.note.trace?.({
      code: SELECTED,
      text: `${what}: the selector ${shown(this.#text)} matches`,
      evidence: { selector: this.#text },
    });
  }

  #noteMismatch(entry: Entry): void {
    const why = whyNotSelected(this.#compiled, entry);
    if (why !== undefined) this.#env.note.trace?.(why);
  }
}

/** Why a selector does not match; undefined where it does. */
export function whyNotSelected(
  compiled: CompiledSelector,
  entry: Pick<Entry, "labels" | "line" | "metadata" | "extracted">,
): Reason | undefined {
  const { labels, line } = entry;
  const matcher = compiled.failingMatcher((name) => labels.get(name));
  if (matcher !== undefined) {
    const value = labels.get(matcher.name);
    const wanted = shown(`${matcher.name}${matcher.op}${JSON.stringify(matcher.value)}`);
    return {
      code: "label-not-matched",
      text: `Not selected: ${value === undefined ? `the label ${shown(matcher.name)} is not set, and the selector asks for ${wanted}${elsewhere(matcher.name, entry, "label")}` : `${shown(matcher.name)} = ${shown(value)} does not satisfy ${wanted}${matchesPart(matcher, value)}`}`,
      evidence: {
        label: matcher.name,
        value: value ?? null,
        matcher: `${matcher.op}${JSON.stringify(matcher.value)}`,
      },
    };
  }
  const filter = compiled.failingFilter(line);
  if (filter === undefined) return undefined;
  const text = `${filter.op} ${JSON.stringify(filter.value)}`;
  return {
    code: "line-not-matched",
    text: `Not selected: the line does not satisfy ${shown(text)}${inOtherCase(filter, line)}`,
    evidence: { filter: text },
  };
}

/** The patterns of matchers, without anchors. */
const unanchored = new WeakMap<LabelMatcher, Regex | undefined>();

/** For a pattern that matches a part of the value. */
function matchesPart(matcher: LabelMatcher, value: string): string {
  if (matcher.op !== "=~") return "";
  if (!unanchored.has(matcher)) {
    const compiled = compileRegex(matcher.value);
    unanchored.set(matcher, compiled.ok ? compiled.regex : undefined);
  }
  return unanchored.get(matcher)?.test(value) === true ? ", which has to match the whole value" : "";
}

function inOtherCase({ op, value }: LineFilter, line: string): string {
  return op === "|=" && line.toLowerCase().includes(value.toLowerCase()) ? ": it has the text in another case" : "";
}

class MatchDropStage implements Stage {
  readonly #selector: EntrySelector;
  readonly #counter: DropCounter;
  readonly #why: DropReason;

  constructor(args: MatchArgs, env: Env) {
    const reason = args.drop_counter_reason || DEFAULT_REASON;
    this.#selector = new EntrySelector(args, env);
    this.#counter = new DropCounter(env, reason);
    this.#why = { reason, code: SELECTED };
  }

  process(entry: Entry, out: Out): void {
    if (!this.#selector.matches(entry)) {
      out.emit(entry);
      return;
    }
    this.#selector.noteMatch("Dropped");
    this.#counter.inc();
    out.drop(entry, this.#why);
  }
}

class MatchKeepStage implements Stage {
  readonly #env: Env;
  readonly #selector: EntrySelector;
  readonly #nested: NestedStages;

  constructor(args: MatchArgs, env: Env) {
    this.#env = env;
    this.#selector = new EntrySelector(args, env);
    this.#nested = env.pipeline();
  }

  process(entry: Entry, out: Out): void {
    if (!this.#selector.matches(entry)) {
      out.emit(entry);
      return;
    }
    this.#selector.noteMatch("Selected for the nested stages");
    if (this.#env.note.trace !== undefined) this.#noteOverwritten(entry);
    entry.extractLabels();
    this.#nested.process(entry, out);
  }

  /** Copying the labels puts them over what was extracted under their names. */
  #noteOverwritten({ labels, extracted }: Entry): void {
    for (const [name, label] of labels) {
      const value = extracted.get(name);
      if (value === undefined || goString(value) === label) continue;
      this.#env.note.trace?.({
        code: "value-overwritten",
        text: `Extracted value ${shown(name)}: ${shown(value)} → ${shown(label)}, since the labels are copied into the extracted map`,
        evidence: { name, value, label },
        doubt: {
          code: "value-overwritten",
          clause: `where nested stages begin, the label ${shown(name)} overwrites the extracted value of its name`,
          key: name,
        },
      });
    }
  }

  busy(): boolean {
    return this.#nested.crowded();
  }

  nextWake(): Nanos | undefined {
    return this.#nested.nextWake?.();
  }

  wake(now: Nanos, out: Out): void {
    this.#nested.wake?.(now, out);
  }

  flush(out: Out, ends: Ending): void {
    this.#nested.flush?.(out, ends);
  }

  close(): void {
    this.#nested.close?.();
  }
}
