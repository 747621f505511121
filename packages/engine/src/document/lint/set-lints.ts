/** Lints about names that a stage sets and nothing uses. */

import type { TextEdit } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { NameUse } from "../../pipeline/stage-flow.ts";
import { argsBy } from "../../schema/args-by.ts";
import { labels } from "../../stages/labels.ts";
import { replace } from "../../stages/replace.ts";
import { structuredMetadata } from "../../stages/structured-metadata.ts";
import { template } from "../../stages/template.ts";
import type { Expression, ObjectField } from "../../syntax/ast.ts";
import { unwrapped } from "../../syntax/index.ts";
import type { Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { isOf, isOnTheWayOf, type LintedPipeline, type LintedStage, named, placeOf, placesRead } from "./view.ts";

export const valueUnused: Lint = {
  code: "value-unused",
  severity: "info",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      if (names.mayBeReadAfter(stage, "extracted") || !isReadFromAfter(pipeline, stage)) continue;
      const sets = stage.flow.sets ?? [];
      for (const use of sets) {
        if (use.kind !== "extracted" || use.argument === undefined || use.optional) continue;
        if (names.meant.has(use.name) || names.readersAfter(stage, "extracted", use.name).length > 0) continue;
        // It is meant to become what is read elsewhere.
        if (names.readers("label", use.name).length > 0 || names.readers("metadata", use.name).length > 0) continue;
        if (pipeline.incoming.isReadByRules(use.name) || isReadTooEarly(stage, use, names)) continue;
        const edits = withoutName(stage, use);
        yield {
          message: `nothing after it uses ${JSON.stringify(use.name)}`,
          span: placeOf(stage, use).span,
          fix: edits && { title: `Do not extract ${use.name}`, edits },
        };
      }
    }
  },
};

/** Whether a stage reads it before it is set: what moves is then the stage, and the value stays. */
const isReadTooEarly = (setter: LintedStage, { kind, name }: NameUse, names: PipelineNames): boolean =>
  names
    .readers(kind, name)
    .some(({ stage }) => stage.order < setter.order && names.settersBefore(stage, kind, name).length === 0);

/** Whether the pipeline uses extracted values at all: an unfinished one does not yet. */
const isReadFromAfter = ({ stages }: LintedPipeline, { order }: LintedStage): boolean =>
  stages
    .slice(order + 1)
    .some(({ flow }) => flow.reads?.some(({ kind, optional }) => kind === "extracted" && !optional));

/** Leaves the name out; undefined where that would be more than one edit, or leave nothing. */
export function withoutName(stage: LintedStage, use: NameUse): TextEdit[] | undefined {
  const attribute = stage.block.body.find(({ name }) => name === use.argument);
  if (attribute?.kind !== "attribute") return undefined;
  const value = unwrapped(attribute.value);
  const { field } = placeOf(stage, use);
  return value.kind === "object" && field ? withoutField(value, field) : undefined;
}

/** A field with its comma; undefined where it is the only one. */
function withoutField({ fields }: Extract<Expression, { kind: "object" }>, field: ObjectField): TextEdit[] | undefined {
  const at = fields.indexOf(field);
  if (fields.length < 2) return undefined;
  const [before, after] = [fields[at - 1], fields[at + 1]];
  const removed: Span =
    after !== undefined
      ? { start: field.span.start, end: after.span.start }
      : { start: before!.span.end, end: field.span.end };
  return [{ span: removed, text: "" }];
}

export const labelUnused: Lint = {
  code: "label-unused",
  severity: "warning",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      for (const use of stage.flow.sets ?? []) {
        if (use.kind !== "label" || use.argument === undefined) continue;
        const remover = pipeline.stages.find(
          (one) => one.order > stage.order && removes(one, use.name) && isOnTheWayOf(one, stage),
        );
        if (remover === undefined || !isUnseen(pipeline, stage, remover, use.name, names)) continue;
        const moves = isOf(remover, structuredMetadata);
        yield {
          message: `${named(pipeline, remover)} ${moves ? "moves" : "removes"} the label ${JSON.stringify(use.name)} ${moves ? "to the structured metadata " : ""}before anything uses it`,
          span: placeOf(stage, use).span,
          related: [{ message: "removed here", span: remover.block.nameSpan }],
        };
      }
    }
  },
};

