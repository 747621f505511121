/** The stage that drops the line that names the columns of the others: it is no entry. */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import type { PlannedStage } from "./plan.ts";
import { escapeRegex } from "./read/column-regex.ts";
import type { HeaderLine } from "./read/reading.ts";

const MAX_SHOWN = 80;

export const headerStage = (
  { text, rows }: HeaderLine,
  {
    entries,
    branch,
    suffix,
  }: { readonly entries: number; readonly branch: number | undefined; readonly suffix: string },
): PlannedStage => ({
  id: `header${suffix}`,
  layer: "noise",
  says: "Drop the header line, which names the columns: the same text and nothing else",
  evidence: [`${rows.size} of ${entries}: ${text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`}`],
  byDefault: true,
  needs: [],
  branch,
  write: () =>
    writeStage("drop", {
      expression: writeText(`^${escapeRegex(text)}$`),
      drop_counter_reason: writeText("header"),
    }),
});
