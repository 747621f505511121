/** Lints about stages before one that joins lines: what they do to single lines it cannot put right. */
import type { QuickFix } from "../../base/diagnostic.ts";
import type { NameUse } from "../../pipeline/stage-flow.ts";
import { CompiledText } from "../../schema/compiled-text.ts";
import { spanInside } from "../../schema/literal-offsets.ts";
import { beginsLike, seeksDate } from "./line-starts.ts";
import type { Finding, Lint } from "./lint.ts";
import { moveBefore } from "./order-lints.ts";
import { argumentSpan, isOnTheWayOf, type LintedPipeline, type LintedStage, named } from "./view.ts";

const isNamed = ({ node }: LintedStage, ...names: readonly string[]): boolean => names.includes(node.spec.name);
const patternOf = ({ node }: LintedStage, argument: string): string => {
  const text = node.args[argument];
  return text instanceof CompiledText ? text.text : "";
};
const textOf = ({ node }: LintedStage, argument: string): string => String(node.args[argument] ?? "");

/** Stages that every line passes before it reaches `stage`, in their order. */
const onTheWayTo = ({ stages }: LintedPipeline, stage: LintedStage): LintedStage[] =>
  stages.filter((one) => one.order < stage.order && isOnTheWayOf(one, stage) && !one.children.includes(stage));

/** Reads the line itself, as it arrives. */
const parsesLine = (stage: LintedStage): boolean =>
  isNamed(stage, "regex", "pattern", "logfmt", "json") && textOf(stage, "source") === "";

/** The value that it reads, if `parser` is the last before it to set it. */
function takenFrom(parser: LintedStage, stage: LintedStage, stages: readonly LintedStage[]): NameUse | undefined {
  return stage.flow.reads?.find(
    ({ kind, name }) =>
      kind === "extracted" && stages.findLast((one) => one.order < stage.order && setsValue(one, name)) === parser,
  );
}

const setsValue = ({ flow }: LintedStage, name: string): boolean =>
  flow.sets?.some((use) => use.kind === "extracted" && use.name === name) ?? false;

/** Whether a line that `parser` can read is a first line, and one that it cannot is none. */
function readsFirstLines(parser: LintedStage, firstline: string): boolean {
  if (isNamed(parser, "regex")) {
    const expression = patternOf(parser, "expression");
    if (beginsLike(expression, firstline)) return true;
    // What all lines begin with, `firstline` looks for as well.
    return expression.startsWith("^") && seeksDate(firstline) && !beginsLike(firstline, expression);
  }
  if (isNamed(parser, "logfmt")) return /^\^\(?(?:\?:)?[\w|]+\)?=/.test(firstline);
  return isNamed(parser, "pattern") && seeksDate(firstline);
}

export const multilineTooLate: Lint = {
  code: "multiline-too-late",
  severity: "warning",
  *find(pipeline) {
    for (const joins of pipeline.stages) {
      if (!isNamed(joins, "multiline")) continue;
      const finding = whyTooLate(pipeline, joins);
      if (finding !== undefined) yield finding;
    }
  },
};

