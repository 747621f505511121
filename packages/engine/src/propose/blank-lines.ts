/** The stage that drops blank lines: each that is joined to no entry would leave as an empty one. */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import type { PlannedStage } from "./plan.ts";

const isBlank = (line: string): boolean => line.trim() === "";

/** `joined`: blank lines belong to the entries before them, but for those that stand before the first. */
export function findBlankLines(lines: readonly string[], joined: boolean): PlannedStage | undefined {
  const first = lines.findIndex((line) => !isBlank(line));
  const count = joined ? first : lines.filter(isBlank).length;
  if (count <= 0) return undefined;
  return {
    id: "blank",
    layer: "noise",
    says: `Drop blank lines${joined ? " before the first entry" : ""}`,
    evidence: [`${count} of ${lines.length} lines`],
    byDefault: true,
    needs: [],
    branch: undefined,
    write: () => writeStage("drop", { expression: writeText("^\\s*$"), drop_counter_reason: writeText("blank") }),
  };
}
