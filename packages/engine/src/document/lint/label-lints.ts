/** Lints about names and values of labels, and about the tenant. */
import type { QuickFix } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { NameUse } from "../../pipeline/stage-flow.ts";
import { argsBy } from "../../schema/args-by.ts";
import { drop } from "../../stages/drop.ts";
import { metrics, metricsIn } from "../../stages/metrics/metrics.ts";
import { TENANT_LABEL } from "../../stages/tenant.ts";
import type { Expression, ObjectField } from "../../syntax/ast.ts";
import { quoteString, unwrapped } from "../../syntax/index.ts";
import type { Finding, Lint } from "./lint.ts";
import { separateNames } from "./name-texts.ts";
import { withoutName } from "./set-lints.ts";
import { argumentSpan, isOnTheWayOf, type LintedStage, named } from "./view.ts";

const literalOf = (value: Expression | undefined): Span | undefined => {
  const inner = value && unwrapped(value);
  return inner?.kind === "literal" && inner.literal === "string" ? inner.span : undefined;
};

/** An argument as it is written. */
function written({ block }: LintedStage, argument: string): Expression | undefined {
  const attribute = block.body.find(({ kind, name }) => kind === "attribute" && name === argument);
  return attribute?.kind === "attribute" ? attribute.value : undefined;
}

interface WrittenText extends ObjectField {
  readonly text: string;
  readonly literal: Span;
}

/** The texts of an object that are written as literals. */
function* textsIn(stage: LintedStage, argument: string): Iterable<WrittenText> {
  const expression = written(stage, argument);
  const map = expression && unwrapped(expression);
  if (map?.kind !== "object") return;
  const values = stage.node.args[argument] as ReadonlyMap<string, unknown>;
  for (const field of map.fields) {
    const text = values.get(field.name);
    const literal = literalOf(field.value);
    if (typeof text === "string" && literal !== undefined) yield { ...field, text, literal };
  }
}

export const blankInName: Lint = {
  code: "blank-in-name",
  severity: "warning",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      const { args, spec } = stage.node;
      const isSet = (name: string) => names.setters("extracted", name).length > 0;
      const meant = (name: string) => void names.meant.add(name);
      for (const [argument, field] of Object.entries(spec.fields)) {
        if (!field.names) continue;
        const value = args[argument];
        if (typeof value === "string") yield* blanksInText(stage, argument, value, spec.name === "drop", isSet, meant);
        else if (Array.isArray(value)) yield* blanksInList(stage, argument);
        else if (value instanceof Map) yield* blanksInMap(stage, argument, isSet, meant);
      }
    }
  },
};

function* blanksInText(
  stage: LintedStage,
  argument: string,
  value: string,
  isList: boolean,
  isSet: (name: string) => boolean,
  meant: (name: string) => void,
): Iterable<Finding> {
  const parts = isList ? value.split(",") : [value];
  const blank = parts.find((name) => name !== name.trim() && name.trim() !== "" && !isSet(name));
  const expression = written(stage, argument);
  if (blank === undefined || expression === undefined) return;
  for (const name of parts) meant(name.trim());
  const trimmed = parts.map((name) => (isSet(name) ? name : name.trim())).join(",");
  yield blankFinding(blank, expression.span, literalOf(expression), trimmed);
}

const blankFinding = (name: string, span: Span, literal: Span | undefined, trimmed: string): Finding => ({
  message: `the blank belongs to the name ${JSON.stringify(name)}, which nothing sets`,
  span,
  fix: literal && { title: `Change to ${trimmed}`, edits: [{ span: literal, text: quoteString(trimmed) }] },
});

function* blanksInList(stage: LintedStage, argument: string): Iterable<Finding> {
  const expression = written(stage, argument);
  const list = expression && unwrapped(expression);
  if (list?.kind !== "array") return;
  for (const element of list.elements) yield* separateNames(element);
}

