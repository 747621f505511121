/** Money from a measured volume: a price for a gigabyte, and a rate in entries a day. */
import type { CostReport } from "./measure.ts";
import type { Volume } from "./volume.ts";

export interface Tariff {
  /** Of a gigabyte (10⁹ bytes) that is taken in by the log store, in whatever currency. */
  readonly price: number;
  /** Entries that come in a day; undefined: as many as the samples' own times say. */
  readonly entriesPerDay: number | undefined;
}

export interface Cost {
  readonly entriesPerDay: number;
  readonly bytesPerDay: number;
  /** Of thirty days. */
  readonly money: number;
}

const GIGABYTE = 1e9;
const DAYS = 30;

/** Entries a day that come in by the samples' own times; undefined where these do not say. */
export const measuredRate = ({ in: { entries }, days }: Pick<CostReport, "in" | "days">): number | undefined =>
  days === undefined || days === 0 ? undefined : entries / days;

/** What a part of the volume costs; undefined where no rate is known. */
export function costOf(part: Volume, report: Pick<CostReport, "in" | "days">, tariff: Tariff): Cost | undefined {
  const rate = tariff.entriesPerDay ?? measuredRate(report);
  if (rate === undefined || report.in.entries === 0) return undefined;
  const times = rate / report.in.entries;
  const bytesPerDay = part.bytes * times;
  return {
    entriesPerDay: part.entries * times,
    bytesPerDay,
    money: ((bytesPerDay * DAYS) / GIGABYTE) * tariff.price,
  };
}
