/** Lints about labels that the sources of a pipeline set in so many words. */
import type { LabelMatcher } from "@sluice/languages/logql";
import { knownValue } from "../../../components/pipelines/certain-labels.ts";
import { argsBy } from "../../../schema/args-by.ts";
import { match } from "../../../stages/match/match.ts";
import type { Finding, Lint } from "../lint.ts";
import { moveBefore } from "../order-lints.ts";
import { ancestorsOf, argumentSpan, type LintedStage, named } from "../view.ts";
import { labelsAtStages } from "./given-labels.ts";
import { argumentOf, isLiteral, placesOf, shownValues, type WrittenLabels } from "./written-labels.ts";

export const decidedBySource: Lint = {
  code: "decided-by-source",
  severity: "warning",
  *find(pipeline) {
    const reported = new Set<LintedStage>();
    for (const { stage, sets } of labelsAtStages(pipeline)) {
      if (ancestorsOf(stage).some((one) => reported.has(one))) continue;
      const finding = decision(stage, sets);
      if (finding === undefined) continue;
      reported.add(stage);
      yield finding;
    }
  },
};

function decision(stage: LintedStage, sets: readonly WrittenLabels[]): Finding | undefined {
  const given = argsBy(match, stage.node);
  const written = argumentOf(stage.block, "selector");
  if (given === undefined || written === undefined || !isLiteral(written)) return undefined;
  const { compiled } = given.selector;
  const { matchers, filters } = compiled.selector;
  const holds = (labels: WrittenLabels, i: number): boolean | undefined => {
    const value = knownValue(labels, matchers[i]!.name);
    return value === undefined ? undefined : compiled.matcherHolds(i, value);
  };
  const failing = sets.map((labels) => matchers.findIndex((_, i) => holds(labels, i) === false));
  const span = argumentSpan(stage, "selector");
  if (failing.every((i) => i >= 0)) {
    const [first] = failing.filter((i, at) => knownValue(sets[at]!, matchers[i]!.name) !== "");
    // Labels that no entry has are another lint's.
    if (first === undefined) return undefined;
    const { name } = matchers[first]!;
    return {
      message: `no entry matches ${shownMatcher(matchers[first]!)} here: ${valuesOf(sets, name)}`,
      span,
      related: placesOf(sets, [name]),
    };
  }
  const isAlways = sets.every((labels) => matchers.every((_, i) => holds(labels, i) === true));
  const isLast = stage.siblings.at(-1) === stage;
  if (given.action !== "drop" || !isAlways || filters.length > 0 || compiled.matchesAll || isLast) return undefined;
  const [{ name }] = matchers as readonly [LabelMatcher];
  return {
    message: `this drops every entry, so that the stages after it never run: ${valuesOf(sets, name)}`,
    span,
    related: placesOf(sets, [name]),
  };
}

const shownMatcher = ({ name, op, value }: LabelMatcher): string => `${name}${op}${JSON.stringify(value)}`;

function valuesOf(sets: readonly WrittenLabels[], name: string): string {
  const values = sets.flatMap((labels) => knownValue(labels, name) ?? []);
  return `${name} is ${shownValues([...new Set(values)])}`;
}

export const streamsMixed: Lint = {
  code: "streams-mixed",
  severity: "warning",
  *find(pipeline) {
    const at = [...labelsAtStages(pipeline)];
    for (const [i, { stage: drops, sets }] of at.entries()) {
      const removed = removedBy(drops);
      const joins = pipeline.stages
        .slice(i + 1)
        .find((one) => one.flow.joinsLines === true && one.parent === undefined);
      if (removed === undefined || joins === undefined || setsLabels(pipeline.stages.slice(0, joins.order))) continue;
      const name = apartBy(sets, removed);
      if (name === undefined) continue;
      yield {
        message: `${named(pipeline, drops)} removes ${JSON.stringify(name)}, which tells streams apart, before their lines are joined; put ${joins.block.name} before it`,
        span: joins.block.nameSpan,
        related: [{ message: "removes the label", span: drops.block.nameSpan }],
        fix: moveBefore(pipeline, drops, joins),
      };
      return;
    }
  },
};

/** Which labels a stage of all entries removes. */
function removedBy({ flow, parent }: LintedStage): ((name: string) => boolean) | undefined {
  const { keepsLabels, removes = [] } = flow;
  if (parent !== undefined) return undefined;
  if (keepsLabels !== undefined) return (name) => !keepsLabels.includes(name);
  const names = new Set(removes.flatMap(({ kind, name }) => (kind === "label" ? name : [])));
  return names.size === 0 ? undefined : (name) => names.has(name);
}

/** A label of a stage may tell streams apart as well. */
const setsLabels = (stages: readonly LintedStage[]): boolean =>
  stages.some(
    ({ flow }) => flow.setsAny?.includes("label") === true || flow.sets?.some(({ kind }) => kind === "label") === true,
  );

/** The label that alone tells some of these apart, if it is removed. */
function apartBy(sets: readonly WrittenLabels[], removed: (name: string) => boolean): string | undefined {
  // A pattern of files stands for several.
  const pattern = sets.find(({ values }) => values.has("filename") && values.get("filename") === undefined);
  if (pattern !== undefined && removed("filename")) return "filename";
  const staying = new Map<string, WrittenLabels>();
  for (const labels of sets) {
    const stays = [...labels.values].filter(([name, value]) => value !== "" && !removed(name));
    if (labels.more === "any" || stays.some(([, value]) => value === undefined)) continue;
    const key = JSON.stringify(stays.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const other = staying.get(key);
    if (other === undefined) staying.set(key, labels);
    else {
      const names = new Set([...labels.values.keys(), ...other.values.keys()]);
      for (const name of names) if (removed(name) && differ(labels, other, name)) return name;
    }
  }
  return undefined;
}

function differ(one: WrittenLabels, other: WrittenLabels, name: string): boolean {
  const [a, b] = [knownValue(one, name), knownValue(other, name)];
  return a !== undefined && b !== undefined && a !== b;
}
