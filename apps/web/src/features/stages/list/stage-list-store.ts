/** Which stages are open in the list, and whether stages are offered for the samples. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { App } from "../../../core/page/app.ts";

export interface StageListState {
  /** Stages whose arguments are shown, by path. */
  readonly open: Readonly<Record<string, boolean>>;
  /** The stages that are offered for the samples are not wanted. */
  readonly startsEmpty: boolean;
  /** Stages are offered for the samples, and shown. */
  readonly offered: boolean;
}

export const createStageListStore = (): StoreApi<StageListState> =>
  createStore(() => ({ open: {}, startsEmpty: false, offered: false }));

declare module "../../../core/page/stores.ts" {
  interface Stores {
    readonly stageList: StoreApi<StageListState>;
  }
}

/** Opens or folds one stage. */
export function foldStage(app: App, path: string, isOpen: boolean): void {
  app.stores.stageList.setState(({ open }) => ({ open: { ...open, [path]: isOpen } }));
}

/** Begins without the stages that are offered for the samples. */
export function startEmpty(app: App): void {
  app.stores.stageList.setState({ startsEmpty: true });
  app.stores.view.setState({ focus: { on: "stages" } });
}

/** Says whether stages are offered for the samples. */
export function setOffered(app: App, offered: boolean): void {
  app.stores.stageList.setState({ offered });
}

/** Puts the focus on what takes the stages that are offered. */
export function focusOffer(app: App): void {
  app.stores.view.setState({ focus: { on: "offer" } });
}
