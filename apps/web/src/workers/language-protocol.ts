/** What the worker that understands configurations can be asked. */
import type { CompletionItem, Hover } from "@sluice/engine";
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
  readonly format: { readonly ask: string; readonly answer: Formatted };
}