const removes = ({ flow }: LintedStage, label: string): boolean =>
  (flow.removes?.some(({ kind, name }) => kind === "label" && name === label) ?? false) ||
  (flow.keepsLabels !== undefined && !flow.keepsLabels.includes(label));

/** Neither a stage between them nor the one that removes it reads the label, by its name or to distinguish streams. */
function isUnseen(
  { stages }: LintedPipeline,
  setter: LintedStage,
  remover: LintedStage,
  label: string,
  names: PipelineNames,
): boolean {
  const between = stages.slice(setter.order + 1, remover.order);
  const readers = names.readersAfter(setter, "label", label).filter(({ stage }) => stage.order <= remover.order);
  if (readers.some(({ stage, use }) => stage !== remover || !isValueToo(names, setter, remover, use))) return false;
  return between.every(
    ({ flow, node, children }) =>
      node.spec.state === "none" &&
      children.length === 0 &&
      !flow.readsAny?.includes("label") &&
      !flow.setsAny?.includes("label"),
  );
}

export const pipelineWithoutEffect: Lint = {
  code: "pipeline-without-effect",
  severity: "info",
  *find({ stages }) {
    const last = stages.at(-1);
    if (last?.parentBlock === undefined || !stages.every(onlyExtracts)) return;
    yield {
      message: "the stages only extract values, which end with the pipeline: entries leave it as they came",
      span: last.block.nameSpan,
    };
  },
};

/** Stages that can do nothing else to an entry, and that drop none. */
const onlyExtracts = ({ flow, node }: LintedStage): boolean =>
  (node.spec.category === "parse" || node.spec.name === template.name) &&
  (flow.sets ?? []).every(({ kind }) => kind === "extracted") &&
  (flow.setsAny ?? []).every((kind) => kind === "extracted") &&
  !flow.unwrapsLines &&
  !flow.setsLine &&
  flow.setsTime === undefined &&
  (flow.removes ?? []).length === 0 &&
  node.args.drop_malformed !== true;

/** What takes the label away would take the extracted value of its name as well. */
const isValueToo = (names: PipelineNames, setter: LintedStage, remover: LintedStage, use: NameUse): boolean =>
  isOf(remover, structuredMetadata) &&
  isOf(setter, labels) &&
  placesRead(remover, "extracted").has(use) &&
  setter.flow.reads?.some(({ kind, name, key }) => kind === "extracted" && name === use.name && key === use.name) ===
    true &&
  names.setters("extracted", use.name).some(({ stage }) => stage.order < setter.order && isOnTheWayOf(stage, setter)) &&
  names.setters("extracted", use.name).every(({ stage: { order } }) => order < setter.order || order > remover.order);

export const changeUnused: Lint = {
  code: "change-unused",
  severity: "warning",
  *find(pipeline, names) {
    if (pipeline.stages.length < 2) return;
    for (const stage of pipeline.stages) {
      const source = argsBy(replace, stage.node)?.source;
      if (source === undefined || source === "" || names.mayBeReadAfter(stage, "extracted")) continue;
      if (names.readersAfter(stage, "extracted", source).length > 0) continue;
      // A pattern may have named groups that are read.
      const isRead = stage.flow.sets?.some(({ name }) => names.readersAfter(stage, "extracted", name).length > 0);
      if (isRead === true) continue;
      yield {
        message: `it changes the extracted value ${JSON.stringify(source)} alone, which nothing after it uses: the line keeps its text`,
        span: stage.block.nameSpan,
      };
    }
  },
};
