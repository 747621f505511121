/** Which stages are open in the list. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { App } from "../../../core/page/app.ts";

export interface StageListState {
  /** Stages whose arguments are shown, by path. */
  readonly open: Readonly<Record<string, boolean>>;
}

export const createStageListStore = (): StoreApi<StageListState> => createStore(() => ({ open: {} }));

declare module "../../../core/page/stores.ts" {
  interface Stores {
    readonly stageList: StoreApi<StageListState>;
  }
}

/** Opens or folds one stage. */
export function foldStage(app: App, path: string, isOpen: boolean): void {
  app.stores.stageList.setState(({ open }) => ({ open: { ...open, [path]: isOpen } }));
}
