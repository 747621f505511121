import { emptyDocument, freeName, isBlank, UNTITLED } from "../../core/model/document.ts";
import type { App } from "../../core/page/app.ts";
import { goTo } from "../../core/page/areas.ts";
import { EXAMPLES, isUntouchedExample, openExample } from "../examples/index.ts";
import { TOUR } from "./tour.ts";

/** Shows the panes in turn, with an example in them; an open document that is not empty stays untouched. */
export async function startTour(app: App): Promise<void> {
  goTo(app, "design");
  const content = app.stores.document.getState();
  const stays = isBlank(content) || isUntouchedExample(content);
  const shown = stays ? app : app.documents.create(emptyDocument(freeName(UNTITLED, app.documents.names())));
  if (isBlank(shown.stores.document.getState())) await openExample(shown, EXAMPLES[0]);
  if (!isBlank(shown.stores.document.getState())) shown.stores.tour.setState({ step: 0 });
}

/** Goes to a step of the tour; after the last step the tour ends. */
export function goToStep({ stores }: App, step: number): void {
  stores.tour.setState({ step: TOUR[step] === undefined ? null : step });
}

/** Ends the tour. */
export function endTour({ stores }: App): void {
  stores.tour.setState({ step: null });
}
