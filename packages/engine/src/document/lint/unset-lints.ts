/** A lint about names that nothing sets. */
import { nearest } from "@sluice/languages/base";
import type { NameUse } from "../../pipeline/stage-flow.ts";
import { argsBy } from "../../schema/args-by.ts";
import { drop } from "../../stages/drop.ts";
import { geoip } from "../../stages/geoip/geoip.ts";
import { labels } from "../../stages/labels.ts";
import { metrics } from "../../stages/metrics/metrics.ts";
import { template } from "../../stages/template.ts";
import { quoteString } from "../../syntax/index.ts";
import { MESSAGE_NAMES } from "../../vocabulary/index.ts";
import { isSurelyAbsent } from "./given/written-labels.ts";
import { isRemadeLabel, isUsualLabel } from "./incoming.ts";
import { mayBeSetInside } from "./kind-lints.ts";
import type { Finding, Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { needs } from "./needs.ts";
import { unsetEither, unsetReads } from "./unset.ts";
import { isOf, type LintedPipeline, type LintedStage, named, placeOf } from "./view.ts";

/** Names that are compared with others at most, and their lengths: short ones are alike by chance. */
const MAX_COMPARED = 100;
const MIN_LENGTH = 4;
const MAX_LENGTH = 64;

export const nameNotSet: Lint = {
  code: "name-not-set",
  severity: "warning",
  *find(pipeline, names) {
    yield* absentLabels(pipeline, names);
    yield* internalNames(pipeline, names);
    yield* otherCases(pipeline, names);
    yield* unsetInTemplates(pipeline, names);
    let compared = 0;
    const unset = [...unsetReads(pipeline, names), ...unsetEither(pipeline, names)].filter(
      ({ stage, use }) =>
        names.setters("extracted", use.name).length === 0 && (use.argument !== "name" || isNumber(stage, use)),
    );
    const isUnparsed = unset.some(({ stage, use }) => isText(pipeline, stage, use));
    for (const { stage, use } of unset) {
      // Those have a lint of their own.
      if (use.name !== use.name.trim() || use.name.includes("{{") || names.meant.has(use.name)) continue;
      if (++compared > MAX_COMPARED) return;
      const swapped = swappedPair(stage, use, names);
      if (swapped !== undefined) {
        names.meant.add(use.key!);
        yield swapped;
        continue;
      }
      const near =
        aliasBefore(pipeline, stage, use.name, names) ??
        nearBefore(pipeline, stage, use.name, names) ??
        inOtherCase(pipeline, stage, use.name);
      const { span, replaceable } = placeOf(stage, use);
      if (near !== undefined) {
        names.meant.add(near.name);
        yield {
          message: `nothing sets ${JSON.stringify(use.name)}; ${near.why}`,
          span,
          fix: replaceable && {
            title: `Change to ${near.name}`,
            edits: [{ span: replaceable, text: quoteString(near.name) }],
          },
        };
        continue;
      }
      const reads = readsLines(pipeline, stage, names);
      const isDue =
        isText(pipeline, stage, use) ||
        isOwnLabel(pipeline, stage, use) ||
        (stage.parentBlock !== undefined && isNumber(stage, use)) ||
        (reads ? isValue(stage, use) : isUnparsed);
      if (!isDue || isUsualLabel(use.name) || pipeline.incoming.has(use.name)) continue;
      const meant = isComparable(use.name) ? nearest(use.name, extractedBefore(pipeline, stage)) : undefined;
      const hint = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
      yield {
        message: `no stage extracts ${JSON.stringify(use.name)}${reads ? hint : ", and none before it reads the line"}`,
        span,
        fix:
          reads && meant !== undefined && replaceable !== undefined
            ? { title: `Change to ${meant}`, edits: [{ span: replaceable, text: quoteString(meant) }] }
            : undefined,
      };
    }
  },
};

/** Labels that a stage needs, and that neither the sources set nor a stage makes. */
function* absentLabels({ stages, reaching }: LintedPipeline, names: PipelineNames): Iterable<Finding> {
  for (const stage of stages) {
    for (const use of needs(stage, "label")) {
      const { name } = use;
      if (names.isSet(name) || !isSurelyAbsent(reaching, name)) continue;
      if (names.isBlindAt(stage, "label") || mayBeSetInside(stage, "label")) continue;
      yield {
        message: `entries have no label ${JSON.stringify(name)} here: their source does not set it, and no stage makes it`,
        span: placeOf(stage, use).span,
      };
    }
  }
}

/** Labels of discovery and of sources, which these remove from what they send. */
const INTERNAL = /^__(?:path__$|meta_|journal_|syslog_)/;

function* internalNames({ file, stages }: LintedPipeline, names: PipelineNames): Iterable<Finding> {
  if (file.text.includes("preserve_discovered_labels")) return;
  for (const stage of stages) {
    for (const use of stage.flow.reads ?? []) {
      const { kind, name } = use;
      if (kind === "metadata" || !INTERNAL.test(name) || stage.parentBlock === undefined) continue;
      if (names.isSet(name)) continue;
      const { span, replaceable } = placeOf(stage, use);
      const isPath = name === "__path__";
      yield {
        message: `a source removes ${JSON.stringify(name)} before it sends entries: ${isPath ? "the label filename has the path" : "a rule makes it a label, in discovery.relabel or in relabel_rules of the source"}`,
        span,
        fix:
          isPath && replaceable
            ? { title: "Change to filename", edits: [{ span: replaceable, text: quoteString("filename") }] }
            : undefined,
      };
    }
  }
}

/** What a template reads, and stages before it extract in another case alone. */
function* otherCases({ stages, incoming }: LintedPipeline, names: PipelineNames): Iterable<Finding> {
  const extracted = new Map<string, string>();
  for (const stage of stages) {
    if (names.isBlindAt(stage, "extracted")) return;
    for (const use of stage.flow.reads ?? []) {
      const { kind, name, optional } = use;
      const meant = optional && kind === "extracted" ? extracted.get(name.toLowerCase()) : undefined;
      if (meant === undefined || incoming.has(name) || isUsualLabel(name)) continue;
      if (names.isSet(name)) continue;
      yield {
        message: `nothing sets ${JSON.stringify(name)}, and names are compared with their case; did you mean ${JSON.stringify(meant)}?`,
        span: placeOf(stage, use).span,
      };
    }
    for (const { kind, name } of stage.flow.sets ?? [])
      if (kind === "extracted") extracted.set(name.toLowerCase(), name);
  }
}

/** A template that has something to say without a value. */
const CHOOSES = /\b(?:if|with|or|default|coalesce|ternary|hasKey|empty|get|index)\b/;

/** Names in a template that no stage sets: those like one that nothing reads, and those of texts. */
function* unsetInTemplates(pipeline: LintedPipeline, names: PipelineNames): Iterable<Finding> {
  let compared = 0;
  for (const stage of pipeline.stages) {
    if (names.isBlindAt(stage, "extracted") || names.isBlindAt(stage, "label")) return;
    const text = argsBy(template, stage.node)?.template.text;
    if (text === undefined || CHOOSES.test(text)) continue;
    for (const use of stage.flow.reads ?? []) {
      const { kind, name, argument } = use;
      if (kind !== "extracted" || argument !== "template" || pipeline.incoming.has(name) || isUsualLabel(name))
        continue;
      // What the template itself sets has no value before it.
      const isSet = names.isSet(name);
      if (isSet && names.setters("extracted", name).some((one) => one.stage !== stage)) continue;
      if (names.settersBefore(stage, "extracted", name).length > 0) continue;
      // That has a message of its own.
      if (inOtherCase(pipeline, stage, name) !== undefined) continue;
      if (++compared > MAX_COMPARED) return;
      const alias = aliasBefore(pipeline, stage, name, names);
      if (isSet && alias === undefined) continue;
      const near = alias ?? nearBefore(pipeline, stage, name, names) ?? otherText(pipeline, stage, name, names);
      if (near !== undefined) names.meant.add(near.name);
      else if (!TEXT_NAMES.has(name) || !readsLines(pipeline, stage, names)) continue;
      yield {
        message: near
          ? `nothing sets ${JSON.stringify(name)}; ${near.why}`
          : `no stage extracts ${JSON.stringify(name)}`,
        span: placeOf(stage, use).span,
      };
    }
  }
}

/** What a stage before extracts under the same name with other capitals. */
function inOtherCase({ stages }: LintedPipeline, { order }: LintedStage, wanted: string): Near | undefined {
  const isMeant = ({ kind, name }: NameUse): boolean =>
    kind === "extracted" && name !== wanted && name.toLowerCase() === wanted.toLowerCase();
  const name = stages
    .slice(0, order)
    .flatMap(({ flow }) => flow.sets ?? [])
    .find(isMeant)?.name;
  return name === undefined
    ? undefined
    : { name, why: `names are compared with their case; did you mean ${JSON.stringify(name)}?` };
}

/** The only other name for the text of an entry that nothing reads, where `wanted` is one. */
function otherText(
  { stages }: LintedPipeline,
  { order }: LintedStage,
  wanted: string,
  names: PipelineNames,
): Near | undefined {
  if (!TEXT_NAMES.has(wanted)) return undefined;
  const found = new Set(
    stages
      .slice(0, order)
      .flatMap(({ flow }) => flow.sets ?? [])
      .flatMap(({ kind, name }) => (kind === "extracted" && TEXT_NAMES.has(name) ? name : [])),
  );
  const [name, ...others] = [...found].filter((one) => names.readers("extracted", one).length === 0);
  return name === undefined || others.length > 0 ? undefined : { name, why: `did you mean ${JSON.stringify(name)}?` };
}

/** What a label hardly holds: the texts that some stages read, by the stage or by the name. */
const isText = ({ stages, incoming }: LintedPipeline, { flow }: LintedStage, { name, argument }: NameUse): boolean =>
  // One stage is a snippet.
  stages.length > 1 &&
  argument === "source" &&
  !isUsualLabel(name) &&
  !incoming.has(name) &&
  (flow.readsText === true || TEXT_NAMES.has(name));

const TEXT_NAMES: ReadonlySet<string> = new Set(MESSAGE_NAMES);

/** A label of the value's own name: it has that already, or never. A text that is no name is meant as the value. */
const isOwnLabel = ({ stages }: LintedPipeline, stage: LintedStage, { key, name }: NameUse): boolean =>
  stages.length > 1 && isOf(stage, labels) && (key === name || !/^[A-Za-z_]\w*$/.test(name));

/** What a stage compares or counts, where others are extracted: hardly a label, which a selector would compare. */
const isValue = (stage: LintedStage, { name, argument, block }: NameUse): boolean =>
  [drop, metrics, geoip].some((spec) => isOf(stage, spec)) &&
  !isRemadeLabel(name) &&
  argument === "source" &&
  stage.flow.reads?.filter((use) => use.argument === argument && use.block === block).length === 1;

/** What a metric adds or observes: a label hardly holds a number. */
function isNumber({ node }: LintedStage, { block }: NameUse): boolean {
  const given = argsBy(metrics, node);
  if (given === undefined) return false;
  const numeric = [
    ...given["metric.histogram"],
    ...given["metric.counter"].filter(({ args: { action } }) => action === "add"),
    ...given["metric.gauge"].filter(({ args: { action } }) => action !== "inc" && action !== "dec"),
  ];
  return numeric.some(({ index, args }) => index === block && args.value === "");
}

/** Whether a stage before `stage` extracts what it reads in the line. */
const readsLines = ({ stages }: LintedPipeline, { order }: LintedStage, names: PipelineNames): boolean =>
  stages.some(
    (one) =>
      one.order < order &&
      one.flow.sets?.some(({ kind }) => kind === "extracted") === true &&
      !(one.flow.reads ?? []).some(
        (use) =>
          use.kind === "extracted" &&
          use.argument === "source" &&
          names.settersBefore(one, "extracted", use.name).length === 0,
      ),
  );

/** `level = "log_level"`, where `level` is extracted: a pair has the label's name first. */
function swappedPair(stage: LintedStage, use: NameUse, names: PipelineNames): Finding | undefined {
  const { key, name } = use;
  if (!isOf(stage, labels) || key === undefined || key === name) return undefined;
  const isSet = names.settersBefore(stage, "extracted", key).some((one) => one.use.kind === "extracted");
  if (!isSet || names.readers("extracted", key).length > 0) return undefined;
  const { field, replaceable, span } = placeOf(stage, use);
  const isName = /^[A-Za-z_]\w*$/.test(name);
  return {
    message: `nothing sets ${JSON.stringify(name)}; the label comes first: ${name} = ${JSON.stringify(key)}`,
    span,
    fix:
      field === undefined || replaceable === undefined || !isName
        ? undefined
        : {
            title: `Make ${key} the label ${name}`,
            edits: [
              { span: field.nameSpan, text: name },
              { span: replaceable, text: quoteString(key) },
            ],
          },
  };
}

interface Near {
  readonly name: string;
  readonly why: string;
}

/** The value under whose name a stage before extracts the field that is called so. */
function aliasBefore(
  pipeline: LintedPipeline,
  stage: LintedStage,
  wanted: string,
  names: PipelineNames,
): Near | undefined {
  for (const one of pipeline.stages) {
    if (one.order >= stage.order) return undefined;
    for (const { kind, name, argument, key } of one.flow.sets ?? []) {
      if (kind !== "extracted" || key === undefined || name === wanted) continue;
      const fields: unknown = one.node.args[argument ?? ""];
      const field: unknown = fields instanceof Map ? fields.get(key) : undefined;
      if (String(field ?? "").replace(/^"(.*)"$/, "$1") !== wanted) continue;
      // A label may have the field's name, too, if what it is extracted as is read.
      if (isUsualLabel(wanted) && names.readers(kind, name).length > 0) continue;
      return { name, why: `${named(pipeline, one)} extracts the field as ${JSON.stringify(name)}` };
    }
  }
  return undefined;
}

function nearBefore(
  pipeline: LintedPipeline,
  stage: LintedStage,
  wanted: string,
  names: PipelineNames,
): Near | undefined {
  if (!isComparable(wanted)) return undefined;
  const unread = unreadBefore(pipeline, stage, names);
  const name = nearest(wanted, unread) ?? longerOrShorter(wanted, unread);
  return name === undefined ? undefined : { name, why: `did you mean ${JSON.stringify(name)}?` };
}

/** The only name that has a word more, or less, at its end. */
function longerOrShorter(wanted: string, unread: readonly string[]): string | undefined {
  const [name, ...others] = unread.filter((one) => one.startsWith(`${wanted}_`) || wanted.startsWith(`${one}_`));
  return others.length === 0 ? name : undefined;
}

const isComparable = ({ length }: string): boolean => MIN_LENGTH <= length && length <= MAX_LENGTH;

/** What stages before `stage` extract, also where others read it. */
function extractedBefore({ stages }: LintedPipeline, { order }: LintedStage): string[] {
  const found = new Set<string>();
  for (const { flow } of stages.slice(0, order))
    for (const { kind, name } of flow.sets ?? [])
      if (kind === "extracted" && isComparable(name) && found.size < MAX_COMPARED) found.add(name);
  return [...found];
}

function unreadBefore({ stages }: LintedPipeline, { order }: LintedStage, names: PipelineNames): string[] {
  const found = new Set<string>();
  for (const stage of stages.slice(0, order)) {
    for (const { kind, name, argument } of stage.flow.sets ?? []) {
      if (kind !== "extracted" || argument === undefined || names.readers(kind, name).length > 0) continue;
      if (isComparable(name) && found.size < MAX_COMPARED && !names.mayBeReadAfter(stage, kind)) found.add(name);
    }
  }
  return [...found];
}
