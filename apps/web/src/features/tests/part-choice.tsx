/** Chooses what a passing test compares: it writes the current result of those parts. */
import type { RecordedPart } from "@sluice/engine";
import { useApp } from "../../core/page/app-context.ts";
import { PartBoxes } from "./part-boxes.tsx";
import { chooseParts, RECORDED } from "./test-commands.ts";
import * as css from "./tests.module.css";
import type { TestRow } from "./tests.ts";

export function PartChoice({ row }: { row: TestRow }) {
  const app = useApp();
  // Expectations about stages or single entries are written by hand.
  if (row.compares.some((word) => word === "stages" || word === "entries")) return null;
  const isCompared = (part: RecordedPart) => row.compares.includes(part === "structured_metadata" ? "metadata" : part);
  const choice = { exact: row.compares.includes("exact"), parts: RECORDED.filter(isCompared) };
  return (
    <div className={css.choice}>
      <PartBoxes choice={choice} legend="Compares" onChoose={(chosen) => chooseParts(app, row, chosen)} />
    </div>
  );
}
