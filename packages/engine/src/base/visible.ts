/** Untrusted texts on one line of a terminal: control characters are shown instead of obeyed. */

/** Also the C1 controls, since some terminals obey them, and the marks that turn the direction of writing. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

const ANY_CONTROL = new RegExp(CONTROL.source);

/** Control characters made visible, since one of them could move the cursor, hide the rest or change colours. */
export function visible(text: string): string {
  // Nearly all texts have none.
  if (!ANY_CONTROL.test(text)) return text;
  return text.replace(CONTROL, (c) => {
    if (c === "\n") return "⏎";
    if (c === "\t") return "⇥";
    const code = c.codePointAt(0)!;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
