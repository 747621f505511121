/** Lints about names that a stage reads where they are not: labels, extracted values and structured metadata are three places. */
import type { QuickFix, TextEdit } from "../../base/diagnostic.ts";
import type { FlowKind, NameUse } from "../../pipeline/stage-flow.ts";
import { labels } from "../../stages/labels.ts";
import { match } from "../../stages/match/match.ts";
import { pack } from "../../stages/pack.ts";
import { tenant } from "../../stages/tenant.ts";
import { isValidIdentifier, quoteString } from "../../syntax/index.ts";
import { insertStatement, linesOf, removeStatement } from "../edits/edits.ts";
import { indentAt, reindented } from "../edits/text-lines.ts";
import { isSurelyAbsent } from "./given/written-labels.ts";
import { isUsualLabel } from "./incoming.ts";
import type { Lint } from "./lint.ts";
import { isOpenValue, needs } from "./needs.ts";
import { ancestorsOf, isOf, isOnTheWayOf, type LintedPipeline, type LintedStage, named, placeOf } from "./view.ts";

export const valueNotLabel: Lint = {
  code: "value-not-label",
  severity: "warning",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      for (const use of needs(stage, "label", "metadata")) {
        const { kind, name } = use;
        if (names.setters(kind, name).length > 0) continue;
        const isKnownAbsent = kind === "label" && isSurelyAbsent(pipeline.reaching, name);
        if (!isKnownAbsent && (isUsualLabel(name) || pipeline.incoming.has(name))) continue;
        if (names.isBlindAt(stage, kind) || mayBeSetInside(stage, kind)) continue;
        const setters = names.setters("extracted", name);
        const extracts = setters.find((one) => isOnTheWayOf(one.stage, stage)) ?? setters[0];
        if (extracts === undefined) continue;
        const isInside = ancestorsOf(extracts.stage).includes(stage);
        const reads = kind === "metadata" ? "structured metadata" : "labels";
        yield {
          message: `${what(stage)} reads ${reads}, and ${JSON.stringify(name)} is only an extracted value: ${named(
            pipeline,
            extracts.stage,
          )} extracts it${isInside ? ", inside the block" : ""}, and no stage makes it ${kind === "label" ? "a label" : "structured metadata"}`,
          span: placeOf(stage, use).span,
          related: [{ message: "extracted here", span: extracts.stage.block.nameSpan }],
          fix: fixOf(pipeline, stage, use, extracts.stage),
        };
      }
    }
  },
};

const what = (stage: LintedStage): string => (isOf(stage, match) ? "a selector" : stage.block.name);

export const mayBeSetInside = ({ children }: LintedStage, kind: FlowKind): boolean =>
  children.some((child) => child.flow.setsAny?.includes(kind) || mayBeSetInside(child, kind));

function fixOf(
  pipeline: LintedPipeline,
  stage: LintedStage,
  use: NameUse,
  extracts: LintedStage,
): QuickFix | undefined {
  const { file } = pipeline;
  const { block, parentBlock } = stage;
  const attribute = (name: string) => block.body.find((one) => one.kind === "attribute" && one.name === name);
  if (use.kind === "metadata") {
    const sourceType = attribute("source_type");
    return sourceType && { title: "Read the extracted value", edits: removeStatement(file, sourceType) };
  }
  const isBefore = extracts.order < stage.order && isOnTheWayOf(extracts, stage);
  if (isOf(stage, tenant)) {
    const given = attribute("label");
    if (!isBefore || given?.kind !== "attribute") return undefined;
    return { title: "Read the extracted value", edits: [{ span: given.nameSpan, text: "source" }] };
  }
  const at = (parentBlock?.body ?? file.body).indexOf(block);
  const made = `stage.labels {\n  values = { ${isValidIdentifier(use.name) ? use.name : quoteString(use.name)} = "" }\n}\n`;
  if (isBefore)
    return { title: `Make ${use.name} a label before`, edits: insertStatement(file, parentBlock, at, made) };
  // Out of the block, where it is its first stage and not the only one.
  if (extracts.parent !== stage || extracts.siblings[0] !== extracts || extracts.siblings.length < 2) return undefined;
  const lines = linesOf(file, extracts.block);
  if (lines === undefined) return undefined;
  const code = reindented(
    file.text.slice(lines.start, lines.end).trim(),
    indentAt(file.text, extracts.block.span.start),
    "",
  );
  const removed: TextEdit[] = removeStatement(file, extracts.block);
  return {
    title: `Extract ${use.name} and make it a label before`,
    edits: [...removed, ...insertStatement(file, parentBlock, at, `${code}\n\n${made}`)],
  };
}

export const labelNotValue: Lint = {
  code: "label-not-value",
  severity: "warning",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      if (names.isBlindAt(stage, "extracted")) return;
      const packed = isOf(stage, pack) ? (stage.flow.reads ?? []).filter(({ kind }) => kind === "extracted") : [];
      for (const use of [...needs(stage, "extracted"), ...packed]) {
        const { name } = use;
        if (pipeline.incoming.has(name) || names.setters("extracted", name).length > 0) continue;
        const [setter] = names.setters("label", name).filter((one) => one.stage.order < stage.order);
        if (setter === undefined || isOpenValue(names, stage, name, setter.stage)) continue;
        // A label of its own name is unchanged.
        if (isOf(stage, labels) && use.key === name) continue;
        const given = stage.block.body.find((one) => one.kind === "attribute" && one.name === "source");
        const canReadLabel = isOf(stage, tenant) && given?.kind === "attribute";
        yield {
          message: `${stage.block.name} reads extracted values, and ${JSON.stringify(name)} is only a label: ${named(pipeline, setter.stage)} sets it`,
          span: placeOf(stage, use).span,
          related: [{ message: "set here", span: setter.stage.block.nameSpan }],
          fix: canReadLabel ? { title: "Read the label", edits: [{ span: given.nameSpan, text: "label" }] } : undefined,
        };
      }
    }
  },
};
