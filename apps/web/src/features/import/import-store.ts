import { createStore, type StoreApi } from "zustand/vanilla";
import type { ImportReport } from "../../core/workers/import-report.ts";

export interface ImportState {
  /** What was imported of another program, as long as its report is wanted. */
  readonly report: ImportReport | null;
}

export const createImportStore = (): StoreApi<ImportState> => createStore(() => ({ report: null }));

declare module "../../core/page/stores.ts" {
  interface Stores {
    readonly imported: StoreApi<ImportState>;
  }
}
