/** The dialogs of samples, and what they are opened with. */
import type { ChosenFile } from "../../core/model/chosen-file.ts";

/** A log file of which a part is to be taken. */
export interface LargeFile {
  readonly file: ChosenFile;
  /** Its first text. */
  readonly head: string;
  readonly format: "lines" | "jsonl";
}

declare module "../../core/page/dialogs.ts" {
  interface DialogKinds {
    /** The selected entry. */
    entry: object;
    /** Times of all samples. */
    times: object;
    /** What was pasted and could be one entry or several. */
    paste: { readonly text: string };
    "large-file": { readonly of: LargeFile };
  }
}
