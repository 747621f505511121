/** The page's stores other than the document: small, each about one thing. Views subscribe; commands change. */

import type { ConfigVersion, LoadedVia } from "@sluice/protocol";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Analysis, Problem } from "../model/analysis.ts";
import type { ChosenFile } from "../model/chosen-file.ts";
import type { Disagreement } from "../model/disagreement.ts";
import type { Marks } from "../model/history.ts";
import type { ResourceFiles } from "../model/resource-file.ts";
import type { EntryTrace, GraphRun, RowValues, RunResult } from "../model/run.ts";
import type { SampleFilter } from "../model/sample-rows.ts";
import type { SelectionState, SettingsState } from "../model/settings.ts";
import type { AccessState } from "../server/server-access.ts";
import type { ServerPresence } from "../server/server-presence.ts";
import type { KeptDraft } from "../storage/drafts.ts";
import type { StateInfo } from "../storage/kept-states.ts";
import type { Dialog } from "./dialog-kinds.ts";
import type { DocumentStore } from "./document-store.ts";
import type { PatternStore } from "./pattern-store.ts";

/** What the text means: `current` may have errors, `good` is the last without. */
export interface AnalysisState {
  readonly current: Analysis | null;
  readonly good: Analysis | null;
  /** Expressions for which RE2 itself disagrees with our engine, as far as it was asked. */
  readonly disagreements: readonly Disagreement[];
  /** Problems that the server found in a text that was to be deployed. */
  readonly refused: { readonly text: string; readonly problems: readonly Problem[] } | null;
}

export type RunStatus = "idle" | "running" | "stopped" | "failed";

export interface PreviewState {
  readonly status: RunStatus;
  /** The last finished run; stays while another is on, and when one fails. */
  readonly result: RunResult | null;
  /** When it was there, in milliseconds since 1970. */
  readonly finished: number | null;
  /** Names of that run's stages, by path: a row never shows the numbers of another stage. */
  readonly stageNames: Readonly<Record<string, string>>;
  /** Why the last run was stopped or failed. */
  readonly message: string | null;
  /** The steps of the selected entry; while a run is on, they may be ahead of its other results. */
  readonly steps: EntryTrace | null;
  /** Names of the stages that they went through, by path. */
  readonly stepNames: Readonly<Record<string, string>>;
  /** The values in the rows of samples. */
  readonly values: RowValues | null;
  /** Entry counts of the component graph; requested while that is shown. */
  readonly graph: GraphRun | null;
  /**
   * The stage that is selected because a pipeline is new, until its first run: then it is the one that the selected entry's
   * status comes from, unless another was selected meanwhile.
   */
  readonly landing: string | null;
}

export type FocusTarget =
  | "offer"
  | "name"
  | "search"
  | "samples"
  | "entries"
  | "code"
  | "code-pane"
  | "stages"
  | "graph";

/** What the designer shows: its panes, or something in place of them. */
export type Shows = "panes" | "tests" | "comparison";

export type SamplesMode = "list" | "text";

/** How the samples are shown, and which of them came last. */
export interface SampleListState {
  readonly mode: SamplesMode;
  /** Ids of the samples that came last into a pipeline with stages, until it is known whether those read them. */
  readonly cameLast: readonly number[];
  /** When the file that the samples came from was written, milliseconds; null: they came from elsewhere, too. */
  readonly written: number | null;
}

/** Which entries are listed. */
export interface EntryFilterState {
  readonly filter: SampleFilter;
  /** A part of the line. */
  readonly search: string;
}

