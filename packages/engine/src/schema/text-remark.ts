/** Something to say about a stretch of a text; `start` and `end` are UTF-16 offsets, `fix` replaces a stretch. */
export interface TextRemark {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fix?:
    | {
        readonly start: number;
        readonly end: number;
        readonly text: string;
        /** Default: that the text is put there. */
        readonly title?: string | undefined;
      }
    | undefined;
  /** The known name that stands for the stretch, if the text has a mistyped one there. */
  readonly meant?: string | undefined;
}
