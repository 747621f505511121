/** The page's stores other than the document: small, each about one thing. Views subscribe; commands change. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { Analysis } from "../domain/analysis.ts";
import type { ChosenFile } from "../domain/chosen-file.ts";
import type { Marks } from "../domain/history.ts";
import type { ResourceFiles } from "../domain/resource-file.ts";
import type { EntryTrace, RowValues, RunResult } from "../domain/run.ts";
import type { SampleFilter } from "../domain/sample-rows.ts";
import type { SelectionState, SettingsState } from "../domain/settings.ts";
import type { DocumentStore } from "./document-store.ts";
import type { ProfileSession } from "./profile-session.ts";
import type { RequestSession } from "./request-session.ts";

/** What the text means: `current` may have errors, `good` is the last without. */
export interface AnalysisState {
  readonly current: Analysis | null;
  readonly good: Analysis | null;
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
  /** The steps of the selected entry. They belong to run `run`. */
  readonly steps: EntryTrace | null;
  /** What the rows of samples show, where something was chosen. */
  readonly values: RowValues | null;
  /**
   * The stage that is selected because a pipeline is new, until its first run: then it is the one that the selected entry's
   * status comes from, unless another was selected meanwhile.
   */
  readonly landing: string | null;
}

export type Dialog = "none" | "help" | "palette" | "entry" | "clock" | "paste";
export type SamplesMode = "list" | "text";
export type FocusTarget = "name" | "search" | "samples" | "code";

export interface ViewState {
  readonly dialog: Dialog;
  readonly samplesMode: SamplesMode;
  readonly drawerOpen: boolean;
  readonly search: string;
  readonly filter: SampleFilter;
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
  /** What was pasted and could be one entry or several; the dialog `paste` asks. */
  readonly pasted: string | null;
  /** Stages whose arguments are shown, by path. */
  readonly openStages: Readonly<Record<string, boolean>>;
}

export interface NoticeAction {
  readonly label: string;
  /** It is offered as long as this holds: what takes back a change, while that is the last one. */
  isOffered?(): boolean;
  run(): void;
}

export interface Notice {
  readonly id: number;
  readonly kind: "info" | "error";
  readonly text: string;
  /** A newer notice of the same topic takes its place. */
  readonly topic?: string | undefined;
  readonly action?: NoticeAction | undefined;
}

export interface NoticeState {
  readonly lastId: number;
  readonly notices: readonly Notice[];
}

/** `absent`: the page is served without Sluice's server. `away`: it was there and does not answer now. */
export interface ServerState {
  readonly status: "unknown" | "absent" | "present" | "away";
  readonly version: string | undefined;
  /** `running`, `unhealthy` … as the server says. */
  readonly state: string | undefined;
  /** The configuration that it runs, by name. */
  readonly config: string | undefined;
  /** Seconds. */
  readonly uptime: number | undefined;
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
}

export type Area = "design" | "profiles";

/** What is at the left of the area of profiles. */
export type ProfilesSide = "requests" | "files" | "profilers";

export interface ProfilesArea {
  readonly session: ProfileSession;
  readonly requests: RequestSession;
}

export interface AreaState {
  readonly area: Area;
  /** Files for the area of profiles that it has not taken yet. */
  readonly handed: readonly ChosenFile[];
  readonly side: ProfilesSide;
  /** Null until that area is visited. */
  readonly profiles: ProfilesArea | null;
}

/** What all documents of a page share. */
export interface SharedStores {
  readonly documents: StoreApi<DocumentsState>;
  readonly settings: SettingsStore;
  readonly notices: NoticeStore;
  readonly server: ServerStore;
  readonly files: FileStore;
  readonly area: StoreApi<AreaState>;
}

/** What commands and views of one document see. */
export interface Stores extends SharedStores {
  readonly document: DocumentStore;
  readonly analysis: AnalysisStore;
  readonly selection: SelectionStore;
  readonly preview: PreviewStore;
  readonly view: ViewStore;
}

export type AnalysisStore = StoreApi<AnalysisState>;
export type SelectionStore = StoreApi<SelectionState>;
export type PreviewStore = StoreApi<PreviewState>;
export type SettingsStore = StoreApi<SettingsState>;
export type ViewStore = StoreApi<ViewState>;
export type NoticeStore = StoreApi<NoticeState>;
export type ServerStore = StoreApi<ServerState>;
export type FileStore = StoreApi<FileState>;

export const createAnalysisStore = (): AnalysisStore => createStore(() => ({ current: null, good: null }));
export const createSelectionStore = (initial: SelectionState): SelectionStore => createStore(() => initial);
export const createPreviewStore = (): PreviewStore =>
  createStore(() => ({
    status: "idle",
    result: null,
    finished: null,
    stageNames: {},
    message: null,
    steps: null,
    values: null,
    landing: null,
  }));
export const createSettingsStore = (initial: SettingsState): SettingsStore => createStore(() => initial);
export const createViewStore = (): ViewStore =>
  createStore(() => ({
    dialog: "none",
    samplesMode: "list",
    drawerOpen: false,
    search: "",
    filter: { kind: "all" },
    reveal: null,
    caret: null,
    focus: null,
    pasted: null,
    openStages: {},
  }));
export const createNoticeStore = (): NoticeStore => createStore(() => ({ lastId: 0, notices: [] }));
/** Of which nothing is known but its status. */
export const serverWithout = (status: "unknown" | "absent"): ServerState => ({
  status,
  version: undefined,
  state: undefined,
  config: undefined,
  uptime: undefined,
  timeZoneData: undefined,
  unhealthy: [],
});
export const createServerStore = (): ServerStore => createStore(() => serverWithout("unknown"));
export const createAreaStore = (): StoreApi<AreaState> =>
  createStore(() => ({ area: "design", handed: [], side: "requests", profiles: null }));
export const createFileStore = (): FileStore => createStore(() => ({ loaded: false, files: {} }));
