/** The changes that diagnostics offer at a place, ready for an editor's menu. */
import type { Diagnostic, QuickFix, TextEdit } from "../base/diagnostic.ts";

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

/** `text` with the edits made. Edits must not overlap; their order does not matter. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { span, text: replacement } of edits.toSorted((a, b) => b.span.start - a.span.start)) {
    result = result.slice(0, span.start) + replacement + result.slice(span.end);
  }
  return result;
}
