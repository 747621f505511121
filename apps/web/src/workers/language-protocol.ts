/** What the worker that understands configurations can be asked. */
import type { CompletionItem, Hover } from "@sluice/engine";
import type { Analysis } from "../domain/analysis.ts";

interface Place {
  readonly text: string;
  /** UTF-16. */
  readonly offset: number;
}

export interface LanguageKinds {
  readonly analyze: { readonly ask: string; readonly answer: Analysis };
  readonly complete: { readonly ask: Place; readonly answer: readonly CompletionItem[] };
  readonly hover: { readonly ask: Place; readonly answer: Hover | undefined };
  /** Undefined: the text does not parse. */
  readonly format: { readonly ask: string; readonly answer: string | undefined };
}
