/**
 * Records of a shape that was seen before (`shape/index.ts`): the same keys in the same order, apart by the same blanks,
 * each with a bare value or a quoted one without escapes.
 */
import { quoteMeta } from "../re2/index.ts";
import { MAX_SHAPE_FIELDS, type Shape } from "../shape/index.ts";

/** A record's wanted pair. */
interface ShapePair {
  readonly key: string;
  /** The group of its value, with the quotes where it has some; 0 for a key without a value. */
  readonly group: number;
}

export interface RecordShape extends Shape {
  /** In order; a repeated key occurs more than once. */
  readonly pairs: readonly ShapePair[];
}

const QUOTE = 34;
const QUOTED = '[^"\\\\\\u0000-\\u001f]*';
const BARE = '[^\\u0000-\\u0020="]*';
/** Blanks and a key of ASCII (others are checked again), and the character that shows whether it has a value. */
const PAIR = new RegExp(`([ \\t]*)([!#-<>-~]+)(=(?:"${QUOTED}"|${BARE})|)(?=[ \\t]|$)`, "y");
const BLANKS = /[ \t]*$/y;

/** The shape of `text`, a single record; undefined for anything unusual, so that what a shape matches is valid. */
export function learnRecordShape(text: string, isWanted: (key: string) => boolean): RecordShape | undefined {
  const pairs: ShapePair[] = [];
  let source = "^";
  let groups = 0;
  let at = 0;
  for (let count = 0; !startsAt(BLANKS, text, at); count++) {
    PAIR.lastIndex = at;
    const found = PAIR.exec(text);
    if (found === null || count === MAX_SHAPE_FIELDS) return undefined;
    at = PAIR.lastIndex;
    const [, blanks, key, value] = found as unknown as [string, string, string, string];
    const wanted = isWanted(key);
    source += quoteMeta(blanks + key);
    if (value !== "") source += `=${wanted ? "(" : "(?:"}"${QUOTED}"|${BARE})`;
    if (!wanted) continue;
    pairs.push({ key, group: value === "" ? 0 : ++groups });
  }
  return { expression: new RegExp(`${source}${quoteMeta(text.slice(at))}$`), pairs };
}

/** The text of a pair in a match of its shape. */
export function pairValue({ group }: ShapePair, groups: RegExpExecArray): string {
  if (group === 0) return "";
  const value = groups[group]!;
  return value.charCodeAt(0) === QUOTE ? value.slice(1, -1) : value;
}

function startsAt(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at;
  return expression.test(text);
}
