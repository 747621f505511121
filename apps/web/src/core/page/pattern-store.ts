/** The patterns of a document's samples, and how their groups are shown. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Folds, PatternFilter, SamplePatterns } from "../model/sample-patterns.ts";

export interface PatternState {
  /** The last that were found; while samples are added, those from before. */
  readonly known: SamplePatterns | null;
  /** While lines are read: how many of all. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Why none were found. */
  readonly failed: string | null;
  readonly filters: readonly PatternFilter[];
  readonly folds: Folds;
  /** The group that the list's cursor is on; it holds while this entry, the group's first, is selected. */
  readonly cursor: { readonly number: number; readonly sampleId: number } | null;
  /** The session that the worker no longer has: it was ended. */
  readonly lost: number | null;
}

export type PatternStore = StoreApi<PatternState>;

export const createPatternStore = (): PatternStore =>
  createStore(() => ({
    known: null,
    progress: null,
    failed: null,
    filters: [],
    folds: new Map(),
    cursor: null,
    lost: null,
  }));
