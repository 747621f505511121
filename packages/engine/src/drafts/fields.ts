/** What values the entries at a place have, by name: what a new stage could use. */
import type { Nanos } from "@sluice/languages/base";
import { compileTimestampFormat, guessTimeFormats } from "@sluice/languages/gotime";
import { goFloat, goString } from "@sluice/languages/govalue";
import type { ExtractedValue } from "../base/extracted.ts";
import type { Sample } from "../preview/preview.ts";
import {
  isCertainLevelName,
  isIp,
  isLevelWord,
  isTimeName,
  levelOf as levelOfText,
  MESSAGE_NAMES,
} from "../vocabulary/index.ts";

export interface Field {
  readonly name: string;
  /** Entries that have it as a text, a number or a boolean. */
  readonly count: number;
  /** Different texts; of the first of them alone, where there are very many. */
  readonly distinct: number;
  /** In the order in which they come. */
  readonly texts: readonly string[];
}

/** Different texts of a name that are counted, and names that are looked at. */
const MAX_DISTINCT = 1000;
const MAX_NAMES = 200;

/** Values by name, those first that stand first in the entries. */
export function fieldsOf(records: Iterable<Readonly<Record<string, ExtractedValue>>>): Field[] {
  const found = new Map<string, { count: number; texts: Set<string> }>();
  for (const record of records) {
    for (const name of Object.keys(record)) {
      const value = record[name];
      const text = value === undefined || value === null || typeof value === "object" ? undefined : goString(value);
      if (text === undefined || text === "") continue;
      let field = found.get(name);
      if (field === undefined) {
        if (found.size === MAX_NAMES) continue;
        field = { count: 0, texts: new Set() };
        found.set(name, field);
      }
      field.count++;
      if (field.texts.size < MAX_DISTINCT) field.texts.add(text);
    }
  }
  return [...found].map(([name, { count, texts }]) => ({ name, count, distinct: texts.size, texts: [...texts] }));
}

/** Values that all have the same form. */
const all = ({ texts }: Field, is: (text: string) => boolean): boolean => texts.length > 0 && texts.every(is);
const MOST = 0.8;

/** The layout that reads nearly all of its values as times. */
function layoutOf({ texts }: Field): string | undefined {
  const [best] = guessTimeFormats(texts);
  return best !== undefined && best.matched >= best.total * MOST ? best.format : undefined;
}

/** The field that says when an entry was written, and its layout. */
export function timeOf(fields: readonly Field[]): { readonly field: Field; readonly format: string } | undefined {
  const named = fields.filter(({ name }) => isTimeName(name));
  // Digits alone are a time only under a name that says so.
  const others = fields.filter((field) => !named.includes(field) && !all(field, (text) => /^[\d.]+$/.test(text)));
  for (const field of [...named, ...others]) {
    const format = layoutOf(field);
    if (format !== undefined) return { field, format };
  }
  return undefined;
}

/** Whether the entries have the time that the field says. */
export function hasTimeOf(entries: readonly Sample[], name: string, format: string, now: Nanos): boolean {
  const compiled = compileTimestampFormat(format);
  if (!compiled.ok) return false;
  const given = entries.flatMap(({ timestamp, extracted }) => {
    const value = extracted?.[name];
    const text = value === undefined || value === null ? undefined : goString(value);
    return text === undefined ? [] : [{ timestamp, read: compiled.parse(text, now) }];
  });
  return given.length > 0 && given.filter(({ timestamp, read }) => timestamp === read).length * 2 >= given.length;
}

export const levelOf = (fields: readonly Field[]): Field | undefined =>
  fields.find((field) => isCertainLevelName(field.name) && all(field, isLevel)) ??
  fields.find((field) => all(field, isLevelWord));
const isLevel = (text: string): boolean =>
  levelOfText(text.length === 1 ? text.toUpperCase() : text, true) !== undefined;

export const isNumber = (field: Field): boolean => all(field, (text) => /^-?\d/.test(text) && goFloat(text).ok);

export const isAddress = (field: Field): boolean => all(field, isIp);

/** Values that a label may have: few, and each in several entries. */
const MAX_LABEL_VALUES = 20;

export const isFew = ({ distinct, count }: Field): boolean =>
  distinct <= MAX_LABEL_VALUES && (distinct * 2 <= count || distinct <= 3);

const ID_NAME = /trace|span|request|correlation|session|user|order|customer|(?:^|_)id$|uuid/i;

/** What tells entries apart, and would make a stream of each as a label: by its name, and otherwise by its values. */
export const idOf = (fields: readonly Field[]): Field | undefined => fields.find(({ name }) => ID_NAME.test(name));
export const manyOf = (fields: readonly Field[]): Field | undefined =>
  fields
    .filter((field) => !isFew(field) && layoutOf(field) === undefined && !field.texts.some((text) => /\s/.test(text)))
    .sort((a, b) => b.distinct - a.distinct)[0];

export const messageOf = (fields: readonly Field[]): Field | undefined =>
  fields.find(({ name }) => MESSAGE_NAMES.includes(name) || MESSAGE_NAMES.includes(name.toLowerCase())) ??
  fields.find((field) => all(field, (text) => /\s/.test(text)) && layoutOf(field) === undefined);
