import type { App } from "../../core/page/app.ts";
import { TOUR } from "./tour.ts";

/** Goes to a step of the tour; after the last step the tour ends. */
export function goToStep({ stores }: App, step: number): void {
  stores.tour.setState({ step: TOUR[step] === undefined ? null : step });
}

/** Ends the tour. */
export function endTour({ stores }: App): void {
  stores.tour.setState({ step: null });
}