function whyTooLate(pipeline: LintedPipeline, joins: LintedStage): Finding | undefined {
  const firstline = patternOf(joins, "firstline");
  const before = onTheWayTo(pipeline, joins);
  const span = joins.block.nameSpan;
  const finding = (message: string, first: LintedStage, because: LintedStage, why: string): Finding => ({
    message,
    span,
    related: [{ message: why, span: because.block.nameSpan }],
    fix: joinBefore(pipeline, first, joins),
  });
  const packs = before.find((one) => isNamed(one, "pack"));
  if (packs !== undefined && /^\^?[\w\\[\]-]/.test(firstline))
    return finding(
      `${named(pipeline, packs)} makes a JSON object of each line before they are joined; put stage.multiline before it`,
      packs,
      packs,
      "packs single lines",
    );
  const cutsAt = before.findLast(({ flow, node }) => flow.setsLine && node.spec.name !== "decolorize");
  for (const parser of before) {
    if (!parsesLine(parser)) continue;
    const isCut = cutsAt !== undefined && cutsAt.order > parser.order;
    if (isCut) {
      if (isNamed(cutsAt, "output") && isNamed(parser, "regex") && losesStart(parser, cutsAt, firstline, before))
        return finding(
          `${named(pipeline, cutsAt)} cuts the beginning of the line that firstline looks for; put stage.multiline before ${parser.block.name}`,
          parser,
          cutsAt,
          "cuts the line",
        );
      continue;
    }
    if (isNamed(parser, "json")) {
      if (!/^\^(?:\\s\*)?\\?\{/.test(firstline)) continue;
      return finding(
        `${named(pipeline, parser)} parses single lines of an object that only stage.multiline joins; put stage.multiline before it`,
        parser,
        parser,
        "parses single lines",
      );
    }
    const labels = labelsFrom(parser, before);
    if (labels !== undefined && readsFirstLines(parser, firstline))
      return finding(
        `only first lines get the ${labels.what} of ${named(pipeline, labels.stage)}, and lines of different labels are not joined; put stage.multiline before ${parser.block.name}`,
        parser,
        labels.stage,
        "sets labels of single lines",
      );
    const output = pipeline.stages.find(
      (one) =>
        one.order > joins.order && isNamed(one, "output") && takenFrom(parser, one, pipeline.stages) !== undefined,
    );
    if (output !== undefined && readsFirstLines(parser, firstline))
      return finding(
        `${named(pipeline, output)} replaces the joined lines by what ${parser.block.name} read of the first one; put stage.multiline before ${parser.block.name}`,
        parser,
        parser,
        "reads the first line alone",
      );
  }
  return undefined;
}

/** Moves the joining stage up, unless a stage between makes the lines that it joins. */
function joinBefore(pipeline: LintedPipeline, first: LintedStage, joins: LintedStage): QuickFix | undefined {
  const between = pipeline.stages.slice(first.order + 1, joins.order);
  return between.some(({ flow }) => flow.unwrapsLines) ? undefined : moveBefore(pipeline, first, joins);
}

/** A stage that makes a label, or the tenant, of what the parser read. */
function labelsFrom(
  parser: LintedStage,
  before: readonly LintedStage[],
): { readonly stage: LintedStage; readonly what: string } | undefined {
  if (parser.node.args.labels_from_groups === true) return { stage: parser, what: "labels" };
  for (const stage of before) {
    if (stage.order < parser.order || !isNamed(stage, "labels", "tenant")) continue;
    const use = takenFrom(parser, stage, before);
    if (use !== undefined)
      return { stage, what: isNamed(stage, "tenant") ? "tenant" : `label ${JSON.stringify(use.key ?? use.name)}` };
  }
  return undefined;
}

/** The value that becomes the line is no capture at the beginning of it. */
function losesStart(
  parser: LintedStage,
  output: LintedStage,
  firstline: string,
  before: readonly LintedStage[],
): boolean {
  const use = takenFrom(parser, output, before);
  const expression = patternOf(parser, "expression");
  if (use === undefined || !readsFirstLines(parser, firstline)) return false;
  return !new RegExp(`^\\^\\(*(?:\\?P?<${use.name}>)`).test(expression);
}

export const linesLost: Lint = {
  code: "lines-lost-before-join",
  severity: "warning",
  *find(pipeline) {
    for (const joins of pipeline.stages) {
      if (!isNamed(joins, "multiline", "cri")) continue;
      const before = onTheWayTo(pipeline, joins);
      for (const loses of before) {
        const what = whatIsLost(loses, joins, before);
        if (what === undefined) continue;
        const parts = isNamed(joins, "cri") ? "parts of long lines" : "lines of one entry";
        yield {
          message: `${loses.block.name} drops ${what} before ${named(pipeline, joins)} joins the ${parts}; put ${joins.block.name} before it`,
          span: loses.block.nameSpan,
          related: [{ message: "joins lines", span: joins.block.nameSpan }],
          fix: joinBefore(pipeline, loses, joins),
        };
        break;
      }
    }
  },
};

/** Every line that begins with a blank, but for those that are empty. */
const INDENTED = /^\^(?:\\s|\\t| |\[(?: |\\s|\\t)+\])\+?(?:\\S)?(?:\.[*+]\$?)?$/;

/** Which single lines it drops, where the others of their entry stay. */
function whatIsLost(loses: LintedStage, joins: LintedStage, before: readonly LintedStage[]): string | undefined {
  const { args } = loses.node;
  if (isNamed(loses, "sampling")) return Number(args.rate) > 0 && Number(args.rate) < 1 ? "lines at random" : undefined;
  if (isNamed(loses, "limit")) return args.drop === true ? "lines beyond its rate" : undefined;
  if (!isNamed(loses, "drop") || isNamed(joins, "cri")) return undefined;
  const firstline = patternOf(joins, "firstline");
  if (textOf(loses, "source") === "") {
    const expression = patternOf(loses, "expression");
    if (INDENTED.test(expression) && !/^\^?(?:\\s|\[? |\.)/.test(firstline)) return "the other lines";
    return beginsLike(expression, firstline) ? "first lines alone" : undefined;
  }
  const parser = before.find(
    (one) => parsesLine(one) && one.order < loses.order && takenFrom(one, loses, before) !== undefined,
  );
  const isCut =
    parser !== undefined &&
    before.some(({ order, flow, node }) => order > parser.order && flow.setsLine && node.spec.name !== "decolorize");
  return parser !== undefined && !isCut && readsFirstLines(parser, firstline) ? "first lines alone" : undefined;
}

export const firstlineMatchesAll: Lint = {
  code: "firstline-matches-all",
  severity: "warning",
  *find({ stages }) {
    for (const stage of stages) {
      const text = stage.node.args.firstline;
      if (!isNamed(stage, "multiline") || !(text instanceof CompiledText) || !text.isOf("re2")) continue;
      if (text.ifGiven?.matchesAll !== true) continue;
      yield {
        message: "firstline matches every line, so that no line is joined to another",
        span: argumentSpan(stage, "firstline"),
      };
    }
  },
};

export const decolorizeTooLate: Lint = {
  code: "decolorize-too-late",
  severity: "warning",
  *find(pipeline) {
    for (const joins of pipeline.stages) {
      if (!isNamed(joins, "multiline")) continue;
      const firstline = patternOf(joins, "firstline");
      if (!firstline.startsWith("^") || /^\^\W*(?:\\x|\\e|\\033|\x1b)/.test(firstline)) continue;
      const before = onTheWayTo(pipeline, joins);
      const removes = pipeline.stages.find(
        (one) => isNamed(one, "decolorize") && one.order > joins.order && isOnTheWayOf(joins, one),
      );
      if (removes === undefined || before.some((one) => isNamed(one, "decolorize"))) continue;
      yield {
        message: `firstline begins with ^, and colours at the beginning of a line are removed only by ${named(pipeline, removes)}; put stage.decolorize before stage.multiline`,
        span: joins.block.nameSpan,
        related: [{ message: "removes colours", span: removes.block.nameSpan }],
        fix: moveBefore(pipeline, joins, removes),
      };
    }
  },
};

/** A group of all to the end, by name. */
const REST_GROUP = /\(\?P?<(\w+)>\.[*+]\)(\$?)$/;

export const blockCut: Lint = {
  code: "block-cut",
  severity: "warning",
  *find(pipeline) {
    for (const stage of pipeline.stages) {
      if (!isNamed(stage, "regex") || !parsesLine(stage)) continue;
      const expression = patternOf(stage, "expression");
      const rest = REST_GROUP.exec(expression);
      if (rest === null || /\(\?[a-zA-Z]*[sm][a-zA-Z]*[:)-]/.test(expression)) continue;
      if (!onTheWayTo(pipeline, stage).some((one) => isNamed(one, "multiline"))) continue;
      const output = pipeline.stages.find(
        (one) =>
          one.order > stage.order && isNamed(one, "output") && takenFrom(stage, one, pipeline.stages) !== undefined,
      );
      const isOutput = output !== undefined && textOf(output, "source") === rest[1];
      if (rest[2] !== "$" && !isOutput) continue;
      const attribute = stage.block.body.find(({ name }) => name === "expression");
      const start = attribute?.kind === "attribute" && attribute.value.kind === "literal" ? attribute.value : undefined;
      const at = start && spanInside(start, 0, 0).start;
      yield {
        message:
          rest[2] === "$"
            ? `. matches no line break, so that the pattern matches no block of several lines: write (?s)`
            : `. matches no line break, so that ${named(pipeline, output!)} cuts a block to its first line: write (?s)`,
        span: argumentSpan(stage, "expression"),
        fix:
          at === undefined
            ? undefined
            : { title: "Let . match line breaks", edits: [{ span: { start: at, end: at }, text: "(?s)" }] },
      };
    }
  },
};
