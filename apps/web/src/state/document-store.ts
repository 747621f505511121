/** What the user works on: the configuration's text and the samples. Replacements of the whole can be undone. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ClockStep } from "./clock-steps.ts";
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
  /** The input stays open behind the last sample: what is held stays held until the clock is stepped. */
  readonly holdEnd: boolean;
  /** What was done to the clock since; done again after every edit. */
  readonly steps: readonly ClockStep[];
  /** The samples as text, while it has a mistake and the samples are still those from before it. */
  readonly draft: string | null;
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

export function contentOf(content: DocumentContent): DocumentContent {
  const { name, text, samples, commonLabels, clock, seed, holdEnd, steps, draft } = content;
  return { name, text, samples, commonLabels, clock, seed, holdEnd, steps, draft };
}

function readLabels(text: string): Readonly<Record<string, string>> | undefined {
  const parsed = parseLabels(text);
  return parsed.ok ? parsed.labels : undefined;
}

/** Takes the labels of every sample, as written. While they cannot be read, the last ones that could hold. */
export function setLabelText(store: DocumentStore, commonLabels: string): void {
  store.setState({ commonLabels, labels: readLabels(commonLabels) ?? store.getState().labels });
}

/** Changes the document by `given`, keeping what was there so that it can be undone. */
export function replaceContent(store: DocumentStore, what: string, given: Partial<DocumentContent>): void {
  const state = store.getState();
  // Other samples leave nothing of a text that could not be read.
  const change = given.samples === undefined ? given : { draft: null, ...given };
  const before = Object.fromEntries(
    Object.keys(change).map((key) => [key, state[key as keyof DocumentContent]]),
  ) as Partial<DocumentContent>;
  const replaced = [...state.replaced, { before, what }].slice(-MAX_REPLACED);
  const labels = change.commonLabels === undefined ? state.labels : (readLabels(change.commonLabels) ?? {});
  store.setState({ ...change, labels, replaced });
}
