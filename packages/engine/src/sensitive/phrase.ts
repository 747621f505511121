/**
 * A phrase is what stands before a secret that no name is assigned to: a command with its option, a clause of SQL, a sentence.
 * One notation finds the secret and redacts it, so it is in the syntax that RE2 and JavaScript share. The value is a quoted
 * text or a word behind the phrase.
 */

/**
 * What a value has to look like: anything, what people choose, that or no word as it is spelled, what programs generate,
 * base64, a login of SASL's PLAIN in base64, digits or groups that are typed once, what Cisco's devices hide a password as.
 */
export type PhraseValue = "any" | "chosen" | "odd" | "generated" | "encoded" | "plain" | "code" | "type7";

export interface Phrase {
  /** Alternatives of which the text has one: a command, a noun. */
  readonly words: string;
  /** All before the value or its quote, with such a word. */
  readonly before: (word: string) => string;
  /** The most frequent of it, for a stage that has to be read. */
  readonly short?: ((word: string) => string) | undefined;
  readonly value: PhraseValue;
  /** What a text with the phrase has, where a word with a blank behind it is too common or not in it. */
  readonly hint?: string | undefined;
  /** Within the quotes, before the value: a user's name. */
  readonly inside?: string | undefined;
  /** Behind the value or its quote. */
  readonly after?: string | undefined;
  /** Whether only a quoted text is a value, or none is. */
  readonly quoted?: boolean | undefined;
  readonly caseless?: boolean | undefined;
  /** What the report calls the value. */
  readonly name?: string | undefined;
}

/** Blanks and ends of lines, also as escapes in a quoted text. */
export const BLANK = String.raw`(?:\s|\\+[nrt])`;

/** Characters of a value without quotes; the first and the last one are narrower. NUL is in the place of quoted texts. */
const INNER = String.raw`[^\s"'\x60\\<>\0]`;
const FIRST = String.raw`[^\s"'\x60\\<>\0$*(/-]`;
const LAST = String.raw`[^\s"'\x60\\<>\0.,;:)\]}]`;

/** Of a value without quotes, for detection: whether it looks like one is asked after that. */
export const WORD = `(${FIRST}(?:${INNER}*${LAST})?)`;
/** The same up to what stands behind it. */
export const WORD_UNTIL = `(${FIRST}${INNER}{0,200}?)`;

const [FIRST_WRITTEN, INNER_WRITTEN, LAST_WRITTEN] = [FIRST, INNER, LAST].map((one) =>
  one.replace(String.raw`\x60`, "").replace(String.raw`\0`, ""),
) as [string, string, string];

const ENCODED = "([A-Za-z0-9+/]{0,40}[A-Z0-9+/][A-Za-z0-9+/]{7,}={0,2})";

/** `WORD_UNTIL` for a stage. */
export const WRITTEN_UNTIL = `(${FIRST_WRITTEN}${INNER_WRITTEN}*?)`;

/** The same for a stage, with what it looks like. `closers`: characters as in a class, none of which it has. */
export function writtenValue(value: PhraseValue, closers = ""): string {
  const [first, inner, last] = [FIRST_WRITTEN, INNER_WRITTEN, LAST_WRITTEN].map((one) =>
    one.replace("[^", `[^${closers}`),
  );
  switch (value) {
    case "any":
      return `(${first}(?:${inner}*${last})?)`;
    case "chosen": {
      const chosen = String.raw`(?:\pL${inner}*\d|\d${inner}*\pL|\pL[!#$%^&*+=~]+\pL)`;
      return `(${inner}*${chosen}(?:${inner}*${last})?)`;
    }
    case "encoded":
    case "plain":
      return ENCODED;
    case "odd":
      return String.raw`(${inner}*(?:\pL${inner}*\d|\d${inner}*\pL|\pL[!#$%^&*+=~]+\pL|\p{Ll}\p{Lu})(?:${inner}*${last})?)`;
    case "type7":
      return "([01][0-9](?:[0-9A-F]{2}){3,})";
    case "code":
      return String.raw`(\d{4,8}|[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,7})`;
    case "generated":
      // With a digit near its start, since words have none.
      return String.raw`([A-Za-z+/=~!@#$%^&*_-]{0,20}\d[\w+/=~!@#$%^&*-]{8,})`;
  }
}
