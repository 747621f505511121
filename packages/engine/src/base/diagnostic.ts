/** A user's mistake: a `Diagnostic`, never an exception. */
import { LineIndex, type Span } from "./span.ts";

export type Severity = "error" | "warning" | "info";

/** One replacement of a stretch of the source text. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** `text` with the edits made. Edits must not overlap; their order does not matter. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  // An insertion at a place comes before a replacement that begins there.
  const fromTheEnd = edits.toSorted((a, b) => b.span.start - a.span.start || b.span.end - a.span.end);
  for (const { span, text: replacement } of fromTheEnd) {
    result = result.slice(0, span.start) + replacement + result.slice(span.end);
  }
  return result;
}

/** A change that an editor can offer to make a diagnostic go away. */
export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** A fix by what it does to the block where it is offered, for what knows no text: `document/edits` writes the edits. */
export type ProposedFix = { readonly title: string } & (
  | { /** Text in place of the one at the argument. */ readonly replace: string }
  | { /** An argument that is not written. */ readonly set: string; readonly value: string | boolean }
  | { /** A block in front of it. */ readonly before: string }
  | { /** A block behind it. */ readonly after: string }
);

/**
 * A user's mistake, as data. `code` is stable and documented (kebab-case); `span` is undefined only where the rule
 * has no place in the text. A mistake is never thrown: what is thrown is a bug of ours.
 */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: string;
  /** Alloy's own words where it has them: what is shown to people is `messageWithHint`. */
  readonly message: string;
  /** The name that a mistyped one probably means. */
  readonly meant?: string | undefined;
  readonly span?: Span | undefined;
  readonly related?: readonly { readonly message: string; readonly span: Span }[] | undefined;
  readonly fixes?: readonly QuickFix[] | undefined;
  /** Becomes one of `fixes` when a document is opened. */
  readonly proposed?: ProposedFix | undefined;
  /**
   * Set where the text decodes in Alloy and is refused later: when the components are loaded (their names), or when one
   * is built from its arguments (embedded languages, rules across arguments). Sluice reports everything at once.
   */
  readonly phase?: "load" | "build" | undefined;
}

/** For the diagnostic of an unknown name at `span`: what it probably means, and the fix, which writes `text` there. */
export const meaning = (meant: string | undefined, span: Span, text = meant): Pick<Diagnostic, "meant" | "fixes"> =>
  meant === undefined || text === undefined
    ? {}
    : { meant, fixes: [{ title: `Change to ${meant}`, edits: [{ span, text }] }] };

/** What ends a sentence about an unknown name; empty where no name is near. */
export const didYouMean = (meant: string | undefined): string =>
  meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;

/** A diagnostic in words, as every list, editor and terminal shows it. */
export const messageWithHint = ({ message, meant }: Pick<Diagnostic, "message" | "meant">): string =>
  message + didYouMean(meant);

/** Takes diagnostics as they are found. */
export type Report = (diagnostic: Diagnostic) => void;

/**
 * What an editor underlines: a place inside the diagnostic's own if `related` has one (a mistake in a template is reported at
 * the start of the template's text and points further in), else its own place.
 */
export function underlinedPlace({ span, related }: Diagnostic): Span | undefined {
  if (span === undefined) return undefined;
  const inner = related?.find((one) => span.start <= one.span.start && one.span.end <= span.end);
  return inner?.span ?? span;
}

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
  return diagnostics.map((diagnostic) => ({
    ...(diagnostic.span === undefined ? {} : lines.position(diagnostic.span.start)),
    severity: diagnostic.severity,
    code: diagnostic.code,
    // Words of the text may hold raw bytes, which are not text for a program.
    message: messageWithHint(diagnostic).toWellFormed(),
  }));
}
