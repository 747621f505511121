/** Standard input as components see it: one of them at a time takes its lines. */
export interface LineSource {
  /** Has `owner` read it from now on, which is called when there is more. Gives the one who reads it already, where there is one. */
  claim(owner: string, notify: () => void): string | undefined;
  /** Whoever has it reads it no more. */
  leave(owner: string): void;
  /** The next lines that are there; undefined where more has to come first, or none will. Without `more` only those that were read. */
  take(more: boolean): { readonly lines: readonly string[]; readonly split: boolean } | undefined;
  /** Nothing comes any more. */
  readonly ended: boolean;
  /** Why it broke off, where it did. */
  readonly error: string | undefined;
}
