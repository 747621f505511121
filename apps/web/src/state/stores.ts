/** The page's other stores: small, each about one thing. Views subscribe; commands change. */
import type { StepJson } from "@sluice/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Analysis } from "../language/protocol.ts";
import type { EntryOutput, RunResult } from "../preview/protocol.ts";
import type { SampleFilter } from "./sample-rows.ts";

/** What the text means: `current` may have errors, `good` is the last without. */
export interface AnalysisState {
  readonly current: Analysis | null;
  readonly good: Analysis | null;
}

/** One selection for all views. */
export interface SelectionState {
  readonly sampleId: number | null;
  readonly stagePath: string | null;
  /** Id of the component that is previewed; null: the first. */
  readonly pipelineId: string | null;
}

/** All that one run knows of one entry. */
export interface EntrySteps {
  readonly run: number;
  readonly sampleId: number;
  /** Index of the sample in that run; origins are such indexes. */
  readonly sample: number;
  readonly list: readonly StepJson[];
  readonly outputs: readonly EntryOutput[];
}

export type RunStatus = "idle" | "running" | "stopped" | "failed";

export interface PreviewState {
  readonly status: RunStatus;
  /** The last finished run; stays while another is on, and when one fails. */
  readonly result: RunResult | null;
  /** Ids of that run's samples, by index. */
  readonly sampleIds: readonly number[];
  /** Why the last run was stopped or failed. */
  readonly message: string | null;
  /** The steps of the selected entry. They belong to run `run`. */
  readonly steps: EntrySteps | null;
}

export type Theme = "system" | "light" | "dark";
export type InspectorTab = "steps" | "output" | "metrics";

export interface SettingsState {
  readonly theme: Theme;
  /** Panel sizes in percent, by group. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly problemsOpen: boolean;
  readonly inspectorTab: InspectorTab;
  /** Long values are shown in full. */
  readonly wrap: boolean;
}

export type Dialog = "none" | "help" | "palette" | "entry" | "clock" | "paste";
export type SamplesMode = "list" | "text";

export interface ViewState {
  readonly dialog: Dialog;
  readonly samplesMode: SamplesMode;
  readonly drawerOpen: boolean;
  readonly search: string;
  readonly filter: SampleFilter;
  /** A place to show in the editor. A new object is a new request. */
  readonly reveal: { readonly start: number; readonly end: number; readonly focus: boolean } | null;
  /** What was pasted and could be one entry or several; the dialog `paste` asks. */
  readonly pasted: string | null;
  /** Steps that were opened or folded by hand, by path. */
  readonly unfolded: Readonly<Record<string, boolean>>;
}

export interface Notice {
  readonly id: number;
  readonly kind: "info" | "error";
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

export interface NoticeState {
  readonly notices: readonly Notice[];
}

/** `absent`: the page is served without Sluice's server. */
export interface ServerState {
  readonly status: "unknown" | "absent" | "present";
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

/** A file that a stage names, as the user chose it. */
export interface ResourceFile {
  readonly name: string;
  readonly size: number;
  readonly blob: Blob;
}

/** By the path that the configuration has. */
export interface FileState {
  /** False until what the browser keeps was read. */
  readonly loaded: boolean;
  readonly files: Readonly<Record<string, ResourceFile>>;
}

export type AnalysisStore = StoreApi<AnalysisState>;
export type SelectionStore = StoreApi<SelectionState>;
export type PreviewStore = StoreApi<PreviewState>;
export type SettingsStore = StoreApi<SettingsState>;
export type ViewStore = StoreApi<ViewState>;
export type NoticeStore = StoreApi<NoticeState>;
export type ServerStore = StoreApi<ServerState>;
export type FileStore = StoreApi<FileState>;

export const DEFAULT_SETTINGS: SettingsState = {
  theme: "system",
  layouts: {},
  problemsOpen: false,
  inspectorTab: "steps",
  wrap: true,
};
export const NO_SELECTION: SelectionState = { sampleId: null, stagePath: null, pipelineId: null };

export const createAnalysisStore = (): AnalysisStore => createStore(() => ({ current: null, good: null }));
export const createSelectionStore = (initial: SelectionState): SelectionStore => createStore(() => initial);
export const createPreviewStore = (): PreviewStore =>
  createStore(() => ({ status: "idle", result: null, sampleIds: [], message: null, steps: null }));
export const createSettingsStore = (initial: SettingsState): SettingsStore => createStore(() => initial);
export const createViewStore = (): ViewStore =>
  createStore(() => ({
    dialog: "none",
    samplesMode: "list",
    drawerOpen: false,
    search: "",
    filter: { kind: "all" },
    reveal: null,
    pasted: null,
    unfolded: {},
  }));
export const createNoticeStore = (): NoticeStore => createStore(() => ({ notices: [] }));
export const createServerStore = (): ServerStore =>
  createStore(() => ({
    status: "unknown",
    version: undefined,
    state: undefined,
    config: undefined,
    uptime: undefined,
    timeZoneData: undefined,
    unhealthy: [],
  }));
export const createFileStore = (): FileStore => createStore(() => ({ loaded: false, files: {} }));
