/** The view of the tests while they replace the panes. */
import { createStore, type StoreApi } from "zustand/vanilla";

/** Which tests are listed. */
export type TestFilter = "all" | "failed" | "passed";

export interface TestsView {
  /** Name of a test; null: the first that fails, or the first. */
  readonly chosen: string | null;
  readonly filter: TestFilter;
  /** The whole file is shown, to be edited. */
  readonly asText: boolean;
}

export const FIRST_TESTS_VIEW: TestsView = { chosen: null, filter: "all", asText: false };

export const createTestsViewStore = (): StoreApi<TestsView> => createStore(() => FIRST_TESTS_VIEW);

declare module "../../core/page/stores.ts" {
  interface Stores {
    readonly testsView: StoreApi<TestsView>;
  }
}