export interface ViewState {
  /** The one that is open. */
  readonly dialog: Dialog | null;
  readonly shows: Shows;
  /** On a narrow page: the inspector is open. */
  readonly drawerOpen: boolean;
  /** The panes are wanted though there is nothing in the document yet. */
  readonly begun: boolean;
  /** The start page is wanted though there is something in the document: the browser went back to it. */
  readonly atStart: boolean;
  /** A place to show in the editor. A new object is a new request. */
  readonly reveal: {
    readonly start: number;
    readonly end: number;
    /** `caret`: put the cursor there; `focus`: and the focus into the editor. */
    readonly to: "sight" | "caret" | "focus";
  } | null;
  /** Where the editor's cursor is; the editor writes it. */
  readonly caret: Marks["caret"];
  /** Asks for the focus where something is typed; who takes it sets null. A new object is a new request. */
  readonly focus: { readonly on: FocusTarget } | null;
  /** The selected card where it is of no stage that runs; else the selected stage's is. */
  readonly offCard: string | null;
  /** What was typed into forms and refused. */
  readonly drafts: readonly KeptDraft[];
}

export interface NoticeAction {
  readonly label: string;
  /** It is offered as long as this holds: an undo, while its change is the last one. */
  isOffered?(): boolean;
  run(): void;
}

export interface Notice {
  readonly id: number;
  readonly kind: "info" | "error";
  readonly text: string;
  /** A newer notice of the same topic takes its place. */
  readonly topic?: string | undefined;
  /** The document that it is about; an error of one is not shown with another. */
  readonly about?: string | undefined;
  readonly action?: NoticeAction | undefined;
}

export interface NoticeState {
  readonly lastId: number;
  readonly notices: readonly Notice[];
  /** The pointer or the focus is on them. */
  readonly held: boolean;
}

/** How the running configuration was loaded. */
export interface LoadedConfiguration extends Pick<ConfigVersion, "at" | "user" | "from" | "note"> {
  readonly via?: LoadedVia | undefined;
}

export interface ServerState {
  readonly status: ServerPresence;
  readonly version: string | undefined;
  /** `running`, `unhealthy` … as the server says. */
  readonly state: string | undefined;
  /** The configuration that it runs, by name. */
  readonly config: string | undefined;
  /** Seconds. */
  readonly uptime: number | undefined;
  /** What the token allows; undefined: the server needs none. */
  readonly access: "full" | "read" | undefined;
  /** Number of the version that runs, where the server keeps them. */
  readonly running: number | undefined;
  /** Since when the version runs, and how it was loaded, if the server knows. */
  readonly loaded: LoadedConfiguration | undefined;
  /** Why it runs another configuration than its file's. */
  readonly fallback: string | undefined;
  /** The release of its time zone data. */
  readonly timeZoneData: string | undefined;
  /** Components that cannot do their work, and why. */
  readonly unhealthy: readonly { readonly id: string; readonly message: string }[];
}

/** By the path that the configuration has. */
export interface FileState {
  /** False until what the browser keeps was read. */
  readonly loaded: boolean;
  readonly files: ResourceFiles;
}

/** A document in the list. */
export interface DocumentInfo {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly updated: number;
}

export interface DocumentsState {
  /** What was changed last first. */
  readonly list: readonly DocumentInfo[];
  readonly currentId: string;
  /** The browser keeps documents; false: they last until the page is left. */
  readonly kept: boolean;
  /** Removed documents that can be restored, the newest first. */
  readonly removed: readonly StateInfo[];
}

export type Area = "design" | "live" | "profiles";

/** What is at the left of the area of profiles. */
export type ProfilesSide = "requests" | "files" | "profilers";

/** What an area keeps once it was visited. The feature of the area adds its member. */
// biome-ignore lint/suspicious/noEmptyInterface: features add the members
export interface AreaParts {}

/** An address that leads nowhere. */
export interface LostAddress {
  /** The fragment, without its `#`. */
  readonly address: string;
  /** The document that it names, which this browser does not have; null: there is no such place. */
  readonly document: string | null;
}

export interface AreaState extends Readonly<Partial<AreaParts>> {
  readonly area: Area;
  /** Shown in place of the area. */
  readonly lost: LostAddress | null;
  /** Files for the area of profiles that it has not taken yet. */
  readonly handed: readonly ChosenFile[];
  readonly side: ProfilesSide;
  /** Grows with each change that the browser's way back leads over, such as samples that were added. */
  readonly steps: number;
}

