/**
 * Replaces the text from `start` to `end` as if it were typed: it triggers the field's `onChange`, and the caret is
 * behind it before the next key.
 */
export function insertText(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
