/** What can be done in the page: one row of the table. */
import type { App } from "./app.ts";

export interface Command {
  readonly id: string;
  /** As the palette lists it; where it says more at times, a function. */
  readonly title: string | ((app: App) => string);
  /** What it is also looked for by: the page's buttons and other tools call it so. */
  readonly words?: string;
  /** Any of these; the first is shown. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: readonly string[];
  /** Its keys mean it only there: in the list of samples, or of stages, or in the graph of components. */
  readonly scope?: "samples" | "stages" | "graph";
  /** It changes the document, so it is not there where the page only reads. */
  readonly edits?: true;
  /** In all areas of the page; the others are of the designer alone. */
  readonly everywhere?: true;
  /** Whether there is something to do now. */
  readonly when?: (app: App) => boolean;
  run(app: App): unknown;
}
