/** Texts as literals. */
import { quoteString } from "./characters.ts";

/** A text as a literal: between backticks, best for patterns, if that is possible. */
export function writeText(text: string): string {
  return /["\\]/.test(text) && canBeRaw(text) ? `\`${text}\`` : quoteString(text);
}

/** Whether a text can be written between backticks on one line. */
export const canBeRaw = (text: string): boolean => text.isWellFormed() && !/[`\0-\x08\n-\x1f\x7f\ufeff]/.test(text);
