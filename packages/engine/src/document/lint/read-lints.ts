/** Lints about names that a stage reads. */

import { nearest } from "@sluice/languages/base";
import type { NameUse } from "../../pipeline/stage-flow.ts";
import { CompiledText } from "../../schema/compiled-text.ts";
import { quoteString } from "../../syntax/index.ts";
import { isUsualLabel, REMADE } from "./incoming.ts";
import type { Finding, Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import {
  ancestorsOf,
  isOnTheWayOf,
  type LintedPipeline,
  type LintedStage,
  named,
  placeOf,
  placesRead,
} from "./view.ts";

/** Names that are compared with others at most, and their lengths: short ones are alike by chance. */
const MAX_COMPARED = 100;
const MIN_LENGTH = 4;
const MAX_LENGTH = 64;

interface StageUse {
  readonly stage: LintedStage;
  readonly use: NameUse;
}

/** What a stage needs of the extracted map, and no stage before it sets. */
function* unsetReads({ stages }: LintedPipeline, names: PipelineNames): Iterable<StageUse> {
  for (const stage of stages) {
    if (names.isBlindAt(stage, "extracted")) return;
    const labels = placesRead(stage, "label");
    for (const use of stage.flow.reads ?? []) {
      if (use.kind !== "extracted" || use.optional || labels.has(use)) continue;
      if (names.settersBefore(stage, "extracted", use.name).length === 0) yield { stage, use };
    }
  }
}

/**
 * What a stage takes as an extracted value or as a label, and no stage before it sets as either: of names that labels of sources
 * hardly have.
 */
function* unsetEither(pipeline: LintedPipeline, names: PipelineNames): Iterable<StageUse> {
  for (const stage of pipeline.stages) {
    if (names.isBlindAt(stage, "extracted") || names.isBlindAt(stage, "label")) return;
    const labels = placesRead(stage, "label");
    for (const use of stage.flow.reads ?? []) {
      const { kind, name, optional } = use;
      if (kind !== "extracted" || optional || !labels.has(use) || isUsualLabel(name) || REMADE.has(name)) continue;
      if (pipeline.incoming.has(name) || names.settersBefore(stage, "extracted", name).length > 0) continue;
      yield { stage, use };
    }
  }
}

export const readBeforeSet: Lint = {
  code: "read-before-set",
  severity: "warning",
  title: "A name is read before it is set",
  doc: "A stage reads an extracted value, or a label, that only a later stage sets. Stages run in the order in which they are written, so it is not there yet. Move the stage that sets it before the one that reads it.",
  example: `stage.labels {
  values = { level = "" }
}

stage.logfmt {
  mapping = { level = "" }
}
`,
  *find(pipeline, names) {
    for (const { stage, use } of unsetReads(pipeline, names)) {
      const setters = names.setters("extracted", use.name);
      const later = setters.find((one) => one.stage.order > stage.order && isOnTheWayOf(one.stage, stage));
      if (later !== undefined) yield tooEarly(pipeline, stage, use, later.stage);
    }
    for (const { stage, use } of unsetEither(pipeline, names)) {
      const later = names
        .setters("extracted", use.name)
        .find((one) => one.stage.order > stage.order && isOnTheWayOf(one.stage, stage));
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
    if (setter.node.spec.name === "static_labels")
      return !incoming.has(name) && selects(stage, name, staticText(setter, name));
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
    message: `${what}${JSON.stringify(use.name)} is read here, and only ${named(pipeline, later)} sets it`,
    span: placeOf(stage, use).span,
    related: [{ message: "set here", span: later.block.nameSpan }],
  };
}

export const nameNotSet: Lint = {
  code: "name-not-set",
  severity: "warning",
  title: "A name is read that nothing sets",
  doc: "No stage sets the extracted value that is read. An earlier stage sets one with nearly the same name, which nothing reads, or extracts the field of that name under another one. Or no stage extracts it at all, although no label of the source can be meant: stage.timestamp and stage.output read a text of the line, and a label of its own name is there already.",
  example: `stage.json {
  expressions = { status = "", message = "" }
}

stage.labels {
  values = { status = "" }
}

stage.output {
  source = "mesage"
}
`,
  fixed: `stage.json {
  expressions = { status = "", message = "" }
}

stage.labels {
  values = { status = "" }
}

stage.output {
  source = "message"
}
`,
  *find(pipeline, names) {
    let compared = 0;
    const unset = [...unsetReads(pipeline, names), ...unsetEither(pipeline, names)].filter(
      ({ use }) => names.setters("extracted", use.name).length === 0 && use.argument !== "name",
    );
    const isUnparsed = unset.some(({ stage, use }) => isText(pipeline, stage, use));
    for (const { stage, use } of unset) {
      if (++compared > MAX_COMPARED) return;
      const near = aliasBefore(pipeline, stage, use.name, names) ?? nearBefore(pipeline, stage, use.name, names);
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
        isText(pipeline, stage, use) || isOwnLabel(pipeline, stage, use) || (reads ? isValue(stage, use) : isUnparsed);
      if (!isDue || isUsualLabel(use.name) || pipeline.incoming.has(use.name)) continue;
      yield {
        message: `no stage extracts ${JSON.stringify(use.name)}${reads ? "" : ", and none before it reads the line"}`,
        span,
      };
    }
  },
};

/** What a label hardly holds: the texts that some stages read, by the stage or by the name. */
const isText = ({ stages, incoming }: LintedPipeline, { flow }: LintedStage, { name, argument }: NameUse): boolean =>
  // One stage is a snippet.
  stages.length > 1 &&
  argument === "source" &&
  !isUsualLabel(name) &&
  !incoming.has(name) &&
  (flow.readsText === true || TEXT_NAMES.has(name));

const TEXT_NAMES: ReadonlySet<string> = new Set(["msg", "message", "line", "body", "log", "output", "content", "text"]);

/** A label of the value's own name: it has that already, or never. A text that is no name is meant as the value. */
const isOwnLabel = ({ stages }: LintedPipeline, { node }: LintedStage, { key, name }: NameUse): boolean =>
  stages.length > 1 && node.spec.name === "labels" && (key === name || !/^[A-Za-z_]\w*$/.test(name));

/** What a stage compares or counts, where others are extracted: hardly a label, which a selector would compare. */
const isValue = ({ node, flow }: LintedStage, { name, argument, block }: NameUse): boolean =>
  COMPARED.has(node.spec.name) &&
  !REMADE.has(name) &&
  argument === "source" &&
  flow.reads?.filter((use) => use.argument === argument && use.block === block).length === 1;

const COMPARED: ReadonlySet<string> = new Set(["drop", "metrics", "geoip"]);

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
  const name = nearest(wanted, unreadBefore(pipeline, stage, names));
  return name === undefined ? undefined : { name, why: `did you mean ${JSON.stringify(name)}?` };
}

const isComparable = ({ length }: string): boolean => MIN_LENGTH <= length && length <= MAX_LENGTH;

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

export const differsInAlloy: Lint = {
  code: "differs-in-alloy",
  severity: "warning",
  title: "Alloy has the value under another name",
  doc: "Sluice extracts the value under a name that its documentation promises and Alloy does not have. Read the name that both have, so that the pipeline does the same in Alloy.",
  example: `stage.cri { }

stage.labels {
  values = { written = "timestamp" }
}
`,
  fixed: `stage.cri { }

stage.labels {
  values = { written = "time" }
}
`,
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
