/** Requests to the worker that has RE2 itself. */
import type { Re2Answer, Re2Question } from "./answer.ts";

export interface Re2Kinds {
  /** Loads RE2, which takes as long as the network does; the checks do not. */
  readonly load: { readonly ask: null; readonly answer: undefined };
  readonly check: { readonly ask: Re2Question; readonly answer: Re2Answer };
}
