/** The changes that diagnostics offer at a place, ready for an editor's menu. */
import type { Diagnostic, QuickFix } from "../base/diagnostic.ts";

export interface OfferedFix extends QuickFix {
  /** What it mends. */
  readonly diagnostic: Diagnostic;
}

/** The fixes of diagnostics that touch `[start, end]`, in the order of the diagnostics. */
export function quickFixes(diagnostics: readonly Diagnostic[], start: number, end: number): OfferedFix[] {
  return diagnostics
    .filter(({ span }) => span !== undefined && span.start <= end && start <= span.end)
    .flatMap((diagnostic) => (diagnostic.fixes ?? []).map((fix) => ({ ...fix, diagnostic })));
}
