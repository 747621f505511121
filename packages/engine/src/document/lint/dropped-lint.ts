/** A lint about entries that a stage counts or selects, and that a stage before it drops. */
import type { LabelMatcher, LineFilter } from "@sluice/languages/logql";
import type { Span } from "../../base/span.ts";
import { argsBy } from "../../schema/args-by.ts";
import { drop } from "../../stages/drop.ts";
import { labels } from "../../stages/labels.ts";
import { match } from "../../stages/match/match.ts";
import { metrics, metricsIn } from "../../stages/metrics/metrics.ts";
import { quoteString } from "../../syntax/index.ts";
import type { Finding, Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { swap } from "./order-lints.ts";
import { argumentSpan, isOnTheWayOf, type LintedPipeline, type LintedStage, named } from "./view.ts";

export const droppedBefore: Lint = {
  code: "dropped-before",
  severity: "warning",
  *find(pipeline, names) {
    for (const dropper of pipeline.stages) {
      const dropped = dropper.flow.dropsAll ? undefined : droppedBy(dropper);
      if (dropped === undefined) continue;
      for (const later of pipeline.stages) {
        if (later.order <= dropper.order || !isOnTheWayOf(dropper, later)) continue;
        const asked = new Between(names, pipeline, dropper, later);
        if (isSelected(later, dropped, asked))
          yield finding(pipeline, dropper, later, later.block.nameSpan, `${later.block.name} selects`);
        for (const span of countedIn(later, dropped, asked))
          yield finding(pipeline, dropper, later, span, "this metric counts");
      }
    }
  },
};

function finding(
  pipeline: LintedPipeline,
  dropper: LintedStage,
  later: LintedStage,
  span: Span,
  what: string,
): Finding {
  return {
    message: `${named(pipeline, dropper)} drops every entry that ${what}`,
    span,
    related: [{ message: "dropped here", span: dropper.block.nameSpan }],
    fix: swap(pipeline, dropper, later),
  };
}

/** Longer texts are not compared with expressions. */
const MAX_TEXT = 1000;

type Test = (text: string) => boolean;

/** Entries for which all of it holds. */
interface Dropped {
  /** An extracted value. */
  readonly value?: { readonly name: string; readonly test: Test };
  /** An expression that a part of the line matches. */
  readonly line?: { readonly text: string; readonly test: Test };
  readonly matchers?: readonly LabelMatcher[];
  readonly filters?: readonly LineFilter[];
}

function droppedBy({ node }: LintedStage): Dropped | undefined {
  const given = argsBy(drop, node);
  if (given !== undefined) {
    if (given.older_than !== undefined || given.longer_than !== undefined || given.source.includes(","))
      return undefined;
    const regex = given.expression.ifGiven;
    const test: Test | undefined =
      given.value !== ""
        ? (text) => text === given.value
        : regex && ((text) => text.length <= MAX_TEXT && regex.test(text));
    if (test === undefined) return undefined;
    return given.source === ""
      ? { line: { text: given.expression.text, test } }
      : { value: { name: given.source, test } };
  }
  const matched = argsBy(match, node);
  return matched?.action === "drop" ? matched.selector.compiled.selector : undefined;
}

/** What happens between the stage that drops and a later one. */
class Between {
  readonly #names: PipelineNames;
  readonly #pipeline: LintedPipeline;
  readonly #from: number;
  readonly #to: number;

  constructor(
    names: PipelineNames,
    pipeline: LintedPipeline,
    { order: from }: LintedStage,
    { order: to }: LintedStage,
  ) {
    this.#names = names;
    this.#pipeline = pipeline;
    this.#from = from;
    this.#to = to;
  }

  #holds(stages: Iterable<LintedStage>): boolean {
    for (const { order } of stages) if (this.#from < order && order < this.#to) return true;
    return false;
  }

  keepsLine(): boolean {
    return !this.#holds(
      this.#pipeline.stages.filter(({ flow }) => flow.setsLine || flow.joinsLines || flow.unwrapsLines),
    );
  }

  keepsLabel(name: string): boolean {
    const setters = this.#names.setters("label", name).map(({ stage }) => stage);
    return !this.#holds([
      ...setters,
      ...this.#names.removers("label", name),
      ...this.#names.blinding.filter(({ flow }) => flow.setsAny?.includes("label")),
    ]);
  }

  /** Nested stages begin with labels in the extracted map. */
  keepsValue(name: string): boolean {
    const setters = this.#names.setters("extracted", name).map(({ stage }) => stage);
    return !this.#holds([
      ...setters,
      ...this.#names.branches,
      ...this.#names.blinding.filter(({ flow }) => flow.setsAny?.includes("extracted")),
    ]);
  }

  /** Whether the label and the extracted value of a name are one text: a stage makes the one of the other, before both stages. */
  isLabelOfValue(name: string): boolean {
    const setters = this.#names.setters("label", name);
    const values = this.#names.setters("extracted", name);
    return (
      this.keepsLabel(name) &&
      this.keepsValue(name) &&
      setters.length > 0 &&
      setters.every(
        ({ stage, use }) =>
          isOnTheWayOf(stage, this.#pipeline.stages[this.#from]!) &&
          stage.order < this.#from &&
          argsBy(labels, stage.node) !== undefined &&
          stage.flow.reads?.some(
            ({ kind, key, name: read }) => kind === "extracted" && key === use.key && read === name,
          ) &&
          values.every((value) => value.stage.order < stage.order),
      )
    );
  }
}

/** The metrics of `later` that count only such entries, by their places. */
function* countedIn(later: LintedStage, { value, matchers, filters }: Dropped, between: Between): Iterable<Span> {
  const given = argsBy(metrics, later.node);
  if (given === undefined) return;
  const [only, ...others] = matchers ?? [];
  for (const { args, index } of metricsIn(given)) {
    if (args.value === "" || ("match_all" in args && args.match_all)) continue;
    const name = args.source || args.name;
    const isDropped =
      value !== undefined
        ? value.name === name && value.test(args.value) && between.keepsValue(name)
        : only?.op === "=" &&
          others.length === 0 &&
          filters?.length === 0 &&
          only.name === name &&
          only.value === args.value &&
          between.isLabelOfValue(name);
    if (isDropped) yield argumentSpan(later, "value", index);
  }
}

/** Whether `later` is a branch that takes only such entries. */
function isSelected({ node }: LintedStage, { value, line, matchers, filters }: Dropped, between: Between): boolean {
  const selector = argsBy(match, node)?.selector.compiled.selector;
  if (selector === undefined) return false;
  if (line !== undefined) {
    const isFree = !/[$^]|\\[bBAz]/.test(line.text);
    const isDropped = selector.filters.some(
      ({ op, value: text }) => (op === "|~" && text === line.text) || (op === "|=" && isFree && line.test(text)),
    );
    return isDropped && between.keepsLine();
  }
  if (value !== undefined)
    return (
      selector.matchers.some(({ op, name, value: text }) => op === "=" && name === value.name && value.test(text)) &&
      between.isLabelOfValue(value.name)
    );
  const isAsked = <T extends LabelMatcher | LineFilter>(one: T, all: readonly T[]): boolean =>
    all.some((other) => quoteOf(other) === quoteOf(one));
  return (
    matchers?.every((one) => isAsked(one, selector.matchers) && between.keepsLabel(one.name)) === true &&
    (filters ?? []).every((one) => isAsked(one, selector.filters) && between.keepsLine())
  );
}

const quoteOf = (one: LabelMatcher | LineFilter): string =>
  `${"name" in one ? one.name : ""} ${one.op} ${quoteString(one.value)}`;
