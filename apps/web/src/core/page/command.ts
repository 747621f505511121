/** A command of the page: one row of the table. */
import type { App } from "./app.ts";

export interface Command {
  readonly id: string;
  /** As the palette lists it; a function if it depends on the state. */
  readonly title: string | ((app: App) => string);
  /** What it does at the moment, after its title: the change that an undo takes back. Null: nothing. */
  readonly about?: (app: App) => string | null;
  /** Further words that find it: names in the page's buttons and in other tools. */
  readonly words?: string;
  /** Any of these; the first is shown. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: readonly string[];
  /** Its keys work only there: in the list of samples, the list of stages, or the component graph. */
  readonly scope?: "samples" | "stages" | "graph";
  /** It changes the document, so it is not available while the page is read-only. */
  readonly edits?: true;
  /** Available in all areas of the page; the others only in the designer. */
  readonly everywhere?: true;
  /** Whether there is something to do now. */
  readonly when?: (app: App) => boolean;
  run(app: App): unknown;
  /** What its keys do, where that is not what it does from a list or a button. */
  press?(app: App): unknown;
}
