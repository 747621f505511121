import type { InspectorTab, Theme } from "../../domain/settings.ts";
import type { App } from "../app.ts";
import type { Dialog, SamplesMode } from "../stores.ts";

/** Chooses light, dark, or what the system says. */
export function setTheme(app: App, theme: Theme): void {
  app.stores.settings.setState({ theme });
}

/** Remembers the sizes of a group of panels, in percent. */
export function setLayout(app: App, group: string, sizes: Readonly<Record<string, number>>): void {
  const { layouts } = app.stores.settings.getState();
  app.stores.settings.setState({ layouts: { ...layouts, [group]: sizes } });
}

export function setInspectorTab(app: App, inspectorTab: InspectorTab): void {
  app.stores.settings.setState({ inspectorTab });
}

export function toggleProblems(app: App): void {
  app.stores.settings.setState(({ problemsOpen }) => ({ problemsOpen: !problemsOpen }));
}

export function toggleWrap(app: App): void {
  app.stores.settings.setState(({ wrap }) => ({ wrap: !wrap }));
}

export function openDialog(app: App, dialog: Dialog): void {
  app.stores.view.setState({ dialog });
}

export function setDrawer(app: App, drawerOpen: boolean): void {
  app.stores.view.setState({ drawerOpen });
}

/** Opens or folds one step of the inspection. */
export function foldStep(app: App, path: string, open: boolean): void {
  const { unfolded } = app.stores.view.getState();
  app.stores.view.setState({ unfolded: { ...unfolded, [path]: open } });
}

/** Shows the samples as a list or as editable text. */
export function setSamplesMode(app: App, samplesMode: SamplesMode): void {
  app.stores.view.setState({ samplesMode });
}

/** Puts the focus into the search of the entries. */
export function focusSearch(app: App): void {
  app.stores.view.setState({ samplesMode: "list", searchFocus: {} });
}