function* blanksInMap(
  stage: LintedStage,
  argument: string,
  isSet: (name: string) => boolean,
  meant: (name: string) => void,
): Iterable<Finding> {
  for (const { text, literal } of textsIn(stage, argument)) {
    if (text === text.trim() || text.trim() === "" || isSet(text)) continue;
    meant(text.trim());
    yield blankFinding(text, literal, literal, text.trim());
  }
}

export const tenantRemoved: Lint = {
  code: "tenant-removed",
  severity: "warning",
  *find(pipeline) {
    for (const keeps of pipeline.stages) {
      if (keeps.flow.keepsLabels === undefined || keeps.flow.keepsLabels.length === 0) continue;
      if (keeps.flow.keepsLabels.includes(TENANT_LABEL)) continue;
      const setsTenant = ({ flow }: LintedStage) =>
        flow.sets?.some((use: NameUse) => use.kind === "label" && use.name === TENANT_LABEL) === true;
      const setter = pipeline.stages.findLast(
        (one) => one.order < keeps.order && setsTenant(one) && isOnTheWayOf(keeps, one),
      );
      const isSetAgain = pipeline.stages.some((one) => one.order > keeps.order && setsTenant(one));
      if (setter === undefined || isSetAgain) continue;
      yield {
        message: `stage.label_keep removes the tenant of ${named(pipeline, setter)}, which is the label ${TENANT_LABEL}`,
        span: keeps.block.nameSpan,
        related: [{ message: "sets the tenant", span: setter.block.nameSpan }],
        fix: keepTenant(keeps),
      };
    }
  },
};

function keepTenant(keeps: LintedStage): QuickFix | undefined {
  const expression = written(keeps, "values");
  const list = expression && unwrapped(expression);
  const last = list?.kind === "array" ? list.elements.at(-1) : undefined;
  if (last === undefined) return undefined;
  const span = { start: last.span.end, end: last.span.end };
  return { title: `Keep ${TENANT_LABEL}`, edits: [{ span, text: `, ${quoteString(TENANT_LABEL)}` }] };
}

export const emptyLabel: Lint = {
  code: "empty-label",
  severity: "warning",
  *find({ stages }) {
    for (const stage of stages) {
      if (stage.node.spec.name !== "static_labels") continue;
      for (const { name, text, nameSpan } of textsIn(stage, "values")) {
        if (text !== "") continue;
        const edits = withoutName(stage, { kind: "label", name, argument: "values", key: name });
        yield {
          message: `the empty value sets no label ${JSON.stringify(name)}, and removes none: stage.label_drop does`,
          span: nameSpan,
          fix: edits && { title: `Leave out ${name}`, edits },
        };
      }
    }
  },
};

/** What Loki takes as a label's name. */
const LABEL_NAME = /^[A-Za-z_:][\w:]*$/;

export const labelName: Lint = {
  code: "label-name",
  severity: "warning",
  *find(pipeline) {
    for (const stage of pipeline.stages) {
      for (const use of stage.flow.sets ?? []) {
        if (use.kind !== "label" || use.key === undefined || LABEL_NAME.test(use.name)) continue;
        const isRemoved = pipeline.stages.some(
          ({ order, flow }) =>
            order > stage.order &&
            (flow.keepsLabels?.includes(use.name) === false ||
              flow.removes?.some(({ name }) => name === use.name) === true),
        );
        if (isRemoved) continue;
        const expression = written(stage, use.argument ?? "");
        const map = expression && unwrapped(expression);
        const field = map?.kind === "object" ? map.fields.find(({ name }) => name === use.key) : undefined;
        if (field === undefined) continue;
        const name = use.name.replaceAll(/[^\w:]/g, "_").replace(/^(?=\d)/, "_");
        const literal = literalOf(field.value);
        const isOwn = literal !== undefined && field.value.kind === "literal" && field.value.text.length === 2;
        yield {
          message: `Loki refuses labels with the name ${JSON.stringify(use.name)}: it takes letters, digits and underscores`,
          span: field.nameSpan,
          fix: {
            title: `Change to ${name}`,
            edits: [
              { span: field.nameSpan, text: name },
              ...(isOwn && literal !== undefined ? [{ span: literal, text: quoteString(use.name) }] : []),
            ],
          },
        };
      }
    }
  },
};

