/** Words and signs of entries in a terminal. */
import { formatRfc3339, type Outcome, type SentEntry, type StepStatus, visible } from "@sluice/engine";
import type { Style } from "../display.ts";

/** Every status is a sign and a word; colours only help. */
export const STATUS: Readonly<Record<StepStatus, { sign: string; style: Style }>> = {
  changed: { sign: "✎", style: "cyan" },
  unchanged: { sign: "·", style: "gray" },
  dropped: { sign: "⌀", style: "red" },
  missed: { sign: "?", style: "yellow" },
  held: { sign: "…", style: "yellow" },
  merged: { sign: "⋈", style: "magenta" },
  split: { sign: "⋔", style: "magenta" },
  released: { sign: "▸", style: "green" },
  error: { sign: "⚠", style: "red" },
  not_reached: { sign: "-", style: "gray" },
};

export const OUTCOME: Readonly<Record<Outcome["status"], { sign: string; style: Style }>> = {
  passed: { sign: "✓", style: "green" },
  unchanged: STATUS.unchanged,
  missed: STATUS.missed,
  merged: STATUS.merged,
  split: STATUS.split,
  dropped: STATUS.dropped,
  held: STATUS.held,
  error: STATUS.error,
};

/** Longest texts, in UTF-16 units: some lines of a terminal, or much where the reader is a program. */
const LONGEST_IN_FILE = 4000;
const LINES_ON_TERMINAL = 3;

/** Longer ones are cut in the middle, unless they are asked for whole. */
export function longestShown({ isTTY, columns }: Pick<NodeJS.WriteStream, "isTTY" | "columns">): number {
  return isTTY ? Math.max(40, columns) * LINES_ON_TERMINAL : LONGEST_IN_FILE;
}

/** Times that are remembered as texts: those of an entry are written several times, and that of the clock in all. */
const MAX_TIMES = 256;
const times = new Map<bigint, string>();

export function showTime(at: bigint): string {
  const known = times.get(at);
  if (known !== undefined) return known;
  if (times.size === MAX_TIMES) times.clear();
  const text = formatRfc3339(at);
  times.set(at, text);
  return text;
}

/** What an entry has besides its line: its time, labels in braces, and structured metadata in brackets, where there is any. */
export function showCarried({ timestamp, labels, metadata }: Omit<SentEntry, "line">): string {
  const pairs = metadata.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ");
  return `${showTime(timestamp)} ${visible(`${labels}`)}${pairs === "" ? "" : ` [${visible(pairs)}]`}`;
}
