/** Settings of the page's views, kept in the browser. */

export type Theme = "system" | "light" | "dark";
export type InspectorTab = "stage" | "output" | "fields" | "metrics";
/** The pane in the middle: rows of stages, the text, both, or the component graph. */
export type PipelineView = "stages" | "split" | "code" | "graph";

/** Characters of a name, as the server takes them. */
export const MAX_WHO = 200;

export interface SettingsState {
  readonly theme: Theme;
  /** Panel sizes in percent, by group. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly problemsOpen: boolean;
  readonly inspectorTab: InspectorTab;
  /** Null until one is chosen: depends on the window's width. */
  readonly pipelineView: PipelineView | null;
  /** Names of the values that rows of samples show in place of the line, by document. */
  readonly rowNames: Readonly<Record<string, readonly string[]>>;
  /** Samples are listed by the pattern of their lines; null until it is chosen: depends on how many there are. */
  readonly groupSamples: boolean | null;
  /** Long values are shown in full. */
  readonly wrap: boolean;
  /** The user's name in the versions of the server's configuration; empty: none. */
  readonly deployAs: string;
  /** The panel of costs is shown. */
  readonly costsOpen: boolean;
  /** Price of a gigabyte, in any currency; 0: none. */
  readonly gigabytePrice: number;
  /** Entries that come in a day; null: by the samples' own times. */
  readonly entriesPerDay: number | null;
  /** Lines of JSON are laid out, and compared by fields. */
  readonly jsonRows: boolean;
  /** The graph has the whole width: the panes beside it are rails. */
  readonly graphWide: boolean;
  /** Ids of the commands that were used last from the palette, the last one first. */
  readonly used: readonly string[];
  /** Ids of documents that are begun without the stages that are proposed, the last one last. */
  readonly startedEmpty: readonly string[];
}

export const DEFAULT_SETTINGS: SettingsState = {
  theme: "system",
  layouts: {},
  problemsOpen: false,
  inspectorTab: "stage",
  pipelineView: null,
  rowNames: {},
  groupSamples: null,
  wrap: true,
  deployAs: "",
  costsOpen: false,
  gigabytePrice: 0,
  entriesPerDay: null,
  jsonRows: false,
  graphWide: false,
  used: [],
  startedEmpty: [],
};

/** One selection for all views of a document. */
export interface SelectionState {
  readonly sampleId: number | null;
  readonly stagePath: string | null;
  /** Id of the component that is previewed; null: the first. */
  readonly pipelineId: string | null;
}

export const NO_SELECTION: SelectionState = { sampleId: null, stagePath: null, pipelineId: null };
