import { emptyDocument, freeName, isBlank, UNTITLED } from "../../core/model/document.ts";
import type { App } from "../../core/page/app.ts";
import { goTo } from "../../core/page/areas.ts";
import { EXAMPLES, isUntouchedExample, openExample } from "../examples/index.ts";

/** Shows the panes in turn, with an example in them; an open document that is not empty stays untouched. */
export async function startTour(app: App): Promise<void> {
  goTo(app, "design");
  const content = app.stores.document.getState();
  const stays = isBlank(content) || isUntouchedExample(content);
  const shown = stays ? app : app.documents.create(emptyDocument(freeName(UNTITLED, app.documents.names())));
  if (isBlank(shown.stores.document.getState())) await openExample(shown, EXAMPLES[0]);
  if (!isBlank(shown.stores.document.getState())) shown.stores.tour.setState({ step: 0 });
}
