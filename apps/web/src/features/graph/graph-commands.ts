/** Commands of the component graph. Keys that act on a component only work in the graph. */
import type { App } from "../../core/page/app.ts";
import type { Command } from "../../core/page/command.ts";
import { setGraphWide } from "../../core/page/settings.ts";
import { openGraphDialog, receiversOf, removeNode, showGraph, targetsOf, zoomGraph } from "./edit-graph.ts";
import { selectedNode } from "./graph-view-store.ts";

const isWide = ({ stores }: App): boolean => stores.settings.getState().graphWide;
const isShown: Command["when"] = ({ stores }) => stores.settings.getState().pipelineView === "graph";

export const GRAPH_COMMANDS = [
  {
    id: "view.graph",
    title: "Pipeline: show as a graph",
    words: "components connections flow",
    keys: ["4"],
    run: showGraph,
  },
  {
    id: "graph.add",
    title: "Component: add…",
    words: "new insert create source writer process",
    keys: ["N"],
    scope: "graph",
    edits: true,
    run: (app) => openGraphDialog(app, "component"),
  },
  {
    id: "graph.connect",
    title: "Component: connect to…",
    words: "forward link edge",
    keys: ["C"],
    scope: "graph",
    when: (app) => targetsOf(app, selectedNode(app)?.id).length > 0,
    edits: true,
    run: (app) => openGraphDialog(app, "connect"),
  },
  {
    id: "graph.disconnect",
    title: "Component: disconnect from…",
    words: "forward unlink edge",
    keys: ["X"],
    scope: "graph",
    when: (app) => receiversOf(app, selectedNode(app)?.id).length > 0,
    edits: true,
    run: (app) => openGraphDialog(app, "disconnect"),
  },
  {
    id: "graph.remove",
    title: "Component: delete",
    words: "remove",
    keys: ["Delete"],
    scope: "graph",
    when: (app) => selectedNode(app) !== undefined,
    edits: true,
    run: (app) => removeNode(app),
  },
  {
    id: "graph.in",
    title: "Graph: zoom in",
    keys: ["+", "="],
    scope: "graph",
    when: isShown,
    run: (app) => zoomGraph(app, "in"),
  },
  {
    id: "graph.out",
    title: "Graph: zoom out",
    keys: ["-"],
    scope: "graph",
    when: isShown,
    run: (app) => zoomGraph(app, "out"),
  },
  {
    id: "graph.fit",
    title: "Graph: show all",
    words: "zoom fit",
    keys: ["0"],
    scope: "graph",
    when: isShown,
    run: (app) => zoomGraph(app, "fit"),
  },
  {
    id: "graph.wide",
    title: (app) => (isWide(app) ? "Graph: show the panes beside it" : "Graph: use the whole width"),
    words: "full screen page wide large maximize",
    keys: ["W"],
    scope: "graph",
    when: isShown,
    run: (app) => setGraphWide(app, !isWide(app)),
  },
] as const satisfies readonly Command[];
