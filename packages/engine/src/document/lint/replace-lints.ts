/** Lints about what `stage.replace` replaces: the text of groups, each by itself. */
import type { Regex } from "@sluice/languages/re2";
import { argsBy } from "../../schema/args-by.ts";
import { spanInside } from "../../schema/literal-offsets.ts";
import { replace } from "../../stages/replace.ts";
import type { AttributeStatement } from "../../syntax/ast.ts";
import type { Finding, Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { argumentSpan, isOnTheWayOf, type LintedPipeline, type LintedStage, named } from "./view.ts";

interface Replacement {
  readonly stage: LintedStage;
  readonly expression: AttributeStatement;
  readonly regex: Regex;
  /** Names of its groups. */
  readonly groups: readonly (string | undefined)[];
  /** The template as written. */
  readonly text: string;
  readonly source: string;
}

function* replacements({ stages }: LintedPipeline): Iterable<Replacement> {
  for (const stage of stages) {
    const args = argsBy(replace, stage.node);
    const expression = stage.block.body.find(({ name }) => name === "expression");
    const regex = args?.expression.ifGiven;
    if (args === undefined || regex === undefined || expression?.kind !== "attribute") continue;
    yield { stage, expression, regex, groups: regex.groupNames.slice(1), text: args.replace.text, source: args.source };
  }
}

const isConstant = (template: string): boolean => template !== "" && !template.includes("{{");

export const replaceWithoutGroup: Lint = {
  code: "replace-without-group",
  severity: "warning",
  *find(pipeline) {
    for (const { expression, groups } of replacements(pipeline)) {
      if (groups.length > 0) continue;
      const { value } = expression;
      const [start, end] = [value.span.start + 1, value.span.end - 1];
      yield {
        message: "the expression has no capture group, so nothing is replaced",
        span: value.span,
        fix:
          value.kind === "literal"
            ? {
                title: "Replace the whole match",
                edits: [
                  { span: { start, end: start }, text: "(" },
                  { span: { start: end, end }, text: ")" },
                ],
              }
            : undefined,
      };
    }
  },
};

export const replaceGroups: Lint = {
  code: "replace-groups",
  severity: "warning",
  *find(pipeline, names) {
    for (const one of replacements(pipeline)) {
      yield* sourceOverwritten(one);
      yield* repeatedText(one);
      yield* fixedGroup(one);
      yield* groupReferences(one, pipeline, names);
      yield* readMasked(one, pipeline, names);
    }
  },
};

/** A group with the name of `source` overwrites what was put there. */
function* sourceOverwritten({ expression, regex, groups, source }: Replacement): Iterable<Finding> {
  if (source === "" || !groups.includes(source) || isWhole(regex.pattern)) return;
  const { value } = expression;
  const group = regex.pattern.search(new RegExp(`\\(\\?P?<${source}>`));
  const length = regex.pattern.slice(group).indexOf(">") + 1;
  yield {
    message: `the group ${JSON.stringify(source)} has the name of source: its new text overwrites the result, so the rest of ${JSON.stringify(source)} is lost`,
    span: group < 0 ? value.span : spanInside(value, group, group + length),
    fix:
      group < 0 || value.kind !== "literal"
        ? undefined
        : {
            title: "Leave out the group's name",
            edits: [{ span: spanInside(value, group, group + length), text: "(" }],
          },
  };
}

/** One group from beginning to end. */
const isWhole = (pattern: string): boolean => /^\^?\((?:[^()\\]|\\.)*\)\$?$/.test(pattern) && /\.[*+]/.test(pattern);

/** Groups that may be secrets which one mask hides. */
const MAX_SECRETS = 2;

/** One constant text for the groups of a whole line, or for many values. */
function* repeatedText({ stage, regex, groups, text }: Replacement): Iterable<Finding> {
  if (groups.length < 2 || !isConstant(text)) return;
  const isNamed = groups.filter((name) => name !== undefined).length > MAX_SECRETS;
  const isLine = regex.pattern.startsWith("^") && regex.pattern.endsWith("$");
  if (!isNamed && !isLine) return;
  yield {
    message: `each of the ${groups.length} groups is replaced by ${JSON.stringify(text)}, and the text between them stays`,
    span: argumentSpan(stage, "replace"),
  };
}

/** A group that matches one text alone, which the same constant replaces: what other languages keep by `$1`. */
function* fixedGroup({ expression, regex, groups, text }: Replacement): Iterable<Finding> {
  if (groups.length < 2 || !isConstant(text) || regex.pattern.includes("|")) return;
  const found = /\(([\w =:"',<>/-]{2,})\)(?![?*{])/.exec(regex.pattern);
  if (found === null) return;
  const { value } = expression;
  const end = found.index + found[0].length;
  const edits = [found.index, end - 1].map((at) => ({ span: spanInside(value, at, at + 1), text: "" }));
  yield {
    message: `the group ${found[0]} is replaced by ${JSON.stringify(text)} as well; without brackets its text stays`,
    span: spanInside(value, found.index, end),
    fix: value.kind === "literal" ? { title: `Keep ${found[1]}`, edits } : undefined,
  };
}

/** A named group holds the one text that replaced it, and a stage after it reads that. */
function* readMasked(
  { stage, groups, text, source }: Replacement,
  pipeline: LintedPipeline,
  names: PipelineNames,
): Iterable<Finding> {
  if (text.includes("{{") || text === "") return;
  for (const group of new Set(groups)) {
    if (group === undefined || group === source) continue;
    const reader = names.readersAfter(stage, "extracted", group).find(({ use }) => !use.optional)?.stage;
    if (reader === undefined || !isOnTheWayOf(stage, reader)) continue;
    const setters = names.setters("extracted", group);
    if (setters.some((one) => one.stage.order > stage.order && one.stage.order < reader.order)) continue;
    yield {
      message: `${JSON.stringify(group)} is ${JSON.stringify(text)} after it, which ${named(pipeline, reader)} reads: a named group holds the new text`,
      span: argumentSpan(stage, "expression"),
    };
  }
}

/** `$1`, and groups by name, as in the replacements of sed and of languages. */
function* groupReferences(
  { stage, groups, text }: Replacement,
  pipeline: LintedPipeline,
  names: PipelineNames,
): Iterable<Finding> {
  const span = argumentSpan(stage, "replace");
  const numbered = /\$\{?(\d)\}?|\\(\d)/.exec(text.replaceAll(/\{\{.*?\}\}/gs, ""));
  if (numbered !== null && Number(numbered[1] ?? numbered[2]) <= Math.max(groups.length, 1)) {
    yield {
      message: `${numbered[0]} stays as it is: replace is a template, in which .Value is the text of the group`,
      span,
    };
    return;
  }
  for (const { name, argument } of stage.flow.reads ?? []) {
    if (argument !== "replace" || !groups.includes(name) || names.isBlindAt(stage, "extracted")) continue;
    if (names.settersBefore(stage, "extracted", name).length > 0 || pipeline.incoming.has(name)) continue;
    yield {
      message: `.${name} has no value yet: the group is set only after ${named(pipeline, stage)}, and .Value is the text of the group`,
      span,
    };
    return;
  }
}
