/** Keys of the page, and what they do. The help shows this list. */
import type { App } from "../app.ts";
import { stepClock } from "./clock.ts";
import { editEntry } from "./edit-entry.ts";
import { moveEntry } from "./move-entry.ts";
import { moveStageSelection } from "./move-stage-selection.ts";
import { runPreview } from "./run-preview.ts";
import { openDialog } from "./settings.ts";

export interface KeyBinding {
  /** As shown: `Shift+Enter`. */
  readonly keys: string;
  readonly about: string;
  /** Also while a text field or the editor has the focus. */
  readonly everywhere: boolean;
  matches(event: KeyPress): boolean;
  run(app: App): void;
}

/** What is used of a `KeyboardEvent`. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const plain = (key: string) => (event: KeyPress) =>
  event.key.toLowerCase() === key && !event.ctrlKey && !event.metaKey && !event.altKey;

export const KEY_BINDINGS: readonly KeyBinding[] = [
  {
    keys: "Shift+Enter",
    about: "Run the preview now",
    everywhere: true,
    matches: (event) => event.key === "Enter" && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey,
    run: (app) => runPreview(app),
  },
  {
    keys: "⌘K / Ctrl+K",
    about: "Open the command palette",
    everywhere: true,
    matches: (event) =>
      event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey,
    run: (app) => openDialog(app, "palette"),
  },
  { keys: "J", about: "Next entry", everywhere: false, matches: plain("j"), run: (app) => moveEntry(app, 1) },
  { keys: "K", about: "Previous entry", everywhere: false, matches: plain("k"), run: (app) => moveEntry(app, -1) },
  {
    keys: "E",
    about: "Edit the entry",
    everywhere: false,
    matches: plain("e"),
    run: (app) => editEntry(app, app.stores.selection.getState().sampleId),
  },
  {
    keys: "D",
    about: "Step the clock to the next deadline",
    everywhere: false,
    matches: plain("d"),
    run: (app) => stepClock(app, { kind: "deadline" }),
  },
  { keys: "]", about: "Next stage", everywhere: false, matches: plain("]"), run: (app) => moveStageSelection(app, 1) },
  {
    keys: "[",
    about: "Previous stage",
    everywhere: false,
    matches: plain("["),
    run: (app) => moveStageSelection(app, -1),
  },
  {
    keys: "/",
    about: "Search the entries",
    everywhere: false,
    matches: plain("/"),
    run: (app) => app.platform.focusSearch(),
  },
  { keys: "?", about: "Show this help", everywhere: false, matches: plain("?"), run: (app) => openDialog(app, "help") },
];

/** The binding that a key press means. */
export function findBinding(event: KeyPress, inField: boolean): KeyBinding | undefined {
  return KEY_BINDINGS.find((binding) => (binding.everywhere || !inField) && binding.matches(event));
}
