/** Amounts of the live view in words. */
import type { LiveComponent } from "@sluice/engine/live";
import { formatBytes } from "../profiles/units.ts";

/** `0.4`, `12.3`, `1,204`: per second. */
export const formatRate = (rate: number): string =>
  rate.toLocaleString("en", {
    maximumFractionDigits: rate >= 1000 ? 0 : 1,
    minimumFractionDigits: rate >= 1000 ? 0 : 1,
  });

export const formatBytesRate = (rate: number): string => `${formatBytes(rate)}/s`;

/** `08:14:42.118` of an RFC 3339 time, in the clock of whoever looks. */
export function clockOf(rfc3339: string): string {
  const time = new Date(rfc3339);
  if (Number.isNaN(time.getTime())) return rfc3339;
  return `${time.toLocaleTimeString("en-GB")}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}

/** A fact of a component: a text, a number; anything else as JSON. */
export const showFact = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? value.toLocaleString("en") : JSON.stringify(value);

/** What a component does each second: what it gives, or what it takes where it gives nothing. */
export const rateOf = ({ kind, in: taken, out }: LiveComponent): number =>
  kind === "writer" || kind === "receiver" || out.entries === 0 ? Math.max(taken.entries, out.entries) : out.entries;
