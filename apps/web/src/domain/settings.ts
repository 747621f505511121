/** What the page remembers of how it is looked at. */

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

export const DEFAULT_SETTINGS: SettingsState = {
  theme: "system",
  layouts: {},
  problemsOpen: false,
  inspectorTab: "steps",
  wrap: true,
};

/** One selection for all views of a document. */
export interface SelectionState {
  readonly sampleId: number | null;
  readonly stagePath: string | null;
  /** Id of the component that is previewed; null: the first. */
  readonly pipelineId: string | null;
}

export const NO_SELECTION: SelectionState = { sampleId: null, stagePath: null, pipelineId: null };
