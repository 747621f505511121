/** Small values that the page keeps as text and reads at once when it opens. Whatever is found is checked. */
import * as v from "valibot";
import { DEFAULT_SETTINGS, MAX_WHO, NO_SELECTION, type SelectionState, type SettingsState } from "../model/settings.ts";

export const KEYS = {
  settings: "sluice.designer.settings",
  selections: "sluice.designer.selections",
  /** The document that was open last. */
  current: "sluice.designer.current",
  /** Where the one document and its selection stood before there were several. */
  oldDocument: "sluice.designer.document",
  oldSelection: "sluice.designer.selection",
  /** With an ending for each tab: changes that it could not store before it was closed. */
  unsaved: "sluice.designer.unsaved.",
  /** Which version of the server's configuration a document was made from. */
  bases: "sluice.designer.bases",
  /** From which pipeline of the server the entries of a document were captured. */
  captured: "sluice.designer.captured",
  decisions: "sluice.designer.decisions",
  /** Of the tab alone: the address that was to be written as it was left. */
  place: "sluice.designer.place",
  /** Of the tab alone: what the server is shown. */
  token: "sluice.server.token",
} as const;

/** What is used of `localStorage`. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Of all items. */
  keys(): readonly string[];
}

/** The JSON value under `key`; undefined where there is none that can be read. */
export function readJson(storage: TextStorage | undefined, key: string): unknown {
  try {
    const text = storage?.getItem(key) ?? null;
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** False: it could not be stored (full, or not allowed). */
export function writeJson(storage: TextStorage | undefined, key: string, value: unknown): boolean {
  try {
    storage?.setItem(key, JSON.stringify(value));
    return storage !== undefined;
  } catch {
    return false;
  }
}

export function forget(storage: TextStorage | undefined, key: string): void {
  try {
    storage?.removeItem(key);
  } catch {
    // What may not be written is not there either.
  }
}

const id = v.pipe(v.string(), v.maxLength(200));

/** Sizes in percent that add up. */
const Layout = v.pipe(
  v.record(id, v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
  v.check((sizes) => {
    const sum = Object.values(sizes).reduce((total, size) => total + size, 0);
    return Math.abs(sum - 100) < 1;
  }),
);

/** A record whose values have a schema; those that have it not are left out, and so is what is beyond `most`. */
const recordOf = <T>(schema: v.GenericSchema<unknown, T>, most: number) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((all): Readonly<Record<string, T>> => {
      const good = Object.entries(all).flatMap(([key, value]) => {
        const parsed = v.safeParse(schema, value);
        return parsed.success ? [[key, parsed.output] as const] : [];
      });
      return Object.fromEntries(good.slice(-most));
    }),
  );

const Settings = v.object({
  theme: v.fallback(v.picklist(["system", "light", "dark"]), DEFAULT_SETTINGS.theme),
  layouts: v.fallback(recordOf(Layout, 50), {}),
  problemsOpen: v.fallback(v.boolean(), DEFAULT_SETTINGS.problemsOpen),
  inspectorTab: v.fallback(v.picklist(["stage", "output", "fields", "metrics"]), DEFAULT_SETTINGS.inspectorTab),
  pipelineView: v.fallback(v.nullable(v.picklist(["stages", "split", "code", "graph"])), DEFAULT_SETTINGS.pipelineView),
  rowNames: v.fallback(recordOf(v.pipe(v.array(id), v.maxLength(3)), 500), {}),
  groupSamples: v.fallback(v.nullable(v.boolean()), DEFAULT_SETTINGS.groupSamples),
  wrap: v.fallback(v.boolean(), DEFAULT_SETTINGS.wrap),
  jsonRows: v.fallback(v.boolean(), DEFAULT_SETTINGS.jsonRows),
  graphWide: v.fallback(v.boolean(), DEFAULT_SETTINGS.graphWide),
  used: v.fallback(v.pipe(v.array(id), v.maxLength(20)), []),
  startedEmpty: v.fallback(v.pipe(v.array(id), v.maxLength(500)), []),
  deployAs: v.fallback(v.pipe(v.string(), v.maxLength(MAX_WHO)), DEFAULT_SETTINGS.deployAs),
  costsOpen: v.fallback(v.boolean(), DEFAULT_SETTINGS.costsOpen),
  gigabytePrice: v.fallback(v.pipe(v.number(), v.minValue(0), v.finite()), DEFAULT_SETTINGS.gigabytePrice),
  entriesPerDay: v.fallback(v.nullable(v.pipe(v.number(), v.minValue(1), v.finite())), DEFAULT_SETTINGS.entriesPerDay),
});

const Selection = v.object({
  sampleId: v.fallback(v.nullable(v.pipe(v.number(), v.safeInteger())), null),
  stagePath: v.fallback(v.nullable(id), null),
  pipelineId: v.fallback(v.nullable(id), null),
});

export function readSettings(storage: TextStorage | undefined): SettingsState {
  const parsed = v.safeParse(Settings, readJson(storage, KEYS.settings));
  return parsed.success ? parsed.output : DEFAULT_SETTINGS;
}

/** Selections kept at most: of as many documents. */
const MAX_SELECTIONS = 500;

/** By document. */
export function readSelections(storage: TextStorage | undefined): Readonly<Record<string, SelectionState>> {
  const parsed = v.safeParse(recordOf(Selection, MAX_SELECTIONS), readJson(storage, KEYS.selections));
  return parsed.success ? parsed.output : {};
}

export function readOldSelection(storage: TextStorage | undefined): SelectionState {
  const parsed = v.safeParse(Selection, readJson(storage, KEYS.oldSelection));
  return parsed.success ? parsed.output : NO_SELECTION;
}
