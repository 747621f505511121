/** A lint about labels of values that hardly any two entries share. */
import { isFixedFormat } from "@sluice/languages/gotime";
import type { QuickFix } from "../../base/diagnostic.ts";
import type { NameUse } from "../../pipeline/stage-flow.ts";
import { argsBy } from "../../schema/args-by.ts";
import { labels } from "../../stages/labels.ts";
import { timestamp } from "../../stages/timestamp.ts";
import { isValidIdentifier, quoteString } from "../../syntax/index.ts";
import { insertStatement } from "../edits/edits.ts";
import type { Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { withoutName } from "./set-lints.ts";
import { isOf, type LintedPipeline, type LintedStage, named, placeOf } from "./view.ts";

/** Names of values that are another one in each entry or request. */
const TIME_NAME = /^(?:@?timestamp|_?ts|datetime|time_local|time_iso8601)$/i;
const ID_NAME = /^(?:x_)?(?:trace|span|request|correlation)_?id$/i;
/** What may take a label away that no stage names. */
const REMOVES_LABELS = /label_?(?:drop|keep)/;

export const highCardinalityLabel: Lint = {
  code: "high-cardinality-label",
  severity: "warning",
  *find(pipeline, names) {
    if (REMOVES_LABELS.test(pipeline.file.text)) return;
    const readers = timeReaders(pipeline);
    for (const stage of pipeline.stages) {
      if (!isOf(stage, labels) || names.isBlindAt(stage, "extracted")) continue;
      const reads = new Map(stage.flow.reads?.map((one) => [one.kind === "extracted" ? one.key : undefined, one]));
      for (const use of stage.flow.sets ?? []) {
        const read = reads.get(use.key);
        if (
          use.key === undefined ||
          use.kind !== "label" ||
          read === undefined ||
          names.removers("label", use.name).length > 0
        )
          continue;
        const what = whatIsUnique(pipeline, stage, read.name, names, readers.get(read.name));
        if (what === undefined) continue;
        yield {
          message: `the label ${JSON.stringify(use.name)} is ${what}: nearly every entry becomes a stream of its own`,
          span: placeOf(stage, use).span,
          fix: moveToMetadata(pipeline, stage, use),
        };
      }
    }
  },
};

/** The stages that read a time with its minutes, by what they read it of. */
function timeReaders({ stages }: LintedPipeline): ReadonlyMap<string, readonly LintedStage[]> {
  const found = new Map<string, LintedStage[]>();
  for (const stage of stages) {
    const args = argsBy(timestamp, stage.node);
    if (args === undefined || !tellsMinutes(args.format.text)) continue;
    const others = found.get(args.source);
    if (others === undefined) found.set(args.source, [stage]);
    else others.push(stage);
  }
  return found;
}

/** What the value is, where it is as a stage read it in the line. */
function whatIsUnique(
  pipeline: LintedPipeline,
  stage: LintedStage,
  name: string,
  names: PipelineNames,
  readers: readonly LintedStage[] = [],
): string | undefined {
  const setters = names.setters("extracted", name).map((one) => one.stage);
  const reader = readers.find((one) => {
    const [first, last] = one.order < stage.order ? [one.order, stage.order] : [stage.order, one.order];
    return !setters.some(({ order }) => first < order && order < last);
  });
  if (reader !== undefined) return `the time that ${named(pipeline, reader)} reads`;
  const isRead = setters.some(({ order }) => order < stage.order);
  if (!isRead || !setters.every(({ node }) => node.spec.category === "parse")) return undefined;
  if (TIME_NAME.test(name)) return "a time";
  return ID_NAME.test(name) ? "the identifier of one request" : undefined;
}

/** A layout of days or hours alone gives few values. */
const tellsMinutes = (format: string): boolean => isFixedFormat(format) || /(?<!1)5|4/.test(format);

/** As long as nothing after it reads the label, and its value is an extracted one. */
export function moveToMetadata(
  { file, stages }: LintedPipeline,
  stage: LintedStage,
  use: NameUse,
): QuickFix | undefined {
  const { block, node, parentBlock, flow } = stage;
  const source = flow.reads?.find(({ kind, key }) => kind === "extracted" && key === use.key);
  const isRead = stages.some(
    ({ order, flow: after, node: { spec }, children }) =>
      order > stage.order &&
      (spec.state !== "none" ||
        children.length > 0 ||
        after.keepsLabels !== undefined ||
        [...(after.reads ?? []), ...(after.removes ?? [])].some(
          ({ kind, name }) => kind === "label" && name === use.name,
        )),
  );
  if (node.spec.name !== "labels" || source === undefined || isRead) return undefined;
  const title = `Make ${use.name} structured metadata`;
  const edits = withoutName(stage, use);
  // The only label: the stage becomes the other one, whose argument is written in the same way.
  if (edits === undefined) {
    const isOnly = flow.sets?.length === 1 && block.body.length === 1;
    return isOnly ? { title, edits: [{ span: block.nameSpan, text: "stage.structured_metadata" }] } : undefined;
  }
  const key = isValidIdentifier(use.name) ? use.name : quoteString(use.name);
  const value = source.name === use.name ? "" : source.name;
  const code = `stage.structured_metadata {\n  values = { ${key} = ${quoteString(value)} }\n}`;
  const body = parentBlock?.body ?? file.body;
  return { title, edits: [...edits, ...insertStatement(file, parentBlock, body.indexOf(block) + 1, code)] };
}
