/** Lints about names that a stage reads. */
import type { NameUse } from "../../pipeline/stage-flow.ts";
import { CompiledText } from "../../schema/compiled-text.ts";
import { staticLabels } from "../../stages/static-labels.ts";
import { quoteString } from "../../syntax/index.ts";
import { isUsualLabel } from "./incoming.ts";
import type { Finding, Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { moveBefore } from "./order-lints.ts";
import { unsetEither, unsetReads } from "./unset.ts";
import {
  ancestorsOf,
  isOf,
  isOnTheWayOf,
  type LintedPipeline,
  type LintedStage,
  named,
  placeOf,
  placesRead,
} from "./view.ts";

export const readBeforeSet: Lint = {
  code: "read-before-set",
  severity: "warning",
  *find(pipeline, names) {
    for (const { stage, use } of [...unsetReads(pipeline, names), ...unsetEither(pipeline, names)]) {
      const setters = names.setters("extracted", use.name);
      const later = setters.find((one) => one.stage.order > stage.order && isOnTheWayOf(one.stage, stage));
      if (later !== undefined) yield tooEarly(pipeline, stage, use, later.stage);
    }
    for (const stage of pipeline.stages) {
      const extracted = placesRead(stage, "extracted");
      for (const use of stage.flow.reads ?? []) {
        if (use.kind === "extracted" || use.optional || extracted.has(use)) continue;
        const later = lateSetter(pipeline, stage, use, names);
        if (later !== undefined) yield tooEarly(pipeline, stage, use, later);
      }
    }
  },
};

/**
 * The stage that makes the label, or structured metadata, only after `stage`, of a value that a stage extracts or of a text that
 * the selector asks for. Others may have come with the entry, to be changed later.
 */
function lateSetter(
  { incoming }: LintedPipeline,
  stage: LintedStage,
  { kind, name }: NameUse,
  names: PipelineNames,
): LintedStage | undefined {
  const setters = names.setters(kind, name);
  if (names.isBlindAt(stage, kind) || setters.some((one) => one.stage.order <= stage.order)) return undefined;
  return setters.find(({ stage: setter, use }) => {
    if (ancestorsOf(setter).includes(stage) || !isOnTheWayOf(setter, stage)) return false;
    if (isOf(setter, staticLabels)) return !incoming.has(name) && selects(stage, name, staticText(setter, name));
    const reads = setter.flow.reads?.filter((read) => read.kind === "extracted" && read.key === use.key) ?? [];
    const sources = setter.flow.sets?.some((one) => one.kind === "extracted" && one.name === name)
      ? [name]
      : reads.map((read) => read.name);
    return sources.some((source) => {
      const from = names.setters("extracted", source);
      if (from.length === 0) return false;
      return from.every((one) => one.stage.order > stage.order) || !(incoming.has(name) || isUsualLabel(name));
    });
  })?.stage;
}

function staticText({ node }: LintedStage, name: string): string | undefined {
  const { values } = node.args;
  const text: unknown = values instanceof Map ? values.get(name) : undefined;
  return typeof text === "string" ? text : undefined;
}

/** Whether the selector of `stage` asks for a label `name` with this text. */
function selects({ node }: LintedStage, name: string, text: string | undefined): boolean {
  const { selector } = node.args;
  if (text === undefined || !(selector instanceof CompiledText) || !selector.isOf("logql")) return false;
  const { compiled } = selector;
  const failing = compiled.failingMatcher((one) => (one === name ? text : undefined));
  const without = compiled.selector.matchers.filter((matcher) => matcher.name !== name);
  return failing === undefined || without.some((matcher) => matcher.name === failing.name);
}

function tooEarly(pipeline: LintedPipeline, stage: LintedStage, use: NameUse, later: LintedStage): Finding {
  const what = { label: "the label ", metadata: "the structured metadata ", extracted: "" }[use.kind];
  return {
    message: `${what}${JSON.stringify(use.name)} is read here too early: only ${named(pipeline, later)} sets it`,
    span: placeOf(stage, use).span,
    related: [{ message: "set here", span: later.block.nameSpan }],
    fix: canMoveBefore(stage, later) ? moveBefore(pipeline, stage, later) : undefined,
  };
}

/** Whether `setter` only extracts values, and does the same before `reader`. */
function canMoveBefore(reader: LintedStage, setter: LintedStage): boolean {
  const { siblings, flow, node } = setter;
  const [from, to] = [siblings.indexOf(reader), siblings.indexOf(setter)];
  const sets = flow.sets ?? [];
  if (from < 0 || to < from || node.spec.category !== "parse" || node.spec.state !== "none") return false;
  if (
    node.args.drop_malformed === true ||
    flow.setsAny ||
    flow.setsLine ||
    flow.unwrapsLines ||
    sets.some(({ kind }) => kind !== "extracted")
  )
    return false;
  const used = new Set([...(flow.reads ?? []), ...sets].map(({ name }) => name));
  return siblings.slice(from, to).every(
    ({ flow: between, children }) =>
      children.length === 0 &&
      !between.setsAny &&
      !between.setsLine &&
      !between.unwrapsLines &&
      !between.joinsLines &&
      // Names that it reads, or sets as well.
      ![...(between.sets ?? []), ...(between.removes ?? [])].some(
        ({ kind, name }) => kind === "extracted" && used.has(name),
      ),
  );
}

export const differsInAlloy: Lint = {
  code: "differs-in-alloy",
  severity: "warning",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      if (names.isBlindAt(stage, "extracted")) return;
      for (const use of stage.flow.reads ?? []) {
        if (use.kind !== "extracted" || use.argument === undefined) continue;
        const setters = names.settersBefore(stage, "extracted", use.name);
        const inAlloy = setters[0]?.use.inAlloy;
        if (inAlloy === undefined || setters.some((one) => one.use.inAlloy !== inAlloy)) continue;
        const { span, replaceable } = placeOf(stage, use);
        const title = `Change to ${inAlloy}`;
        yield {
          message: `in Alloy ${setters[0]!.stage.block.name} extracts no ${JSON.stringify(use.name)}; read ${JSON.stringify(inAlloy)}, which is the same`,
          span,
          fix: replaceable && { title, edits: [{ span: replaceable, text: quoteString(inAlloy) }] },
        };
      }
    }
  },
};
