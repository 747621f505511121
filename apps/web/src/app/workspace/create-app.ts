/** One open document with its stores, and the client of its previews. */
import type { DocumentContent } from "../../core/model/document.ts";
import type { History } from "../../core/model/history.ts";
import type { SelectionState } from "../../core/model/settings.ts";
import type { App, Documents, Platform } from "../../core/page/app.ts";
import type { Command } from "../../core/page/command.ts";
import { createDerived } from "../../core/page/derived.ts";
import { createDocumentStore, type DocumentEnv } from "../../core/page/document-store.ts";
import { createPatternStore } from "../../core/page/pattern-store.ts";
import { refusesEdits } from "../../core/page/read-only.ts";
import {
  createAnalysisStore,
  createEntryFilterStore,
  createPreviewStore,
  createSampleListStore,
  createSelectionStore,
  createViewStore,
  type SharedStores,
  type Stores,
} from "../../core/page/stores.ts";
import type { Re2Client } from "../../core/re2/re2-client.ts";
import { receiveRun } from "../../core/run/receive-run.ts";
import type { ServerAccess } from "../../core/server/server-access.ts";
import type { KeptDraft } from "../../core/storage/drafts.ts";
import { StateKeeper } from "../../core/storage/state-keeper.ts";
import type { LanguageClient } from "../../core/workers/language-client.ts";
import { PreviewClient } from "../../core/workers/preview-client.ts";
import { createComparisonStore } from "../../features/compare/comparison-store.ts";
import { createGraphViewStore } from "../../features/graph/graph-view-store.ts";
import { createImportStore } from "../../features/import/import-store.ts";
import { createStageListStore } from "../../features/stages/list/stage-list-store.ts";
import { ProposalSession } from "../../features/stages/proposal/proposal-session.ts";
import { TestsRunner } from "../../features/tests/tests-runner.ts";
import { createTestsViewStore } from "../../features/tests/tests-view-store.ts";
import { createTourStore } from "../../features/tour/tour-store.ts";

export interface Shared {
  readonly platform: Platform;
  readonly language: LanguageClient;
  readonly re2: Re2Client;
  readonly stores: SharedStores;
  readonly documents: Documents;
  readonly access: ServerAccess;
  readonly commands: readonly Command[];
}

export function createApp(
  shared: Shared,
  content: DocumentContent,
  given: {
    readonly selection: SelectionState;
    readonly good: string | null;
    readonly drafts: readonly KeptDraft[];
    readonly history: History;
  },
): App {
  const { platform, language, re2, documents, access, commands } = shared;
  const selection = createSelectionStore(given.selection);
  const view = createViewStore(given.drafts);
  const files = () =>
    Object.fromEntries(Object.entries(shared.stores.files.getState().files).map(([path, { blob }]) => [path, blob]));
  const tests = new TestsRunner(platform, files);
  const env: DocumentEnv = {
    now: () => platform.scheduler.now(),
    marks: () => {
      const { sampleId, stagePath } = selection.getState();
      return { sampleId, stagePath, caret: view.getState().caret };
    },
    refuses: () => refusesEdits({ scheduler: platform.scheduler, stores: shared.stores }),
  };
  const document = createDocumentStore(content, env, given.history);
  const proposals: ProposalSession = new ProposalSession(platform, document, {
    labels: () => derived.commonLabels(),
    written: () => stores.sampleList.getState().written,
  });
  const stores: Stores = {
    ...shared.stores,
    document,
    analysis: createAnalysisStore(),
    selection,
    preview: createPreviewStore(),
    view,
    entryFilter: createEntryFilterStore(),
    comparison: createComparisonStore(),
    graphView: createGraphViewStore(),
    imported: createImportStore(),
    proposal: proposals.store,
    sampleList: createSampleListStore(),
    patterns: createPatternStore(),
    stageList: createStageListStore(),
    tests: tests.store,
    testsView: createTestsViewStore(),
    tour: createTourStore(),
  };
  const derived = createDerived(stores);
  const preview: PreviewClient = new PreviewClient(
    platform.startPreview,
    platform.scheduler,
    receiveRun(
      stores,
      () => preview,
      () => platform.currentTime(),
    ),
    files,
  );
  return {
    stores,
    derived,
    language,
    preview,
    re2,
    scheduler: platform.scheduler,
    platform,
    documents,
    states: new StateKeeper(platform),
    tests,
    proposals,
    access,
    commands,
    lastGood: given.good,
    ran: { inputs: null },
    awaited: { stage: null },
  };
}
