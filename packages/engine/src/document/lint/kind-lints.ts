/** Lints about names that a stage reads where they are not: labels, extracted values and structured metadata are three places. */
import type { QuickFix, TextEdit } from "../../base/diagnostic.ts";
import type { FlowKind, NameUse } from "../../pipeline/stage-flow.ts";
import { isValidIdentifier, quoteString } from "../../syntax/index.ts";
import { insertStatement, linesOf, moveStatement, removeStatement } from "../edits/edits.ts";
import { indentAt, reindented } from "../edits/text-lines.ts";
import { isUsualLabel, REMADE } from "./incoming.ts";
import type { Lint } from "./lint.ts";
import {
  ancestorsOf,
  isOnTheWayOf,
  type LintedPipeline,
  type LintedStage,
  named,
  placeOf,
  placesRead,
} from "./view.ts";
import { removesName, whereaboutsOf } from "./whereabouts.ts";

const PLACES: Readonly<Record<FlowKind, string>> = {
  label: "the label",
  metadata: "the structured metadata",
  extracted: "the extracted value",
};

const KINDS = ["extracted", "label", "metadata"] as const;

/** What a stage needs of `kinds`, and reads nowhere else; not what a stage around it needs, too. */
function* needs(stage: LintedStage, ...kinds: readonly FlowKind[]): Iterable<NameUse> {
  const places = KINDS.map((kind) => [kind, placesRead(stage, kind)] as const);
  const around = new Set(
    ancestorsOf(stage).flatMap(({ flow }) => (flow.reads ?? []).map(({ kind, name }) => `${kind} ${name}`)),
  );
  for (const use of stage.flow.reads ?? []) {
    if (!kinds.includes(use.kind) || use.optional || around.has(`${use.kind} ${use.name}`)) continue;
    if (!places.some(([kind, place]) => kind !== use.kind && place.has(use))) yield use;
  }
}

export const readAfterRemoved: Lint = {
  code: "read-after-removed",
  severity: "warning",
  title: "A label is read after it was removed",
  doc: "A stage reads a label, or structured metadata, that a stage before it removed, or moved elsewhere: `stage.structured_metadata` and `stage.pack` take the labels that they read, and `stage.label_keep` keeps no others. A selector that asks for it selects nothing. Read it first.",
  example: `stage.structured_metadata {
  values = { pod = "" }
}

stage.match {
  selector = \`{pod=~"cart-.*"}\`

  stage.static_labels {
    values = { team = "shop" }
  }
}
`,
  fixed: `stage.match {
  selector = \`{pod=~"cart-.*"}\`

  stage.static_labels {
    values = { team = "shop" }
  }
}
stage.structured_metadata {
  values = { pod = "" }
}

`,
  *find(pipeline) {
    for (const stage of pipeline.stages) {
      for (const use of [...needs(stage, "label", "metadata"), ...fromLabelAlone(pipeline, stage)]) {
        const where = whereaboutsOf(pipeline, stage, use.kind, use.name);
        if (where.is !== "removed") continue;
        const { by } = where;
        yield {
          message: `${PLACES[use.kind]} ${JSON.stringify(use.name)} is read here, and ${named(pipeline, by)} ${removalBy(by)}`,
          span: placeOf(stage, use).span,
          related: [{ message: "removed here", span: by.block.nameSpan }],
          fix: moveBehind(pipeline, by, stage),
        };
      }
    }
  },
};

function removalBy({ node }: LintedStage): string {
  if (node.spec.name === "structured_metadata") return "moved it to the structured metadata";
  return node.spec.name === "pack" ? "packed it into the line" : "removed it";
}

/** What `stage.structured_metadata` can read as a label alone: one that a stage set, and that nothing extracts. */
function* fromLabelAlone(pipeline: LintedPipeline, stage: LintedStage): Iterable<NameUse> {
  const extracted = placesRead(stage, "extracted");
  for (const use of stage.flow.reads ?? []) {
    if (use.kind !== "label" || use.optional || !extracted.has(use)) continue;
    const where = whereaboutsOf(pipeline, stage, "label", use.name);
    if (where.is !== "removed" || where.had === undefined || isOpenValue(pipeline, stage, use.name, where.had))
      continue;
    yield use;
  }
}

