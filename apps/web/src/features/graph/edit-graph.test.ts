import type { GraphFlow } from "@sluice/engine";
import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { findCommand, paletteCommands } from "../../app/find-commands.ts";
import { COMMANDS } from "../../app/table.ts";
import { DEBOUNCE, followDocument } from "../../app/workspace/follow-document.ts";
import { setText } from "../../core/edit/edit-document.ts";
import { redo, undo } from "../../core/edit/undo.ts";
import { DEFAULT_SETTINGS, type PipelineView } from "../../core/model/settings.ts";
import type { Command } from "../../core/page/command.ts";
import type { CommandId } from "../../core/page/commands.ts";
import { setPipelineView } from "../../core/page/settings.ts";
import { createTestApp, settle, startRealLanguage, type TestApp, testResult } from "../../testing/testing.ts";
import {
  addComponent,
  connect,
  disconnect,
  openGraphDialog,
  openNode,
  receiversOf,
  refuseConnection,
  removeNode,
  selectNode,
  targetsOf,
} from "./edit-graph.ts";

const TEXT = `// in
logs.source.demo "in" {
  forward_to = [logs.process.a.receiver] // first
}

logs.process "a" {
  forward_to = []
  stage.cri { }
}

logs.process "b" { forward_to = [logs.echo.out.receiver] }

logs.echo "out" { }
profiles.write "p" { }
`;

async function start(text = TEXT, view: PipelineView = "graph"): Promise<TestApp> {
  const settings = { ...DEFAULT_SETTINGS, pipelineView: view };
  const test = createTestApp({ document: { text }, settings }, { startLanguage: startRealLanguage });
  test.app.language.start();
  followDocument(test.app);
  await settle();
  return test;
}

const textOf = ({ app }: TestApp) => app.stores.document.getState().text;
const edges = ({ app }: TestApp) => app.derived.graph().graph!.edges.map(({ id }) => id);
const ids = ({ app }: TestApp) => app.derived.graph().graph!.nodes.map(({ id }) => id);
const notices = ({ app }: TestApp) => app.stores.notices.getState().notices.map(({ text }) => text);
const selected = ({ app }: TestApp) => app.stores.graphView.getState().node;
const view = ({ app }: TestApp) => app.stores.view.getState();
const command = (id: CommandId): Command => COMMANDS.find((one) => one.id === id)!;

describe("edits of the graph", () => {
  it("are one step of the history each, analysed at once, with the focus on what changed", async () => {
    const { app, ...rest } = await start();
    const test = { app, ...rest };
    await connect(app, "logs.process.a", "logs.process.b");
    expect(edges(test)).toContain("logs.process.a → logs.process.b");
    expect(textOf(test)).toBe(TEXT.replace("forward_to = []", "forward_to = [logs.process.b.receiver]"));
    expect([selected(test), view(test).focus]).toEqual(["logs.process.a", { on: "graph" }]);
    await disconnect(app, "logs.source.demo.in", "logs.process.a");
    expect(textOf(test)).toContain("forward_to = [] // first");
    await removeNode(app, "logs.process.b");
    expect(ids(test)).not.toContain("logs.process.b");
    expect(selected(test)).toBe("logs.process.a");
    await addComponent(app, { name: "logs.write", alias: undefined, summary: "", code: "" });
    expect([ids(test).at(-1), selected(test)]).toEqual(["logs.write.loki", "logs.write.loki"]);
    expect(notices(test).at(-1)).toBe("Added logs.write.");
    for (let i = 0; i < 4; i++) undo(app);
    expect([textOf(test), app.stores.document.getState().undoable]).toEqual([TEXT, null]);
  });

  it("are refused with the reason, and nothing changes", async () => {
    const test = await start();
    await connect(test.app, "logs.process.a", "profiles.write.p");
    expect(notices(test)).toEqual([
      "logs.process.a forwards to a receiver of logs, and profiles.write.p is a receiver of profiles.",
    ]);
    refuseConnection(test.app, "logs.process.b", "logs.echo.out");
    expect(notices(test)).toEqual(["logs.process.b already forwards to logs.echo.out."]);
    expect(textOf(test)).toBe(TEXT);
  });

  it("wait for a text that parses; until then the graph shows the last one", async () => {
    const test = await start();
    setText(test.app, `${TEXT}logs.echo "x" {`);
    test.time.pass(DEBOUNCE);
    await settle();
    test.time.pass(DEBOUNCE);
    expect([test.app.derived.graph().stale, ids(test)]).toEqual([true, ids(await start())]);
    await connect(test.app, "logs.process.a", "logs.echo.out");
    openGraphDialog(test.app, "component");
    refuseConnection(test.app, "logs.process.a", "logs.echo.out");
    expect(notices(test)).toEqual([expect.stringContaining("does not parse")]);
    expect(view(test).dialog).toBe(null);
  });

  it("made at random are undone byte by byte, and redone", async () => {
    const random = new SeededRandom(3);
    const test = await start();
    const { app } = test;
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random.next() * list.length)];
    const texts = [TEXT];
    while (texts.length < 25) {
      const node = pick(app.derived.graph().graph!.nodes)!;
      const roll = random.next();
      const target = pick(targetsOf(app, node.id));
      const receiver = pick(receiversOf(app, node.id));
      if (roll < 0.1) await addComponent(app, { name: "logs.process", alias: undefined, summary: "", code: "" });
      else if (roll < 0.15 && ids(test).length > 4) await removeNode(app, node.id);
      else if (roll < 0.7 && target !== undefined) await connect(app, node.id, target.id);
      else if (receiver !== undefined) await disconnect(app, node.id, receiver.id);
      if (textOf(test) !== texts.at(-1)) texts.push(textOf(test));
    }
    for (const text of texts.toReversed().slice(1)) {
      undo(app);
      expect(textOf(test)).toBe(text);
    }
    for (const text of texts.slice(1)) {
      redo(app);
      expect(textOf(test)).toBe(text);
    }
  });
});

