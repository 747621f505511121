/** The entries at the place of a new stage, and what is known of them. */
import type { Nanos } from "@sluice/languages/base";
import { spread } from "../base/spread.ts";
import type { Sample } from "../preview/preview.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { extracting, type Reading, readLines } from "./reading.ts";

/** Entries that are looked at, spread over all, and characters of their lines. */
const MAX_ENTRIES = 300;
const MAX_LENGTH = 2 ** 20;

export class DraftPlace {
  readonly entries: readonly Sample[];
  readonly lines: readonly string[];
  /** Extracted values that are no labels. */
  readonly fields: readonly Field[];
  readonly labels: readonly Field[];
  readonly metadata: readonly Field[];
  /** When a run begins: times without a year take theirs from it. */
  readonly now: Nanos;
  #reading: { readonly of: Reading | undefined } | undefined;

  constructor(entries: readonly Sample[], now: Nanos) {
    this.entries = bounded(entries);
    this.lines = this.entries.map(({ line }) => line);
    this.labels = fieldsOf(this.entries.map(({ labels }) => labels));
    this.metadata = fieldsOf(this.entries.map(({ metadata }) => Object.fromEntries(metadata ?? [])));
    const labels = new Set(this.labels.map(({ name }) => name));
    this.fields = fieldsOf(this.entries.map(({ extracted }) => extracted ?? {})).filter(
      ({ name }) => !labels.has(name),
    );
    this.now = now;
  }

  /** How the lines can be read; undefined where they give nothing. */
  get reading(): Reading | undefined {
    this.#reading ??= { of: readLines(this.lines, this.now) };
    return this.#reading.of;
  }

  /**
   * What `find` finds among the extracted values, or else among those that the lines give: then `before` are the stages that
   * extract it.
   */
  find<T>(
    find: (fields: readonly Field[]) => T | undefined,
    namesOf: (found: T) => readonly string[],
  ): { readonly found: T; readonly before: string } | undefined {
    const own = find(this.fields);
    if (own !== undefined) return { found: own, before: "" };
    const { reading } = this;
    const read =
      reading && find(reading.fields.filter(({ name }) => !this.labels.some((label) => label.name === name)));
    return reading === undefined || read === undefined
      ? undefined
      : { found: read, before: `${extracting(reading, namesOf(read))}\n` };
  }

  field(find: (fields: readonly Field[]) => Field | undefined) {
    return this.find(find, ({ name }) => [name]);
  }
}

function bounded(entries: readonly Sample[]): Sample[] {
  const taken: Sample[] = [];
  let length = 0;
  for (const entry of spread(entries, MAX_ENTRIES)) {
    length += entry.line.length;
    if (length > MAX_LENGTH) break;
    taken.push(entry);
  }
  return taken;
}
