/** Which fields of structured logs are worth extracting, and what their times and levels are called. */
import { guessTimeFormats } from "@sluice/languages/gotime";

/** Fields at most that a detected format extracts. */
const MAX_FIELDS = 12;
const TIME_NAME = /^(?:@?timestamp|@t|ts|t|time|datetime|date|at|timemillis|time_?local|eventtime|timecreated)$/i;
const LEVEL_NAME = /^(?:level|lvl|severity|loglevel|log_level|log\.level)$/i;

export interface ChosenField {
  /** Extracted name. */
  readonly name: string;
  readonly key: string;
}

export interface ChosenFields {
  readonly fields: readonly ChosenField[];
  readonly time: { readonly name: string; readonly format: string } | undefined;
  readonly level: string | undefined;
}

/** `entries`: the fields of each entry as texts; undefined values are lists and objects. */
export function chooseFields(entries: readonly ReadonlyMap<string, string | undefined>[]): ChosenFields {
  const counts = new Map<string, number>();
  for (const entry of entries)
    for (const [key, value] of entry) if (value !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  const usual = [...counts].filter(([, count]) => count * 2 >= entries.length).map(([key]) => key);
  const isSpecial = (key: string) => TIME_NAME.test(key) || LEVEL_NAME.test(key);
  const keys = [...usual.filter(isSpecial), ...usual.filter((key) => !isSpecial(key))].slice(0, MAX_FIELDS);
  const taken = new Set<string>();
  const fields = keys
    .sort((a, b) => usual.indexOf(a) - usual.indexOf(b))
    .flatMap((key): ChosenField[] => {
      const name = toName(key);
      if (taken.has(name)) return [];
      taken.add(name);
      return [{ name, key }];
    });
  const times = fields
    .filter(({ key }) => TIME_NAME.test(key))
    .flatMap(({ name, key }) => {
      const texts = entries.flatMap((entry) => entry.get(key) ?? []);
      const [best] = guessTimeFormats(texts);
      return best !== undefined && best.matched * 10 >= texts.length * 8 ? [{ name, format: best.format }] : [];
    });
  return { fields, time: times[0], level: fields.find(({ key }) => LEVEL_NAME.test(key))?.name };
}

/** A key as a name that labels can have too. */
export function toName(key: string): string {
  const name = key.replaceAll(/\W+/g, "_").replaceAll(/^_+(?=.)|_+$/g, "");
  if (name === "") return "value";
  return /^\d/.test(name) ? `_${name}` : name;
}

/** `name`, or with a number after it where that is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name}_${n}`)) return `${name}_${n}`;
}
