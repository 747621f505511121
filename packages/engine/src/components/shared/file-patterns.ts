/** Targets that are files: patterns that only Alloy reads, and the labels of their entries. */
import type { CheckReport } from "../../schema/field.ts";

/** Targets that are warned about. */
const MAX_TOLD = 10;
const PATTERNS = ["__path__", "__path_exclude__"] as const;
/** Alternatives between braces, and characters between brackets. */
const ONLY_IN_ALLOY = /\{[^{}]*\}|\[[^[\]]+\]/;

/** `argument`: the argument with the targets. */
export function warnOfAlloyPatterns(
  targets: readonly ReadonlyMap<string, string>[],
  report: CheckReport,
  argument: string,
): void {
  let told = 0;
  for (const [i, target] of targets.entries())
    for (const name of PATTERNS) {
      const [found] = ONLY_IN_ALLOY.exec(target.get(name) ?? "") ?? [];
      if (found === undefined || ++told > MAX_TOLD) continue;
      const [alloy, instead] = found.startsWith("{")
        ? ["alternatives", "Write a target for each"]
        : ["one of these characters", "Write ? for any character, or a target for each"];
      report.warning(
        "pattern-taken-literally",
        `Sluice looks for ${JSON.stringify(found)} in ${name} literally; Alloy reads it as ${alloy}. ${instead}`,
        argument,
        { element: i },
      );
    }
}

/** Labels that every line of a target's files has; a pattern may mean any number of files. */
export function labelsOfTarget(target: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const path = target.get("__path__") ?? "";
  const own = [...target].filter(([name]) => !name.startsWith("__"));
  return new Map(/[*?{[]/.test(path) || path === "" ? own : [...own, ["filename", path]]);
}
