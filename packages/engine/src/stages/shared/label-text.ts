/**
 * Which texts may be labels: names and values are any UTF-8, U+FFFD included, but no raw bytes.
 */

import { hasRawBytes } from "@sluice/languages/base";
import type { Env } from "../../pipeline/stage.ts";
import type { Check } from "../../schema/field.ts";
import { shown } from "./explain-text.ts";

/** Whether `name` may name a label. */
export function isLabelName(name: string): boolean {
  return name !== "";
}

/** Whether `value` may be a label's value. */
export function isLabelValue(value: string): boolean {
  return !hasRawBytes(value);
}

/** Notes that a captured text cannot be the label of its name. */
export function noteInvalidCapture(name: string, value: string, message: string, env: Env): void {
  env.note.debug?.({
    code: "invalid-label-value",
    missed: true,
    text: `Label ${shown(name)} not set: the captured text holds bytes that are not UTF-8`,
    evidence: { label: name, value },
    message,
    fields: { labelName: name, labelValue: value },
  });
}

/** The check of a stage whose `values` name labels to set: valid names, and something to set at all. */
export function checkLabelsToSet(stage: string): Check<{ readonly values: ReadonlyMap<string, unknown> }> {
  return (args, report, given) => {
    for (const name of args.values.keys()) {
      if (!isLabelName(name)) report.error("invalid-label-name", `invalid label name: ${name}`, "values");
    }
    if (!given("values")) {
      report.warning(
        "values-missing",
        `stage.${stage} without values sets nothing; Alloy refuses it: missing required attribute "values"`,
      );
    } else if (args.values.size === 0) {
      report.warning("values-empty", `stage.${stage} with empty values sets nothing`, "values");
    }
  };
}
