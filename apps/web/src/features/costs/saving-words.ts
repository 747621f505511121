/** What a saving is called: as an offer, on its button, and in the history. */
import type { CostReport, Saving, SavingKind, Tariff } from "@sluice/engine";
import { costOf, describeLevels } from "@sluice/engine";
import { counted } from "../../core/text/counted.ts";
import { formatBytes } from "../../core/text/units.ts";

interface Words {
  readonly offer: (subject: string) => string;
  readonly button: string;
  readonly done: (subject: string) => string;
}

export const SAVING_WORDS: Readonly<Record<SavingKind, Words>> = {
  "drop-level": {
    offer: (level) => `Drop entries of level ${level}`,
    button: "Drop them",
    done: (level) => `Added a drop for level ${level}`,
  },
  "drop-pattern": {
    offer: (pattern) => `Drop entries like ${pattern}`,
    button: "Drop them",
    done: (pattern) => `Added a drop for “${pattern}”`,
  },
  "sample-pattern": {
    offer: (pattern) => `Keep one in ten entries like ${pattern}`,
    button: "Keep one in ten",
    done: (pattern) => `Added sampling for “${pattern}”`,
  },
  "label-to-metadata": {
    offer: (label) => `Make the label ${label} structured metadata`,
    button: "Make metadata",
    done: (label) => `Made label ${label} structured metadata`,
  },
  "labels-to-metadata": {
    offer: (labels) => `Make the labels ${labels} structured metadata, all of them`,
    button: "Make metadata",
    done: (labels) => `Made labels ${labels} structured metadata`,
  },
  "leave-out-metadata": {
    offer: (name) => `Leave out the metadata ${name}, which the line holds`,
    button: "Leave it out",
    done: (name) => `Left out metadata ${name}`,
  },
};

/** `25 entries (20 info, 5 debug), 1.7 kB and 25 streams less; 0.38 less for 30 days`. */
export function describeEffect({ kind, out: after, lost }: Saving, report: CostReport, tariff: Tariff): string {
  const { out } = report;
  const entries = out.entries - after.entries;
  const streams = out.streams - after.streams;
  const bytes = out.bytes - after.bytes;
  const levels = kind === "drop-level" ? "" : describeLevels(lost);
  const less = [
    ...(entries > 0 ? [counted(entries, "entry", "entries") + (levels === "" ? "" : ` (${levels})`)] : []),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
    ...(streams > 0 ? [counted(streams, "stream")] : []),
  ];
  const list = less.length > 1 ? `${less.slice(0, -1).join(", ")} and ${less.at(-1)}` : (less[0] ?? "nothing");
  const more = bytes < 0 ? `, ${formatBytes(-bytes)} more` : "";
  const saved = bytes > 0 ? costOf({ entries, bytes }, report, tariff) : undefined;
  const money = saved === undefined || tariff.price === 0 ? "" : `; ${formatMoney(saved.money)} less for 30 days`;
  return `${list} less${more}${money}`;
}

export const formatMoney = (amount: number): string =>
  amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
