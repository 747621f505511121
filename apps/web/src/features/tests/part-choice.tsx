/** Chooses what a passing test compares: it writes the current result of those parts. */
import type { RecordedPart } from "@sluice/engine";
import { useState } from "react";
import { useApp } from "../../core/page/app-context.ts";
import { PartBoxes } from "./part-boxes.tsx";
import { chooseParts, RECORDED } from "./test-commands.ts";
import * as css from "./tests.module.css";
import type { RecordedChoice, TestRow } from "./tests.ts";

export function PartChoice({ row }: { row: TestRow }) {
  const app = useApp();
  // What was ticked since the row's run: the next tick adds to it.
  const [ticked, setTicked] = useState<{ readonly row: TestRow; readonly choice: RecordedChoice } | null>(null);
  // Expectations about stages or single entries are written by hand.
  if (row.compares.some((word) => word === "stages" || word === "entries")) return null;
  const isCompared = (part: RecordedPart) => row.compares.includes(part === "structured_metadata" ? "metadata" : part);
  const asRun = { exact: row.compares.includes("exact"), parts: RECORDED.filter(isCompared) };
  const choice = ticked?.row === row ? ticked.choice : asRun;
  const choose = async (chosen: RecordedChoice) => {
    const next = { row, choice: chosen };
    setTicked(next);
    if (!(await chooseParts(app, row, chosen))) setTicked((now) => (now === next ? null : now));
  };
  return (
    <div className={css.choice}>
      <PartBoxes choice={choice} legend="Compares" onChoose={(chosen) => void choose(chosen)} />
    </div>
  );
}
