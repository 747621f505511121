/** The tour of the three panes. */

export interface TourStep {
  /** Of which pane it speaks: its accessible name. */
  readonly pane: "Samples" | "Pipeline" | "Inspector";
  /** One or two sentences. */
  readonly text: string;
}

export const TOUR: readonly TourStep[] = [
  {
    pane: "Samples",
    text: "Every line is an entry. Its mark says what became of it: changed, dropped, or missed by a stage. Choose one.",
  },
  {
    pane: "Pipeline",
    text: "Its stages run from top to bottom, on all samples. Open one and change an argument: what comes of it follows at once.",
  },
  {
    pane: "Inspector",
    text: "What a stage did to the chosen entry, and why. A value that is shown here can become the next stage.",
  },
];
