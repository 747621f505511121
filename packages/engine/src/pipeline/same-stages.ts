import { sameArguments } from "../schema/same-arguments.ts";
import type { StageNode } from "./stage-spec.ts";

/** Whether two lists of stages, from two readings, ask for the same. Where they stand does not matter. */
export function sameStages(a: readonly StageNode[], b: readonly StageNode[]): boolean {
  return (
    a.length === b.length &&
    a.every((stage, i) => {
      const other = b[i]!;
      return (
        stage.spec === other.spec &&
        sameArguments(stage.spec, stage.args, other.args) &&
        sameStages(stage.children, other.children)
      );
    })
  );
}