/** Whether a value of this name may be extracted: a stage sets it, or a `stage.match` copies the label that `setter` made. */
const isOpenValue = ({ stages }: LintedPipeline, reader: LintedStage, name: string, setter: LintedStage): boolean =>
  stages.some(
    ({ order, flow, children }) =>
      order < reader.order &&
      ((order > setter.order && children.length > 0) ||
        flow.setsAny?.includes("extracted") ||
        flow.sets?.some((use) => use.kind === "extracted" && use.name === name)),
  );

/** Puts `first` right behind `second`, where the stages between have nothing to do with what it removes and sets. */
function moveBehind({ file }: LintedPipeline, first: LintedStage, second: LintedStage): QuickFix | undefined {
  const { siblings, parentBlock, block, flow } = first;
  const [from, to] = [siblings.indexOf(first), siblings.indexOf(second)];
  if (to < 0 || to < from) return undefined;
  const touched = [...(flow.removes ?? []), ...(flow.sets ?? [])];
  const isApart = siblings
    .slice(from + 1, to)
    .every(
      ({ flow: between, children, node }) =>
        children.length === 0 &&
        node.spec.state === "none" &&
        !between.readsAny?.length &&
        !between.setsAny?.length &&
        flow.keepsLabels === undefined &&
        !touched.some(({ kind, name }) =>
          [...(between.reads ?? []), ...(between.sets ?? []), ...(between.removes ?? [])].some(
            (use) => use.kind === kind && use.name === name,
          ),
        ),
    );
  if (!isApart) return undefined;
  // The later one goes before, or over those between the earlier one goes behind.
  const body = parentBlock?.body ?? file.body;
  if (to === from + 1)
    return {
      title: `Move ${second.block.name} before ${block.name}`,
      edits: moveStatement(file, second.block, parentBlock, body.indexOf(block)),
    };
  return {
    title: `Move ${block.name} behind ${second.block.name}`,
    edits: moveStatement(file, block, parentBlock, body.indexOf(second.block)),
  };
}

