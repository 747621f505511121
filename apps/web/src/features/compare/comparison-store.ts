/** What the document is compared with at first, once the comparison is shown in place of the panes. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { CompareSource } from "../../core/model/compare-source.ts";

export interface ComparisonState {
  /** Null: that is still to be chosen. */
  readonly a: CompareSource | null;
}

export const createComparisonStore = (): StoreApi<ComparisonState> => createStore(() => ({ a: null }));

declare module "../../core/page/stores.ts" {
  interface Stores {
    readonly comparison: StoreApi<ComparisonState>;
  }
}
