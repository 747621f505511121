/** Splits a text into pieces by the marks over it. */

export interface TextMark {
  /** 0: the whole match. */
  readonly group: number;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

export interface MarkedPart {
  readonly text: string;
  /** The innermost mark over it; undefined if there is none. */
  readonly group: number | undefined;
}

/** `marks` may be nested, the outer ones first. */
export function markText(text: string, marks: readonly TextMark[]): MarkedPart[] {
  const bounds = new Set([0, text.length]);
  for (const { start, end } of marks) bounds.add(start).add(end);
  const places = [...bounds].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b);
  const parts: MarkedPart[] = [];
  for (let i = 0; i + 1 < places.length; i++) {
    const [start, end] = [places[i]!, places[i + 1]!];
    const group = marks.findLast((mark) => mark.start <= start && end <= mark.end)?.group;
    const last = parts.at(-1);
    if (last !== undefined && last.group === group && group === undefined)
      parts[parts.length - 1] = { text: last.text + text.slice(start, end), group };
    else parts.push({ text: text.slice(start, end), group });
  }
  return parts;
}

/** The number of hues for groups; they repeat. */
const HUES = 6;

/** The hue of a group, from 1; the whole match has none. */
export const hueOf = (group: number | undefined): number | undefined =>
  group === undefined || group < 1 ? undefined : ((group - 1) % HUES) + 1;
