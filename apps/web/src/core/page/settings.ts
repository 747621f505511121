import type { InspectorTab, PipelineView, Theme } from "../model/settings.ts";
import type { StoresPart } from "./app.ts";

/** Chooses light, dark, or what the system says. */
export function setTheme(app: StoresPart, theme: Theme): void {
  app.stores.settings.setState({ theme });
}

/** Remembers the sizes of a group of panels, in percent. */
export function setLayout(app: StoresPart, group: string, sizes: Readonly<Record<string, number>>): void {
  const { layouts } = app.stores.settings.getState();
  app.stores.settings.setState({ layouts: { ...layouts, [group]: sizes } });
}

export function setInspectorTab(app: StoresPart, inspectorTab: InspectorTab): void {
  begin(app);
  app.stores.settings.setState({ inspectorTab });
}

export function toggleProblems(app: StoresPart): void {
  app.stores.settings.setState(({ problemsOpen }) => ({ problemsOpen: !problemsOpen }));
}

/** Opens the list of all problems. */
export function showProblems(app: StoresPart): void {
  app.stores.settings.setState({ problemsOpen: true });
}

export function toggleCosts(app: StoresPart): void {
  app.stores.settings.setState(({ costsOpen }) => ({ costsOpen: !costsOpen }));
}

export function toggleWrap(app: StoresPart): void {
  app.stores.settings.setState(({ wrap }) => ({ wrap: !wrap }));
}

/** Lays lines of JSON out, or shows them as they are. */
export function toggleJsonRows(app: StoresPart): void {
  app.stores.settings.setState(({ jsonRows }) => ({ jsonRows: !jsonRows }));
}

export function setDrawer(app: StoresPart, drawerOpen: boolean): void {
  app.stores.view.setState({ drawerOpen });
}

/** Shows the panes, also where there is nothing in the document yet. */
export function begin(app: StoresPart): void {
  app.stores.view.setState({ begun: true, atStart: false });
}

/** Starts with an empty pipeline in place of the start page. */
export function beginEmpty(app: StoresPart): void {
  begin(app);
  app.stores.view.setState({ focus: { on: "stages" } });
}

/** Puts the focus on the next place to work once the document is not empty. */
export function focusWork({ stores }: StoresPart): void {
  const { focus } = stores.view.getState();
  if (focus !== null) return;
  const hasSamples = stores.document.getState().samples.length > 0;
  const showsText = stores.settings.getState().pipelineView === "code";
  stores.view.setState({ focus: { on: hasSamples ? "entries" : showsText ? "code" : "stages" } });
}

/** Shows the pipeline as stages, as text, or both. */
export function setPipelineView(app: StoresPart, pipelineView: PipelineView): void {
  begin(app);
  app.stores.settings.setState({ pipelineView });
}

/** Gives the graph the whole width, or gives the panes beside it their room back. */
export function setGraphWide(app: StoresPart, graphWide: boolean): void {
  app.stores.settings.setState({ graphWide });
}

/** Gives the panes beside the graph their room back. False: they have it. */
export function leaveWideGraph(app: StoresPart): boolean {
  const { graphWide, pipelineView } = app.stores.settings.getState();
  if (!graphWide || pipelineView !== "graph") return false;
  setGraphWide(app, false);
  return true;
}

/** Shows the configuration's text alone, or beside the stages, ready to be typed into. */
export function editCode(app: StoresPart, pipelineView: "code" | "split"): void {
  setPipelineView(app, pipelineView);
  app.stores.view.setState({ focus: { on: "code" } });
}

/** Shows the text alone. The next key is another command, not a part of the text: Enter begins to type. */
export function showCode(app: StoresPart): void {
  setPipelineView(app, "code");
  app.stores.view.setState({ focus: { on: "code-pane" } });
}

/** Puts the focus into the pipeline's name. */
export function focusName(app: StoresPart): void {
  app.stores.view.setState({ focus: { on: "name" } });
}
