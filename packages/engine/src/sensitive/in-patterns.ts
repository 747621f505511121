/** A text without the escapes that patterns need before special characters: `10\\.0\\.0\\.9`. */
import { type DecodedText, replacedIn } from "../base/secrets/decoded-text.ts";

const ESCAPED = /\\{1,4}([.@+*?()[\]{}|^$/-])/g;

/** Undefined where there are none. */
export const asInPattern = (text: string): DecodedText | undefined =>
  text.includes("\\") ? replacedIn(text, ESCAPED, (match) => match[1]!) : undefined;
