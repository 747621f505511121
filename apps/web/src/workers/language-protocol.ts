/** What the worker that understands configurations can be asked. */
import type { CompletionItem, Fold, Hover, Renamed, RenameTarget, Span } from "@sluice/engine";
import type { Analysis } from "../domain/analysis.ts";

interface Place {
  readonly text: string;
  /** UTF-16. */
  readonly offset: number;
}

/** The formatted text, or why there is none: it does not parse, or formatted it would be another configuration. */
export type Formatted =
  | { readonly kind: "formatted"; readonly text: string }
  | { readonly kind: "not parsed" }
  | { readonly kind: "changes meaning" };

export interface LanguageKinds {
  readonly analyze: { readonly ask: string; readonly answer: Analysis };
  readonly complete: { readonly ask: Place; readonly answer: readonly CompletionItem[] };
  readonly hover: { readonly ask: Place; readonly answer: Hover | undefined };
  readonly definition: { readonly ask: Place; readonly answer: Span | undefined };
  /** The places that refer to a component. */
  readonly references: { readonly ask: Place; readonly answer: readonly Span[] };
  readonly renameTarget: { readonly ask: Place; readonly answer: RenameTarget | undefined };
  readonly rename: { readonly ask: Place & { readonly to: string }; readonly answer: Renamed };
  readonly folds: { readonly ask: string; readonly answer: readonly Fold[] };
  readonly format: { readonly ask: string; readonly answer: Formatted };
}
