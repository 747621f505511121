/**
 * The page without its views: stores, the two workers' clients, and what drives one from the other. Everything that
 * belongs to the browser comes in through `Platform`, so the whole runs in a test.
 */
import { LanguageClient } from "./language/language-client.ts";
import type { LanguageReply, LanguageRequest } from "./language/protocol.ts";
import type { FileStorage } from "./persistence/file-storage.ts";
import { PreviewClient } from "./preview/preview-client.ts";
import type { PreviewReply, PreviewRequest } from "./preview/protocol.ts";
import { receiveRun } from "./preview/receive-run.ts";
import type { Scheduler, StartWorker } from "./preview/worker-port.ts";
import { createDocumentStore, type DocumentContent, type DocumentStore } from "./state/document-store.ts";
import {
  type AnalysisStore,
  createAnalysisStore,
  createFileStore,
  createNoticeStore,
  createPreviewStore,
  createSelectionStore,
  createServerStore,
  createSettingsStore,
  createViewStore,
  type FileStore,
  type NoticeStore,
  type PreviewStore,
  type SelectionState,
  type SelectionStore,
  type ServerStore,
  type SettingsState,
  type SettingsStore,
  type ViewStore,
} from "./state/stores.ts";

/** What is used of a `File`. */
export type ChosenFile = Blob & { readonly name: string };

export interface Platform {
  readonly scheduler: Scheduler;
  readonly startLanguage: StartWorker<LanguageRequest, LanguageReply>;
  readonly startPreview: StartWorker<PreviewRequest, PreviewReply>;
  /** Offers a text as a file. */
  download(name: string, text: string): void;
  /** Puts a text on the clipboard; false: not allowed. */
  copy(text: string): Promise<boolean>;
  /** Asks for a file; what is chosen goes to the commands that open files. */
  chooseConfigFile(): void;
  chooseSampleFile(): void;
  /** Asks for any file; undefined: none was chosen. */
  chooseFile(accept: string): Promise<ChosenFile | undefined>;
  /** The bytes of a file that the page was served with; undefined when it was not. */
  fetchFile(path: string): Promise<Blob | undefined>;
  /** What the browser keeps of files, when the page is left. */
  readonly fileStorage: FileStorage;
  /** Milliseconds since 1970. */
  currentTime(): number;
  /** Puts the focus into the search of the entries. */
  focusSearch(): void;
}

export interface Stores {
  readonly document: DocumentStore;
  readonly analysis: AnalysisStore;
  readonly selection: SelectionStore;
  readonly preview: PreviewStore;
  readonly settings: SettingsStore;
  readonly view: ViewStore;
  readonly notices: NoticeStore;
  readonly server: ServerStore;
  readonly files: FileStore;
}

export interface App {
  readonly stores: Stores;
  readonly language: LanguageClient;
  readonly preview: PreviewClient;
  readonly scheduler: Scheduler;
  readonly platform: Platform;
}

export interface InitialState {
  readonly document: DocumentContent;
  readonly selection: SelectionState;
  readonly settings: SettingsState;
}

export function createApp(platform: Platform, initial: InitialState): App {
  const stores: Stores = {
    document: createDocumentStore(initial.document),
    analysis: createAnalysisStore(),
    selection: createSelectionStore(initial.selection),
    preview: createPreviewStore(),
    settings: createSettingsStore(initial.settings),
    view: createViewStore(),
    notices: createNoticeStore(),
    server: createServerStore(),
    files: createFileStore(),
  };
  const preview = new PreviewClient(
    platform.startPreview,
    platform.scheduler,
    receiveRun(stores, () => preview),
  );
  return {
    stores,
    preview,
    language: new LanguageClient(platform.startLanguage),
    scheduler: platform.scheduler,
    platform,
  };
}
