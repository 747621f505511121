/** Commands for the list of samples. */
import type { StoresPart } from "../page/app.ts";
import { begin } from "../page/settings.ts";
import type { SamplesMode } from "../page/stores.ts";

/** Shows the samples as a list, or as text, ready to be typed into. */
export function setSamplesMode(app: StoresPart, mode: SamplesMode): void {
  begin(app);
  app.stores.sampleList.setState({ mode });
  app.stores.view.setState({ focus: mode === "text" ? { on: "samples" } : null });
}

/** Shows the samples as a list. */
export function listSamples(app: StoresPart): void {
  app.stores.sampleList.setState({ mode: "list" });
}

/** Puts the focus into the search of the entries. */
export function focusSearch(app: StoresPart): void {
  begin(app);
  listSamples(app);
  app.stores.view.setState({ focus: { on: "search" } });
}

/** Leaves what came last to the stages that are there. */
export function dismissUnread(app: StoresPart): void {
  app.stores.sampleList.setState({ cameLast: [] });
}
