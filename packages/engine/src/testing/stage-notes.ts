/**
 * The notes of a stage about entries that it does not change, or not completely: the codes, and whether the stage missed its
 * work. The rule is at the top of `pipeline/stage.ts`. Every stage's test has such rows. The checks belong to no test
 * framework.
 */
import type { ExtractedValue } from "../base/extracted.ts";
import type { StageHost } from "../pipeline/stage.ts";
import { type StepStatus, stepStatus } from "../pipeline/status.ts";
import { type EntryInput, runStages } from "./run-stages.ts";
import type { ContractCheck } from "./stage-contract.ts";

/** One entry, or several lines; the row is about the last one. */
export type NoteRow = readonly [
  what: string,
  body: string,
  input: EntryInput | string | readonly string[],
  codes: readonly string[] | string,
  missed: "missed" | "not missed",
  /** Where it is neither `missed` nor `unchanged`. */
  status?: StepStatus,
];

/** A byte that is part of no valid UTF-8. */
export const RAW_BYTE = "\udcff";

/** A line with the extracted value `v`. */
export const valued = (v: ExtractedValue): EntryInput => ({ line: "x", extracted: { v } });

export function stageNotes(stage: string, rows: readonly NoteRow[], host?: StageHost): ContractCheck[] {
  return rows.map(([what, body, input, codes, missed, status]) => ({
    name: `${what}: ${missed}`,
    run() {
      const inputs = isLines(input) ? input : [input];
      const { steps, faults } = runStages(`stage.${stage} {\n${body}\n}`, inputs, { host, trace: true });
      if (faults.length > 0) throw new Error(`stage.${stage} failed: ${String(faults[0]!.error)}`);
      const step = steps.at(-1)![0]!;
      const isMissed = missed === "missed";
      expectSame(
        "codes",
        [codes].flat(),
        step.reasons.map(({ code }) => code),
      );
      expectSame(
        "missed",
        isMissed,
        step.reasons.some((reason) => reason.missed === true),
      );
      expectSame("status", status ?? (isMissed ? "missed" : "unchanged"), stepStatus(step, inputs.length - 1));
      // Sentences, not fragments: a capital letter or a name in backticks first, and no end of their own.
      for (const { text } of step.reasons)
        if (!/^[A-Z`].*[^.\s]$/su.test(text)) throw new Error(`not a sentence without a stop: ${text}`);
    },
  }));
}

const isLines = (input: NoteRow[2]): input is readonly string[] => Array.isArray(input);

function expectSame(what: string, expected: unknown, found: unknown): void {
  const [a, b] = [JSON.stringify(expected), JSON.stringify(found)];
  if (a !== b) throw new Error(`${what}: expected ${a}, found ${b}`);
}
