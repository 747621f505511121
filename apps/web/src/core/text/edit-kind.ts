/** How the user changed a text, and its label in the history. */

export type EditKind = "typed" | "pasted" | "cut" | "completed" | "commented" | "replaced";

const WORDS: Readonly<Record<EditKind, string>> = {
  typed: "Typing in",
  pasted: "Pasted into",
  cut: "Cut from",
  completed: "Accepted a suggestion in",
  commented: "Switched comments in",
  replaced: "Replaced text in",
};

/** `Pasted into the configuration`: reads well after “Undone:”. */
export const labelOfEdit = (kind: EditKind, place: string): string => `${WORDS[kind]} ${place}`;

/** What a text field's `input` event says of the edit. */
export function kindOfInput(inputType: string | undefined): EditKind {
  if (inputType === "insertFromPaste" || inputType === "insertFromDrop") return "pasted";
  return inputType === "deleteByCut" || inputType === "deleteByDrag" ? "cut" : "typed";
}