describe("from the graph", () => {
  it("a pipeline opens its stages and is previewed, anything else opens its place in the code", async () => {
    const test = await start();
    openNode(test.app, "logs.process.b");
    expect(test.app.stores.selection.getState().pipelineId).toBe("logs.process.b");
    expect(test.app.stores.settings.getState().pipelineView).toBe("stages");
    expect(view(test).focus).toEqual({ on: "stages" });
    setPipelineView(test.app, "graph");
    openNode(test.app, "logs.echo.out");
    expect(test.app.stores.settings.getState().pipelineView).toBe("split");
    const at = TEXT.indexOf('logs.echo "out"');
    expect(view(test).reveal).toEqual({ start: at, end: at, to: "focus" });
  });

  it("commands apply to the selected component, and their keys only work there", async () => {
    const test = await start();
    const { app } = test;
    selectNode(app, "logs.echo.out");
    expect(command("graph.connect").when?.(app)).toBe(false);
    selectNode(app, "logs.process.b");
    expect([command("graph.connect").when?.(app), command("graph.disconnect").when?.(app)]).toEqual([true, true]);
    const press = { key: "c", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
    expect(findCommand(app, press, { field: false, scope: "graph" })?.id).toBe("graph.connect");
    expect(findCommand(app, press, { field: false })?.id).toBeUndefined();
    expect(findCommand(app, { ...press, key: "+", shiftKey: true }, { field: false, scope: "graph" })?.id).toBe(
      "graph.in",
    );
    await command("graph.connect").run(app);
    expect(view(test).dialog?.kind).toBe("connect");
    expect(paletteCommands(app).map(({ id }) => id)).toContain("graph.remove");
  });

  it("dialogs open in the graph from anywhere", async () => {
    const test = await start(TEXT, "stages");
    openGraphDialog(test.app, "connect", "logs.process.a");
    expect(test.app.stores.settings.getState().pipelineView).toBe("graph");
    expect([view(test).dialog?.kind, selected(test)]).toEqual(["connect", "logs.process.a"]);
  });
});

describe("counts", () => {
  const flow: GraphFlow = { pipelines: {}, edges: {}, shared: {}, entrances: [], failures: {}, skipped: [] };

  it("are requested while the graph is shown, once for each run", async () => {
    const test = await start(TEXT, "stages");
    const worker = test.previewWorkers[0]!;
    worker.answer("run", { kind: "ran", result: testResult({ id: 1, text: TEXT }) });
    await settle();
    expect(worker.asked("graph")).toEqual([]);
    setPipelineView(test.app, "graph");
    expect(worker.asked("graph")).toEqual([{ run: 1 }]);
    worker.answer("graph", { run: 1, text: TEXT, flow });
    await settle();
    expect(test.app.stores.preview.getState().graph?.run).toBe(1);
    setPipelineView(test.app, "code");
    setPipelineView(test.app, "graph");
    expect(worker.asked("graph")).toHaveLength(1);
  });

  it("of an older run are ignored", async () => {
    const test = await start();
    const worker = test.previewWorkers[0]!;
    worker.answer("run", { kind: "ran", result: testResult({ id: 1, text: TEXT }) });
    test.app.stores.preview.setState({ result: testResult({ id: 2, text: TEXT }) });
    worker.answer("graph", { run: 1, text: TEXT, flow });
    await settle();
    expect(test.app.stores.preview.getState().graph).toBeNull();
  });
});
