/** What a stage changed, as lines: the entry's line before and after with the changed part marked, then names and values. */
import {
  cutMiddle,
  type ExtractedValue,
  type SentEntry,
  type Snapshot,
  visible,
  wholeCharacters,
} from "@sluice/engine";
import type { createPaint } from "../../display.ts";
import { showTime } from "../show-entry.ts";

type Paint = ReturnType<typeof createPaint>;

/** Texts longer than `longest` UTF-16 units are cut. */
export function describeChanges(before: Snapshot, after: Snapshot, longest: number, paint: Paint): string[] {
  const sent = describeSentChanges(before, after, longest, paint);
  if (before.extracted.sharesWith(after.extracted)) return sent;
  return sent.concat(mapChanges("extracted", before.extracted, after.extracted, longest, paint));
}

/** The same without extracted values, which nobody is sent. */
export function describeSentChanges(before: SentEntry, after: SentEntry, longest: number, paint: Paint): string[] {
  const lines: string[] = [];
  if (before.line !== after.line)
    lines.push(...lineChange(before.line, after.line, ["- line", "+ line"], longest, paint));
  if (before.timestamp !== after.timestamp) {
    lines.push(paint("cyan", `~ timestamp ${showTime(before.timestamp)} → ${showTime(after.timestamp)}`));
  }
  const maps = (what: string, from: Pairs, to: Pairs): void => {
    for (const line of mapChanges(what, from, to, longest, paint)) lines.push(line);
  };
  maps("label", before.labels, after.labels);
  maps("metadata", before.metadata, after.metadata);
  return lines;
}

/** The changed part of two texts in colour, what both share in grey and, where it is long, only next to the change. */
export function lineChange(
  before: string,
  after: string,
  titles: readonly [string, string],
  longest: number,
  paint: Paint,
): string[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const shared = Math.max(20, Math.floor(longest / 4));
  const show = (title: string, colour: "red" | "green", text: string): string => {
    const start = wholeCharacters(text, 0, head);
    const middle = text.slice(start.length, start.length + Math.max(0, text.length - tail - start.length));
    const end = text.slice(start.length + middle.length);
    const near = start.length > shared ? `…${wholeCharacters(start, start.length - shared, start.length)}` : start;
    const far = end.length > shared ? `${wholeCharacters(end, 0, shared)}…` : end;
    const changed = paint(colour, visible(cutMiddle(middle, longest)));
    return `${paint(colour, title)} ${paint("gray", visible(near))}${changed}${paint("gray", visible(far))}`;
  };
  return [show(titles[0], "red", before), show(titles[1], "green", after)];
}

type Pairs = Iterable<readonly [string, ExtractedValue]>;

const NONE: string[] = [];

/** Most stages change one of these or none: equal pairs are found before maps are built for a comparison. */
function mapChanges(what: string, from: Pairs, to: Pairs, longest: number, paint: Paint): string[] {
  if (from === to || samePairs(from, to)) return NONE;
  return listChanges(what, new Map(from), new Map(to), longest, paint);
}

function samePairs(from: Pairs, to: Pairs): boolean {
  const others = from[Symbol.iterator]();
  for (const [name, value] of to) {
    const other = others.next();
    if (other.done === true || other.value[0] !== name || other.value[1] !== value) return false;
  }
  return others.next().done === true;
}

type Values = ReadonlyMap<string, ExtractedValue>;

function listChanges(what: string, before: Values, after: Values, longest: number, paint: Paint): string[] {
  const lines: string[] = [];
  const spell = (value: ExtractedValue): string => (typeof value === "bigint" ? String(value) : JSON.stringify(value));
  const show = (value: ExtractedValue): string => visible(cutMiddle(spell(value), longest));
  for (const [name, value] of after) {
    const old = before.get(name);
    const at = `${what} ${visible(name)}`;
    if (old === undefined) lines.push(paint("green", `+ ${at}=${show(value)}`));
    else if (old !== value && spell(old) !== spell(value)) {
      lines.push(paint("cyan", `~ ${at}=${show(old)} → ${show(value)}`));
    }
  }
  for (const [name, value] of before) {
    if (!after.has(name)) lines.push(paint("red", `- ${what} ${visible(name)}=${show(value)}`));
  }
  return lines;
}
