/** The tour of the three panes. */

export interface TourStep {
  /** The accessible name of the pane that it describes. */
  readonly pane: "Samples" | "Pipeline" | "Inspector";
  /** One or two sentences. */
  readonly text: string;
}

export const TOUR: readonly TourStep[] = [
  {
    pane: "Samples",
    text: "Every line is an entry. Its mark shows the result: changed, dropped, or missed by a stage. Select one.",
  },
  {
    pane: "Pipeline",
    text: "Stages run from top to bottom, on all samples. Open one and change an argument: the results update at once.",
  },
  {
    pane: "Inspector",
    text: "Shows what a stage did to the selected entry, and why. You can turn any value here into the next stage.",
  },
];
