/** What RE2 itself is asked, and what it answers. */

export interface Re2Question {
  readonly pattern: string;
  /** Undefined: only whether it compiles. */
  readonly text: string | undefined;
}

/** What RE2 says of a pattern and a text. */
export type Re2Answer =
  | { readonly ok: false; readonly error: string }
  | {
      readonly ok: true;
      /** Undefined where there was no text, null where it does not match. */
      readonly match: Re2Match | null | undefined;
    };

export interface Re2Match {
  /** UTF-16 offset in the text. */
  readonly start: number;
  /** The whole match and the groups; undefined where a group took no part. */
  readonly groups: readonly (string | undefined)[];
}

export type Re2Result =
  | { readonly kind: "answered"; readonly answer: Re2Answer; readonly asked: Re2Question }
  /** In a sentence that says what was not done. */
  | { readonly kind: "failed"; readonly message: string };
