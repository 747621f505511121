import { createStore, type StoreApi } from "zustand/vanilla";

export interface TourState {
  /** The step that is shown. */
  readonly step: number | null;
}

export const createTourStore = (): StoreApi<TourState> => createStore(() => ({ step: null }));

declare module "../../core/page/stores.ts" {
  interface Stores {
    readonly tour: StoreApi<TourState>;
  }
}
