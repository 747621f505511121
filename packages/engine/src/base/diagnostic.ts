import { LineIndex, type Span } from "./span.ts";

export type Severity = "error" | "warning" | "info";

/** One replacement of a stretch of the source text. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** A change that an editor can offer to make a diagnostic go away. */
export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/**
 * A user's mistake, as data. `code` is stable and documented (kebab-case); `span` is undefined only where the rule
 * has no place in the text. A mistake is never thrown: what is thrown is a bug of ours.
 */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly span?: Span | undefined;
  readonly related?: readonly { readonly message: string; readonly span: Span }[] | undefined;
  readonly fixes?: readonly QuickFix[] | undefined;
}

/** Takes diagnostics as they are found. */
export type Report = (diagnostic: Diagnostic) => void;

/** Whether any of them refuses the configuration. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}

/** A diagnostic for programs: line and byte column from 1, left out where it has no place in the text. */
export interface PlacedDiagnostic {
  readonly line?: number;
  readonly column?: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** The diagnostics of `text` with their places as lines and columns, in their order. */
export function placeDiagnostics(text: string, diagnostics: readonly Diagnostic[]): PlacedDiagnostic[] {
  const lines = new LineIndex(text);
  return diagnostics.map(({ severity, code, message, span }) => ({
    ...(span === undefined ? {} : lines.position(span.start)),
    severity,
    code,
    message,
  }));
}
