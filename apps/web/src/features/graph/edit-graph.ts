/**
 * The graph of components: what is selected in it, where it leads, and its edits, each the smallest change of the text,
 * made as those of cards are (`core/edit/edit-text.ts`).
 */

import { connectable, type GraphEdit, type GraphNode, NOT_PARSED, whyNotConnect } from "@sluice/engine";
import { editUnderstood } from "../../core/edit/edit-understood.ts";
import type { App } from "../../core/page/app.ts";
import type { Edits } from "../../core/page/dialog-kinds.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { setPipelineView } from "../../core/page/settings.ts";
import { revealProblem } from "../../core/select/reveal-problem.ts";
import { selectPipeline } from "../../core/select/select-pipeline.ts";
import type { AddableComponent } from "../../core/workers/find-components.ts";
import type { EditedGraph } from "../../core/workers/language-protocol.ts";
import { focusStages } from "../stages/index.ts";
import { selectedNode, type Zoom } from "./graph-view-store.ts";

/** Dialogs about the selected component, or all of them. */
interface GraphDialogKinds {
  connect: Edits;
  disconnect: Edits;
  component: Edits;
}
export type GraphDialogKind = keyof GraphDialogKinds;

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds extends GraphDialogKinds {}
}

/** Shows the graph, with the focus in it. */
export function showGraph(app: App): void {
  setPipelineView(app, "graph");
  app.stores.view.setState({ focus: { on: "graph" } });
}

export function selectNode(app: App, id: string): void {
  app.stores.graphView.setState({ node: id });
}

/** Opens the stages of a pipeline, which is previewed from then on; opens any other component's place in the text. */
export function openNode(app: App, id: string): void {
  const { graph } = app.derived.graph();
  const node = graph?.nodes.find((one) => one.id === id);
  if (node === undefined) return;
  selectNode(app, id);
  const { good } = app.stores.analysis.getState();
  if (good?.pipelines.some((pipeline) => pipeline.id === id)) {
    if (app.derived.pipeline()?.id !== id) selectPipeline(app, id);
    setPipelineView(app, "stages");
    focusStages(app);
  } else showInCode(app, id);
}

/** Puts the editor's cursor at a component. */
export function showInCode(app: App, id: string): void {
  const node = app.derived.graph().graph?.nodes.find((one) => one.id === id);
  if (node !== undefined) revealProblem(app, { start: node.span.start, end: node.span.start });
}

export function zoomGraph(app: App, to: Zoom): void {
  app.stores.graphView.setState({ zoom: { to } });
}

function edit(app: App, label: string, made: GraphEdit): Promise<void> {
  return editUnderstood<EditedGraph>(app, "graph", () => ({
    label,
    make: (text) => app.language.editGraph(text, made),
    done({ node }) {
      if (node !== undefined) selectNode(app, node);
      if (app.stores.settings.getState().pipelineView === "graph") app.stores.view.setState({ focus: { on: "graph" } });
    },
  }));
}

/** Makes one component forward to another. */
export const connect = (app: App, from: string, to: string): Promise<void> =>
  edit(app, `Connected ${from} to ${to}`, { kind: "connect", from, to });

/** Reports why two components cannot be connected. */
export function refuseConnection(app: App, from: string, to: string): void {
  const { graph, stale } = app.derived.graph();
  const reason = stale ? NOT_PARSED : graph && whyNotConnect(graph, from, to);
  if (reason) notify(app, "error", reason, undefined, "graph");
}

export const disconnect = (app: App, from: string, to: string): Promise<void> =>
  edit(app, `Disconnected ${from} from ${to}`, { kind: "disconnect", from, to });

/** Adds a component from its example, without a receiver. */
export const addComponent = (app: App, { name }: AddableComponent): Promise<void> =>
  edit(app, `Added ${name}`, { kind: "add", name });

/** Removes a component, by default the selected one, and the references to it. */
export async function removeNode(app: App, id = selectedNode(app)?.id): Promise<void> {
  if (id === undefined) return;
  const { graph } = app.derived.graph();
  const next = graph?.edges.find(({ from, to }) => to === id && from !== id)?.from;
  await edit(app, `Deleted ${id}`, { kind: "remove", node: id });
  if (next !== undefined && app.derived.graph().graph?.nodes.every((node) => node.id !== id)) selectNode(app, next);
}

/** The components that a component could forward to. */
export function targetsOf({ derived }: App, id: string | undefined): readonly GraphNode[] {
  const { graph } = derived.graph();
  return graph === null || id === undefined ? [] : connectable(graph, id);
}

/** The components that a component forwards to. */
export function receiversOf({ derived }: App, id: string | undefined): readonly GraphNode[] {
  const { graph } = derived.graph();
  const to = new Set(graph?.edges.flatMap((edge) => (edge.from === id && edge.carries !== "values" ? edge.to : [])));
  return graph?.nodes.filter((node) => to.has(node.id)) ?? [];
}

/** Opens a dialog about the selected component, or `id`; shows an error if the text does not parse. */
export function openGraphDialog(app: App, kind: GraphDialogKind, id?: string): void {
  if (app.derived.graph().stale) {
    notify(app, "error", NOT_PARSED, undefined, "graph");
    return;
  }
  if (id !== undefined) selectNode(app, id);
  if (app.stores.settings.getState().pipelineView !== "graph") setPipelineView(app, "graph");
  openDialog(app, { kind, edits: true });
}
