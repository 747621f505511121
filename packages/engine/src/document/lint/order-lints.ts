/** Lints about the order of stages. */
import type { QuickFix } from "../../base/diagnostic.ts";
import { moveStatement } from "../edits/edits.ts";
import type { Lint } from "./lint.ts";
import { ancestorsOf, argumentSpan, isOnTheWayOf, type LintedPipeline, type LintedStage, named } from "./view.ts";

export const unreachableStage: Lint = {
  code: "unreachable-stage",
  severity: "warning",
  *find(pipeline) {
    const levels = new Set(pipeline.stages.map(({ siblings }) => siblings));
    for (const siblings of levels) {
      const last = siblings.find(dropsEverything);
      const next = last && siblings[siblings.indexOf(last) + 1];
      if (last === undefined || next === undefined) continue;
      const others = siblings.length - siblings.indexOf(next) - 1;
      yield {
        message: `${next.block.name}${others === 0 ? "" : ` and ${others === 1 ? "the stage" : "all stages"} after it`} never run${
          others === 0 ? "s" : ""
        }: ${named(pipeline, last)} drops every entry`,
        span: next.block.nameSpan,
        related: [{ message: "drops every entry", span: last.block.nameSpan }],
      };
    }
  },
};

const dropsEverything = ({ flow, children }: LintedStage): boolean =>
  flow.dropsAll === true || (flow.nestsAll === true && children.some(dropsEverything));

export const multilineTooEarly: Lint = {
  code: "multiline-too-early",
  severity: "warning",
  *find(pipeline) {
    for (const unwraps of pipeline.stages) {
      if (!unwraps.flow.unwrapsLines) continue;
      const around = [unwraps, ...ancestorsOf(unwraps)];
      const joins = pipeline.stages.find(
        (one) =>
          one.flow.joinsLines &&
          one.order < unwraps.order &&
          around.some(({ siblings }) => siblings === one.siblings) &&
          !pipeline.stages.some(({ flow, order }) => flow.unwrapsLines && order < one.order),
      );
      if (joins === undefined) continue;
      yield {
        message: `${joins.block.name} joins lines before ${named(pipeline, unwraps)} unwraps them; put it after that`,
        span: joins.block.nameSpan,
        related: [{ message: "unwraps lines", span: unwraps.block.nameSpan }],
        fix: swap(pipeline, joins, unwraps),
      };
    }
  },
};

export const ageBeforeTimestamp: Lint = {
  code: "age-before-timestamp",
  severity: "warning",
  *find(pipeline) {
    for (const stage of pipeline.stages) {
      const { readsTime } = stage.flow;
      if (readsTime === undefined || timeSetter(pipeline, (order) => order < stage.order) !== undefined) continue;
      const later = timeSetter(pipeline, (order) => order > stage.order);
      if (later === undefined || !isOnTheWayOf(later, stage)) continue;
      yield {
        message: `${readsTime} compares the time at which the entry was read: only ${named(pipeline, later)} sets the time in its text`,
        span: argumentSpan(stage, readsTime),
        related: [{ message: "sets the time", span: later.block.nameSpan }],
        fix: swap(pipeline, stage, later),
      };
    }
  },
};

const timeSetter = ({ stages }: LintedPipeline, where: (order: number) => boolean): LintedStage | undefined =>
  stages.find(({ flow, order }) => flow.setsTime === "from text" && where(order));

/** Puts the second before the first, where it is the next one: with others between them, more may depend on the order. */
export function swap(pipeline: LintedPipeline, first: LintedStage, second: LintedStage): QuickFix | undefined {
  const { siblings } = first;
  return siblings[siblings.indexOf(first) + 1] === second ? moveBefore(pipeline, first, second) : undefined;
}

/** Puts the second, which is behind it in the same body, before the first. */
export function moveBefore({ file }: LintedPipeline, first: LintedStage, second: LintedStage): QuickFix | undefined {
  const { siblings, parentBlock, block } = first;
  if (!siblings.includes(second)) return undefined;
  const body = parentBlock?.body ?? file.body;
  const edits = moveStatement(file, second.block, parentBlock, body.indexOf(block));
  return { title: `Move ${second.block.name} before ${block.name}`, edits };
}
