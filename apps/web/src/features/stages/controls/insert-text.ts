/**
 * Puts `text` in place of what stands from `start` to `end`, as if it were typed: the field's `onChange` hears of it, and the
 * caret is behind it before the next key comes.
 */
export function insertText(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