export const valueNotLabel: Lint = {
  code: "value-not-label",
  severity: "warning",
  title: "An extracted value is read as a label",
  doc: "Selectors, `label` of stage.tenant and `by_label_name` of stage.limit read labels. An extracted value becomes one by stage.labels only, before it is read. There is no warning about names that labels of sources usually have, nor where the document gives a label of that name elsewhere.",
  example: `stage.json {
  expressions = { tier = "", user = "" }
}

stage.match {
  selector = \`{tier="free"}\`

  stage.sampling {
    rate = 0.1
  }
}

stage.structured_metadata {
  values = { user = "" }
}
`,
  fixed: `stage.json {
  expressions = { tier = "", user = "" }
}

stage.labels {
  values = { tier = "" }
}

stage.match {
  selector = \`{tier="free"}\`

  stage.sampling {
    rate = 0.1
  }
}

stage.structured_metadata {
  values = { user = "" }
}
`,
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      for (const use of needs(stage, "label", "metadata")) {
        const { kind, name } = use;
        if (isUsualLabel(name) || pipeline.incoming.has(name) || names.setters(kind, name).length > 0) continue;
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

const what = ({ node, block }: LintedStage): string => (node.spec.name === "match" ? "a selector" : block.name);

const mayBeSetInside = ({ children }: LintedStage, kind: FlowKind): boolean =>
  children.some((child) => child.flow.setsAny?.includes(kind) || mayBeSetInside(child, kind));

function fixOf(
  pipeline: LintedPipeline,
  stage: LintedStage,
  use: NameUse,
  extracts: LintedStage,
): QuickFix | undefined {
  const { file } = pipeline;
  const { block, parentBlock, node } = stage;
  const attribute = (name: string) => block.body.find((one) => one.kind === "attribute" && one.name === name);
  if (use.kind === "metadata") {
    const sourceType = attribute("source_type");
    return sourceType && { title: "Read the extracted value", edits: removeStatement(file, sourceType) };
  }
  const isBefore = extracts.order < stage.order && isOnTheWayOf(extracts, stage);
  if (node.spec.name === "tenant") {
    const given = attribute("label");
    if (!isBefore || given?.kind !== "attribute") return undefined;
    return { title: "Read the extracted value", edits: [{ span: given.nameSpan, text: "source" }] };
  }
  const at = (parentBlock?.body ?? file.body).indexOf(block);
  const labels = `stage.labels {\n  values = { ${isValidIdentifier(use.name) ? use.name : quoteString(use.name)} = "" }\n}\n`;
  if (isBefore)
    return { title: `Make ${use.name} a label before`, edits: insertStatement(file, parentBlock, at, labels) };
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
    edits: [...removed, ...insertStatement(file, parentBlock, at, `${code}\n\n${labels}`)],
  };
}

export const labelNotValue: Lint = {
  code: "label-not-value",
  severity: "warning",
  title: "A label is read as an extracted value",
  doc: "Labels that an entry comes with are extracted values, too; a label that a stage sets is not, until a stage.match begins, which copies all labels. A stage whose `source` names such a label finds nothing, and stage.pack does not pack it. stage.tenant can read the label itself.",
  example: `stage.static_labels {
  values = { customer = "acme" }
}

stage.tenant {
  source = "customer"
}
`,
  fixed: `stage.static_labels {
  values = { customer = "acme" }
}

stage.tenant {
  label = "customer"
}
`,
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      if (names.isBlindAt(stage, "extracted")) return;
      const packed =
        stage.node.spec.name === "pack" ? (stage.flow.reads ?? []).filter(({ kind }) => kind === "extracted") : [];
      for (const use of [...needs(stage, "extracted"), ...packed]) {
        const { name } = use;
        if (pipeline.incoming.has(name) || names.setters("extracted", name).length > 0) continue;
        const [setter] = names.setters("label", name).filter((one) => one.stage.order < stage.order);
        if (setter === undefined || isOpenValue(pipeline, stage, name, setter.stage)) continue;
        // A label of its own name is unchanged.
        if (stage.node.spec.name === "labels" && use.key === name) continue;
        const given = stage.block.body.find((one) => one.kind === "attribute" && one.name === "source");
        const canReadLabel = stage.node.spec.name === "tenant" && given?.kind === "attribute";
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

export const removedBeforeSet: Lint = {
  code: "removed-before-set",
  severity: "warning",
  title: "A label is removed before it is set",
  doc: "stage.label_drop names a label that only a later stage makes, so the label stays. There is no warning about names that labels of sources usually have: such a label may be dropped to be made anew.",
  example: `stage.json {
  expressions = { request = "" }
}

stage.label_drop {
  values = ["request"]
}

stage.labels {
  values = { request = "" }
}
`,
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      for (const { kind, name, argument } of stage.flow.removes ?? []) {
        if (kind !== "label" || stage.node.spec.name !== "label_drop" || argument === undefined) continue;
        if (isUsualLabel(name) || REMADE.has(name) || pipeline.incoming.has(name)) continue;
        const setters = names.setters(kind, name);
        const [later] = setters;
        if (later === undefined || setters.some((one) => one.stage.order < stage.order)) continue;
        if (names.isBlindAt(stage, kind) || !isOnTheWayOf(later.stage, stage)) continue;
        if (pipeline.stages.some((one) => one.order > later.stage.order && removesName(one.flow, kind, name))) continue;
        yield {
          message: `the label ${JSON.stringify(name)} is dropped here, and only ${named(pipeline, later.stage)} sets it, so that it stays`,
          span: placeOf(stage, { kind, name, argument }).span,
          related: [{ message: "set here", span: later.stage.block.nameSpan }],
        };
      }
    }
  },
};
