/** Chooses the parts of an outcome that a test compares. */
import type { RecordedPart } from "@sluice/engine";
import { RECORDED } from "./test-commands.ts";
import * as css from "./tests.module.css";
import type { RecordedChoice } from "./tests.ts";

const WORDS: Readonly<Record<RecordedPart, string>> = {
  outcome: "Outcome",
  line: "Line",
  labels: "Labels",
  timestamp: "Timestamp",
  structured_metadata: "Metadata",
  metrics: "Metrics",
};

interface PartBoxesProps {
  readonly choice: RecordedChoice;
  readonly legend: string;
  onChoose(choice: RecordedChoice): void;
}

/** The last part cannot be removed: a test without any part checks nothing. */
export function PartBoxes({ choice: { exact, parts }, legend, onChoose }: PartBoxesProps) {
  const toggle = (part: RecordedPart) => {
    const next = parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part];
    if (exact || next.length > 0) onChoose({ exact, parts: next });
  };
  return (
    <fieldset className={css.boxes}>
      <legend>{legend}</legend>
      <label title="The line, the timestamp, all labels and all structured metadata, and no others">
        <input
          type="checkbox"
          checked={exact}
          onChange={() =>
            onChoose(
              exact ? { exact: false, parts: ["outcome", "labels"] } : { exact: true, parts: withoutEntry(parts) },
            )
          }
        />{" "}
        The whole entry
      </label>
      {RECORDED.map((part) => {
        const isPart = part !== "metrics" && exact;
        return (
          <label key={part}>
            <input
              type="checkbox"
              disabled={isPart}
              checked={isPart || parts.includes(part)}
              onChange={() => toggle(part)}
            />{" "}
            {WORDS[part]}
          </label>
        );
      })}
    </fieldset>
  );
}

const withoutEntry = (parts: readonly RecordedPart[]): readonly RecordedPart[] =>
  parts.filter((part) => part === "metrics");
