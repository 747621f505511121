/** Lints about names that a stage reads. */

import { nearest } from "@sluice/languages/base";
import type { FlowKind, NameUse } from "../../pipeline/stage-flow.ts";
import { quoteString } from "../../syntax/index.ts";
import type { Finding, Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { ancestorsOf, isOnTheWayOf, type LintedPipeline, type LintedStage, named, placeOf } from "./view.ts";

/** Names that are compared with others at most, and their lengths: short ones are alike by chance. */
const MAX_COMPARED = 100;
const MIN_LENGTH = 4;
const MAX_LENGTH = 64;

/** What a stage needs of the extracted map, and no stage before it sets. */
function* unsetReads(
  { stages }: LintedPipeline,
  names: PipelineNames,
): Iterable<{ readonly stage: LintedStage; readonly use: NameUse }> {
  for (const stage of stages) {
    if (names.isBlindAt(stage, "extracted")) return;
    const labels = placesRead(stage, "label");
    for (const use of stage.flow.reads ?? []) {
      if (use.kind !== "extracted" || use.optional || labels.has(placeKey(use))) continue;
      if (names.settersBefore(stage, "extracted", use.name).length === 0) yield { stage, use };
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
    for (const stage of pipeline.stages) {
      const extracted = placesRead(stage, "extracted");
      for (const use of stage.flow.reads ?? []) {
        if (use.kind !== "label" || use.optional || extracted.has(placeKey(use))) continue;
        const later = lateLabel(stage, use, names);
        if (later !== undefined) yield tooEarly(pipeline, stage, use, later);
      }
    }
  },
};

/**
 * Where a stage reads what is of one kind: at such a place it reads an extracted value or a label, whichever exists. Labels may
 * have come with the entry.
 */
const placesRead = ({ flow }: LintedStage, kind: FlowKind): ReadonlySet<string> =>
  new Set((flow.reads ?? []).flatMap((use) => (use.kind === kind ? placeKey(use) : [])));

const placeKey = ({ name, argument, key, block }: NameUse): string => JSON.stringify([name, argument, key, block]);

/**
 * The stage that makes the label of a value which is itself read only after `stage`. Other labels may have come with the
 * entry, to be changed later.
 */
function lateLabel(stage: LintedStage, { name }: NameUse, names: PipelineNames): LintedStage | undefined {
  const setters = names.setters("label", name);
  if (names.isBlindAt(stage, "label") || setters.some((one) => one.stage.order <= stage.order)) return undefined;
  return setters.find(({ stage: setter, use }) => {
    if (ancestorsOf(setter).includes(stage) || !isOnTheWayOf(setter, stage)) return false;
    const reads = setter.flow.reads?.filter(({ kind, key }) => kind === "extracted" && key === use.key) ?? [];
    const sources = setter.flow.sets?.some(({ kind, name: other }) => kind === "extracted" && other === name)
      ? [name]
      : reads.map((read) => read.name);
    return sources.some((source) => {
      const from = names.setters("extracted", source);
      return from.length > 0 && from.every((one) => one.stage.order > stage.order);
    });
  })?.stage;
}

function tooEarly(pipeline: LintedPipeline, stage: LintedStage, use: NameUse, later: LintedStage): Finding {
  const what = use.kind === "label" ? "the label " : "";
  return {
    message: `${what}${JSON.stringify(use.name)} is read here, and only ${named(pipeline, later)} sets it`,
    span: placeOf(stage, use).span,
    related: [{ message: "set here", span: later.block.nameSpan }],
  };
}

export const nameNotSet: Lint = {
  code: "name-not-set",
  severity: "warning",
  title: "A name is probably mistyped",
  doc: "No stage sets the extracted value that is read, but an earlier stage sets one with nearly the same name, which nothing reads.",
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
    for (const { stage, use } of unsetReads(pipeline, names)) {
      if (names.setters("extracted", use.name).length > 0 || use.argument === "name") continue;
      if (!isComparable(use.name) || ++compared > MAX_COMPARED) continue;
      const near = nearest(use.name, unreadBefore(pipeline, stage, names));
      if (near === undefined) continue;
      names.meant.add(near);
      const { span, replaceable } = placeOf(stage, use);
      yield {
        message: `nothing sets ${JSON.stringify(use.name)}; did you mean ${JSON.stringify(near)}?`,
        span,
        fix: replaceable && {
          title: `Change to ${near}`,
          edits: [{ span: replaceable, text: quoteString(near) }],
        },
      };
    }
  },
};

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
