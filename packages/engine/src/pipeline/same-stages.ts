import { sameArguments } from "../schema/same-arguments.ts";
import type { StageNode } from "./stage-spec.ts";

/** Whether two lists of stages are equal, apart from their places. */
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
