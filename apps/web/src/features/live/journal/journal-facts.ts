/** What a component says of its journal: how full it is, and how far each receiver is behind. */
import type { LiveComponent } from "@sluice/protocol";
import * as v from "valibot";
import { counted, grouped } from "../../../core/text/counted.ts";
import { formatUptime } from "../../../core/text/format-duration.ts";
import { formatShare, formatSize } from "../../../core/text/units.ts";

const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const age = v.optional(count);

const Receiver = v.object({
  receiver: v.string(),
  behind_entries: count,
  behind_bytes: count,
  on_their_way: count,
  oldest_age_seconds: age,
});
export type JournalReceiver = v.InferOutput<typeof Receiver>;

const Facts = v.object({
  bytes: count,
  max_bytes: v.pipe(count, v.minValue(1)),
  entries: count,
  oldest_age_seconds: age,
  damaged: v.optional(v.object({ parts: count, entries: count })),
  receivers: v.array(Receiver),
});
export type JournalFacts = v.InferOutput<typeof Facts>;

/** From this age on, in seconds, a receiver is late: what is merely on its way takes less. */
const LATE = 10;

/** Undefined where it has none: `logs.journal` is one, `logs.write` has one with `wal`. */
export function journalOf({ details }: Pick<LiveComponent, "details">): JournalFacts | undefined {
  const read = v.safeParse(Facts, details.wal ?? details);
  return read.success ? read.output : undefined;
}

/** The details that `JournalFacts` does not show. */
export function otherDetails(component: Pick<LiveComponent, "details">): [string, unknown][] {
  const { details } = component;
  if (journalOf(component) === undefined) return Object.entries(details);
  const shown = new Set(details.wal === undefined ? Object.keys(Facts.entries) : ["wal"]);
  const folder = (details.wal as { folder?: unknown } | undefined)?.folder;
  return [
    ...Object.entries(details).filter(([name]) => !shown.has(name)),
    ...(folder === undefined ? [] : [["wal folder", folder] as [string, unknown]]),
  ];
}

/** From 0 to 1. */
export const fillOf = ({ bytes, max_bytes }: JournalFacts): number => Math.min(1, bytes / max_bytes);

/** `34 %` */
export const describeShare = (facts: JournalFacts): string => formatShare(fillOf(facts), 1);

/** `34 % of 16 MiB` */
export const describeFill = (facts: JournalFacts): string =>
  `${describeShare(facts)} of ${formatSize(facts.max_bytes)}`;

/** `5 entries wait`: some receiver has not delivered them. */
export const describeWaiting = ({ entries }: JournalFacts): string =>
  `${counted(entries, "entry", "entries")} ${entries === 1 ? "waits" : "wait"}`;

/** The age of the oldest entry that some receiver has not delivered; undefined below a second. */
export const ageOf = ({ oldest_age_seconds = 0 }: JournalFacts | JournalReceiver): string | undefined =>
  oldest_age_seconds < 1 ? undefined : formatUptime(oldest_age_seconds);

/** `oldest entry 12 min`; empty where all is delivered. */
export function describeOldest(facts: JournalFacts): string {
  const old = ageOf(facts);
  return old === undefined ? "" : `oldest entry ${old}`;
}

/** `2 damaged parts, 30 entries lost`; empty where nothing is. */
export const describeDamage = ({ damaged }: JournalFacts): string =>
  damaged === undefined
    ? ""
    : `${counted(damaged.parts, "damaged part")}, ${counted(damaged.entries, "entry", "entries")} lost`;

/** `3,204 behind, 12 min`; undefined where it has everything. */
export function describeLag(receiver: JournalReceiver): string | undefined {
  const { behind_entries, oldest_age_seconds = 0 } = receiver;
  if (behind_entries === 0) return undefined;
  const late = isLate(receiver) ? `, ${formatUptime(oldest_age_seconds)}` : "";
  return `${grouped(behind_entries)} behind${late}`;
}

export const isLate = ({ behind_entries, oldest_age_seconds = 0 }: JournalReceiver): boolean =>
  behind_entries > 0 && oldest_age_seconds >= LATE;

/** A sentence for a bar without text. */
export function explainJournal(facts: JournalFacts): string {
  const late = facts.receivers.filter(isLate).map(({ receiver }) => receiver);
  return [
    `${describeFill(facts)}, ${describeWaiting(facts)}`,
    describeOldest(facts),
    describeDamage(facts),
    late.length > 0 ? `behind: ${late.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}
