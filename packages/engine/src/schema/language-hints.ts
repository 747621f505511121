/** What is wrong with an expression or a template in words, beside the message of the language. */
import type { TextRemark } from "./text-remark.ts";

const REGEX_HINTS: readonly (readonly [RegExp, string])[] = [
  [/`\(\?<?=[^`]*`$/, "RE2 has no look-around: match what is around as well, and take a group"],
  [/`\(\?<?![^`]*`$/, "RE2 has no look-around: stage.match selects lines without a text by !~"],
  [/escape sequence: `\\[1-9k]/, "RE2 has no references to groups"],
  [/`\(\?>/, "RE2 has no atomic groups, and needs none"],
  [/repetition operator: `[*+?}]\+`/, "RE2 has no possessive repetition, and needs none"],
];

/** The remark with what it means. */
export function explainRegex<R extends TextRemark>(remark: R): R {
  const hint = REGEX_HINTS.find(([message]) => message.test(remark.message))?.[1];
  return hint === undefined ? remark : { ...remark, message: `${remark.message} (${hint})` };
}

/** Longer templates have no hints. */
const MAX_LENGTH = 10_000;

/** The remark with what it means: a name with a hyphen or the like is no field. */
export function explainTemplate<R extends TextRemark>(text: string, remark: R): R {
  if (!remark.message.includes("bad character U+002D '-'") || text.length > MAX_LENGTH) return remark;
  const name = /\{\{[^}]*?\.([A-Za-z_]\w*(?:-\w+)+)/.exec(text)?.[1];
  if (name === undefined) return remark;
  return { ...remark, message: `${remark.message} (a name with a hyphen is read by index . ${JSON.stringify(name)})` };
}
