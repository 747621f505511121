/** `--target`: where a configuration is to run, in place of what its `sluice:target` names. */
import { readTarget, TARGET_FORM, type TargetVersion } from "@sluice/engine";
import { UsageError } from "./usage.ts";

/** Undefined where it is not given. */
export function readTargetOption(text: string | undefined): TargetVersion | undefined {
  const target = text === undefined ? undefined : readTarget(text);
  if (text !== undefined && target === undefined)
    throw new UsageError(`--target ${text} is no target: expected ${TARGET_FORM}`);
  return target;
}
