/** What the user works on: the configuration's text and the samples. Replacements of the whole can be undone. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { parseLabels } from "./label-text.ts";
import type { SampleEntry } from "./samples.ts";

export interface DocumentContent {
  /** Shown in the header and the title, and the name of an exported file. */
  readonly name: string;
  readonly text: string;
  readonly samples: readonly SampleEntry[];
  /** Labels of every sample, as written: `job="nginx"`. */
  readonly commonLabels: string;
  /** Where the virtual clock starts, RFC 3339. */
  readonly clock: string;
  /** For everything random in a pipeline. */
  readonly seed: number;
}

/** What was there before a replacement, as far as it was replaced, and what took it away. */
export interface Replaced {
  readonly before: Partial<DocumentContent>;
  /** `Opened the example nginx access log` */
  readonly what: string;
}

export interface DocumentState extends DocumentContent {
  /** The last common labels that could be read: they hold while someone types. */
  readonly labels: Readonly<Record<string, string>>;
  readonly nextId: number;
  /** Latest last. */
  readonly replaced: readonly Replaced[];
}

export type DocumentStore = StoreApi<DocumentState>;

const MAX_REPLACED = 20;

export function createDocumentStore(content: DocumentContent): DocumentStore {
  return createStore<DocumentState>(() => ({
    ...content,
    labels: readLabels(content.commonLabels) ?? {},
    nextId: followingId(content.samples),
    replaced: [],
  }));
}

export const followingId = (samples: readonly SampleEntry[]): number =>
  samples.reduce((most, sample) => Math.max(most, sample.id), 0) + 1;

export function contentOf({ name, text, samples, commonLabels, clock, seed }: DocumentContent): DocumentContent {
  return { name, text, samples, commonLabels, clock, seed };
}

function readLabels(text: string): Readonly<Record<string, string>> | undefined {
  const parsed = parseLabels(text);
  return parsed.ok ? parsed.labels : undefined;
}

/** Takes the labels of every sample, as written. While they cannot be read, the last ones that could hold. */
export function setLabelText(store: DocumentStore, commonLabels: string): void {
  store.setState({ commonLabels, labels: readLabels(commonLabels) ?? store.getState().labels });
}

/** Changes the document by `change`, keeping what was there so that it can be undone. */
export function replaceContent(store: DocumentStore, what: string, change: Partial<DocumentContent>): void {
  const state = store.getState();
  const before = Object.fromEntries(
    Object.keys(change).map((key) => [key, state[key as keyof DocumentContent]]),
  ) as Partial<DocumentContent>;
  const replaced = [...state.replaced, { before, what }].slice(-MAX_REPLACED);
  const labels = change.commonLabels === undefined ? state.labels : (readLabels(change.commonLabels) ?? {});
  store.setState({ ...change, labels, replaced });
}
