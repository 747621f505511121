/** What a test that passes compares: choosing writes what comes of those parts. */
import type { RecordedPart } from "@sluice/engine";
import type { TestRow } from "../../domain/tests.ts";
import { chooseParts, RECORDED } from "../../workspace/commands/tests.ts";
import { useApp } from "../app-context.ts";
import { PartBoxes } from "./part-boxes.tsx";

export function PartChoice({ row }: { row: TestRow }) {
  const app = useApp();
  // What names stages or single entries is written by hand.
  if (row.compares.some((word) => word === "stages" || word === "entries")) return null;
  const isCompared = (part: RecordedPart) => row.compares.includes(part === "structured_metadata" ? "metadata" : part);
  const choice = { exact: row.compares.includes("exact"), parts: RECORDED.filter(isCompared) };
  return (
    <div className="tests-choice">
      <PartBoxes choice={choice} legend="Compares" onChoose={(chosen) => chooseParts(app, row, chosen)} />
    </div>
  );
}
