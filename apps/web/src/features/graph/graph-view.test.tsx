import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { setPipelineView } from "../../core/page/settings.ts";
import { createRealApp, runApp, show, until } from "../../testing/views.tsx";
import { GraphDialogs } from "./graph-dialogs.tsx";
import GraphView from "./graph-view.tsx";

const TEXT = `logs.source.api "in" {
  http { listen_port = 3100 }
  forward_to = []
}

logs.process "main" {
  forward_to = []
}
`;
const PIPELINE = { text: TEXT, samples: [{ id: 1, line: "a" }] };

it("draws each component by its name, and selects the one that is pressed", async () => {
  const test = await runApp(PIPELINE);
  show(test, <GraphView />);
  // It lies where it was not laid out yet, so it cannot be seen here.
  const nodes = screen.getAllByRole("button", { hidden: true }).filter((one) => one.dataset.component !== undefined);
  expect(nodes.map((node) => node.dataset.component)).toEqual(["logs.source.api.in", "logs.process.main"]);
  fireEvent.click(nodes[0]!);
  expect(test.app.stores.graphView.getState().node).toBe("logs.source.api.in");
});

it.each(["mouse", "keyboard"])("opens the menu of a component by the %s, and stays", async (by) => {
  const test = await runApp(PIPELINE);
  setPipelineView(test.app, "graph");
  const user = show(test, <GraphView />);
  const opener = await screen.findByRole("button", { name: "Actions for logs.source.api.in", hidden: true });
  if (by === "mouse") await user.click(opener);
  else {
    opener.focus();
    await user.keyboard("{Enter}");
  }
  fireEvent.click(await screen.findByRole("menuitem", { name: "Connect to…" }));
  expect(test.app.stores.view.getState().dialog).toMatchObject({ kind: "connect" });
  expect(test.app.stores.settings.getState().pipelineView).toBe("graph");
});

it("connects two components in the text, by a list of those that take what is forwarded", async () => {
  const test = await runApp(PIPELINE);
  test.app.stores.graphView.setState({ node: "logs.source.api.in" });
  test.app.stores.view.setState({ dialog: { kind: "connect", edits: true } });
  const user = show(test, <GraphDialogs />);
  await screen.findByRole("dialog", { name: "Connect logs.source.api.in to" });
  await user.keyboard("main{Enter}");
  await until(test, ({ stores }) => stores.document.getState().text.includes("[logs.process.main.receiver]"));
  expect(test.app.stores.view.getState().dialog).toBeNull();
});

it("says what a pipeline is where there are no components, and begins one", async () => {
  const test = createRealApp({ text: "// nothing yet\n" });
  test.workspace.start();
  await until(test, ({ stores }) => stores.analysis.getState().current !== null);
  const user = show(test, <GraphView />);
  await user.click(screen.getByRole("button", { name: "Add a component" }));
  expect(test.app.stores.view.getState().dialog).toEqual({ kind: "component", edits: true });
});