/** What the size of the window allows. */
export interface WindowState {
  /** Documents can be read, not edited. */
  readonly readOnly: boolean;
}

/** What all documents of a page share. */
export interface SharedStores {
  readonly documents: StoreApi<DocumentsState>;
  readonly settings: SettingsStore;
  readonly notices: NoticeStore;
  readonly server: ServerStore;
  readonly access: StoreApi<AccessState>;
  readonly files: FileStore;
  readonly area: StoreApi<AreaState>;
  readonly window: StoreApi<WindowState>;
}

/** All stores of one document. A feature adds the stores that it owns. */
export interface Stores extends SharedStores {
  readonly document: DocumentStore;
  readonly analysis: AnalysisStore;
  readonly selection: SelectionStore;
  readonly preview: PreviewStore;
  readonly view: ViewStore;
  readonly entryFilter: StoreApi<EntryFilterState>;
  readonly sampleList: StoreApi<SampleListState>;
  readonly patterns: PatternStore;
}

export type AnalysisStore = StoreApi<AnalysisState>;
export type SelectionStore = StoreApi<SelectionState>;
export type PreviewStore = StoreApi<PreviewState>;
export type SettingsStore = StoreApi<SettingsState>;
export type ViewStore = StoreApi<ViewState>;
export type NoticeStore = StoreApi<NoticeState>;
export type ServerStore = StoreApi<ServerState>;
export type FileStore = StoreApi<FileState>;

export const createAnalysisStore = (): AnalysisStore =>
  createStore(() => ({ current: null, good: null, disagreements: [], refused: null }));
export const createSelectionStore = (initial: SelectionState): SelectionStore => createStore(() => initial);
/** The state of a preview that has no results. */
export const NO_RESULTS = {
  status: "idle",
  result: null,
  stageNames: {},
  message: null,
  steps: null,
  stepNames: {},
  values: null,
  graph: null,
} as const satisfies Partial<PreviewState>;

export const createPreviewStore = (): PreviewStore =>
  createStore(() => ({ ...NO_RESULTS, finished: null, landing: null }));
export const createSettingsStore = (initial: SettingsState): SettingsStore => createStore(() => initial);
export const createSampleListStore = (): StoreApi<SampleListState> =>
  createStore(() => ({ mode: "list", cameLast: [], written: null }));
export const createEntryFilterStore = (): StoreApi<EntryFilterState> =>
  createStore(() => ({ filter: { kind: "all" }, search: "" }));
/** `drafts`: those that were kept with the document. */
export const createViewStore = (drafts: readonly KeptDraft[] = []): ViewStore =>
  createStore(() => ({
    dialog: null,
    shows: "panes",
    drawerOpen: false,
    begun: false,
    atStart: false,
    reveal: null,
    caret: null,
    focus: null,
    offCard: null,
    drafts,
  }));
export const createNoticeStore = (): NoticeStore => createStore(() => ({ lastId: 0, notices: [], held: false }));
/** Of which nothing is known but its status. */
export const serverWithout = (status: "unknown" | "absent" | "locked"): ServerState => ({
  status,
  version: undefined,
  state: undefined,
  config: undefined,
  uptime: undefined,
  access: undefined,
  running: undefined,
  loaded: undefined,
  fallback: undefined,
  timeZoneData: undefined,
  unhealthy: [],
});
export const createServerStore = (): ServerStore => createStore(() => serverWithout("unknown"));
export const createAreaStore = (): StoreApi<AreaState> =>
  createStore(() => ({ area: "design", lost: null, handed: [], side: "requests", steps: 0 }));
export const createWindowStore = (): StoreApi<WindowState> => createStore(() => ({ readOnly: false }));
export const createFileStore = (): FileStore => createStore(() => ({ loaded: false, files: {} }));