const TEMPLATE = /\{\{.*\}\}/s;

export const templateAsText: Lint = {
  code: "template-as-text",
  severity: "warning",
  *find({ stages }) {
    for (const stage of stages) {
      const { args, spec } = stage.node;
      if (spec.name === "tenant" && typeof args.value === "string" && args.value.includes("{{")) {
        yield {
          message: "value is a text, and no template: source names an extracted value",
          span: stage.block.nameSpan,
        };
      }
      if (spec.name === "labels" || spec.name === "structured_metadata") yield* templatesAsNames(stage);
      if (spec.name !== "static_labels") continue;
      for (const { name, value, text } of textsIn(stage, "values")) {
        if (!TEMPLATE.test(text)) continue;
        yield {
          message: `the label ${JSON.stringify(name)} is this text, and no template: stage.labels makes an extracted value a label`,
          span: value.span,
        };
      }
    }
  },
};

/** The values of stages that name what is extracted. */
function* templatesAsNames(stage: LintedStage): Iterable<Finding> {
  for (const { name, value, text } of textsIn(stage, "values")) {
    if (!TEMPLATE.test(text)) continue;
    const meant = /^\{\{ *\.(\w+) *\}\}$/.exec(text)?.[1];
    const written = meant === name ? "" : (meant ?? "");
    yield {
      message: `${stage.block.name} takes the name of an extracted value, and no template; stage.template before it makes one of several`,
      span: value.span,
      fix:
        meant === undefined
          ? undefined
          : { title: `Take the value ${meant}`, edits: [{ span: value.span, text: quoteString(written) }] },
    };
  }
}

/** What patterns have and names have not. */
const PATTERN_SIGNS = /[*+?|^$[\]()\\]/;

export const patternAsName: Lint = {
  code: "pattern-as-name",
  severity: "warning",
  *find({ stages }) {
    for (const stage of stages) {
      yield* patternsAsTexts(stage);
      if (!NAME_LISTS.has(stage.node.spec.name)) continue;
      const expression = written(stage, "values");
      const list = expression && unwrapped(expression);
      if (list?.kind !== "array") continue;
      const values = stage.node.args.values as readonly string[];
      for (const [i, element] of list.elements.entries()) {
        const name = values[i];
        if (name === undefined || literalOf(element) === undefined || !PATTERN_SIGNS.test(name)) continue;
        yield {
          message: `${JSON.stringify(name)} is a name, and no pattern: each name is written out; rules with labeldrop or labelkeep take patterns`,
          span: element.span,
        };
      }
    }
  },
};

/** What hardly stands in a text that is compared as a whole. */
const PATTERN = /\.[*+]|\\[dswDSW]|^\^|\w\$$|\(\?|\d\.\.$|\][*+]|\w\|\w/;

/** The `value` of drops and metrics. */
function* patternsAsTexts(stage: LintedStage): Iterable<Finding> {
  const dropped = argsBy(drop, stage.node);
  // Of several sources a separator joins the values.
  if (dropped !== undefined && !dropped.source.includes(",") && PATTERN.test(dropped.value)) {
    const attribute = stage.block.body.find(({ name }) => name === "value");
    yield {
      message: `value is compared as it is written, and ${JSON.stringify(dropped.value)} looks like a pattern: expression takes one`,
      span: argumentSpan(stage, "value"),
      fix:
        attribute?.kind === "attribute"
          ? { title: "Take it as expression", edits: [{ span: attribute.nameSpan, text: "expression" }] }
          : undefined,
    };
  }
  const measured = argsBy(metrics, stage.node);
  if (measured === undefined) return;
  for (const { args, index } of metricsIn(measured))
    if (PATTERN.test(args.value))
      yield {
        message: `value is compared as it is written, and ${JSON.stringify(args.value)} looks like a pattern: a selector of stage.match takes one`,
        span: argumentSpan(stage, "value", index),
      };
}

const NAME_LISTS: ReadonlySet<string> = new Set(["label_drop", "label_keep", "structured_metadata_drop"]);
