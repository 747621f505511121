/** The stage that drops the line that names the columns of the others: it is no entry. */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { listNames } from "./list-names.ts";
import type { PlannedStage } from "./plan.ts";
import { escapeRegex } from "./read/column-regex.ts";
import type { HeaderLine } from "./read/reading.ts";

const MAX_SHOWN = 80;

export const headerStage = (
  { texts, rows }: HeaderLine,
  {
    entries,
    branch,
    suffix,
  }: { readonly entries: number; readonly branch: number | undefined; readonly suffix: string },
): PlannedStage => ({
  id: `header${suffix}`,
  layer: "noise",
  says:
    texts.length === 1
      ? "Drop the header line, which names the columns: the same text and nothing else"
      : "Drop the header lines, which name the columns: the same texts and nothing else",
  evidence: [
    `${rows.size} of ${entries}: ${listNames(texts.map((text) => (text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`)))}`,
    ...(texts.length === 1 ? [] : ["they differ: columns of two names have none"]),
  ],
  byDefault: true,
  needs: [],
  branch,
  write: () =>
    writeStage("drop", {
      expression: writeText(
        texts.length === 1 ? `^${escapeRegex(texts[0]!)}$` : `^(?:${texts.map(escapeRegex).join("|")})$`,
      ),
      drop_counter_reason: writeText("header"),
    }),
});
