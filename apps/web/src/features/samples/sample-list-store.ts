/** How the samples are shown, and which of them came last. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { App } from "../../core/page/app.ts";
import { begin } from "../../core/page/settings.ts";

export type SamplesMode = "list" | "text";

export interface SampleListState {
  readonly mode: SamplesMode;
  /** Ids of the samples that came last into a pipeline with stages, until it is known whether those read them. */
  readonly cameLast: readonly number[];
}

export const createSampleListStore = (): StoreApi<SampleListState> =>
  createStore(() => ({ mode: "list", cameLast: [] }));

declare module "../../core/page/stores.ts" {
  interface Stores {
    readonly sampleList: StoreApi<SampleListState>;
  }
}

/** Shows the samples as a list, or as text, ready to be typed into. */
export function setSamplesMode(app: App, mode: SamplesMode): void {
  begin(app);
  app.stores.sampleList.setState({ mode });
  app.stores.view.setState({ focus: mode === "text" ? { on: "samples" } : null });
}

/** Shows the samples as a list. */
export function listSamples(app: App): void {
  app.stores.sampleList.setState({ mode: "list" });
}

/** Puts the focus into the search of the entries. */
export function focusSearch(app: App): void {
  begin(app);
  listSamples(app);
  app.stores.view.setState({ focus: { on: "search" } });
}

/** Leaves what came last to the stages that are there. */
export function dismissUnread(app: App): void {
  app.stores.sampleList.setState({ cameLast: [] });
}
