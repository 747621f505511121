import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { paletteCommands } from "../../../app/find-commands.ts";
import { COMMANDS } from "../../../app/table.ts";
import { DEBOUNCE, followDocument } from "../../../app/workspace/follow-document.ts";
import { setText } from "../../../core/edit/edit-document.ts";
import { redo, undo } from "../../../core/edit/undo.ts";
import type { CommandId } from "../../../core/page/commands.ts";
import { dialogOf } from "../../../core/page/dialogs.ts";
import { setPipelineView } from "../../../core/page/settings.ts";
import { createTestApp, noticesOf, settle, startRealLanguage, type TestApp } from "../../../testing/testing.ts";
import { EXAMPLES, loadExample } from "../../examples/examples.ts";
import "./stage-list-store.ts";
import { addStage, chooseStage, moveStage, removeStage, selectCard, switchStage } from "./edit-stages.ts";

const TEXT = `// head
stage.drop {
  expression = "b"
}

stage.match {
  selector = "{app=~\\".+\\"}"

  stage.cri { }
}

// of docker
stage.docker { }
`;

async function start(text = TEXT): Promise<TestApp> {
  const test = createTestApp({ document: { text } }, { startLanguage: startRealLanguage });
  test.app.language.start();
  followDocument(test.app);
  await settle();
  return test;
}

const textOf = ({ app }: TestApp) => app.stores.document.getState().text;
const ids = ({ app }: TestApp) => app.derived.cards().cards.map(({ id, name }) => `${id} ${name}`);
const selected = ({ app }: TestApp) => [app.derived.card()?.id, app.derived.card()?.name];
async function run(test: TestApp, id: CommandId): Promise<void> {
  const command = COMMANDS.find((one) => one.id === id)!;
  await command.run(test.app);
  await settle();
}

describe("stages", () => {
  it("are moved with the selection, one step of the history each, and appear at once", async () => {
    const test = await start();
    selectCard(test.app, "3");
    await run(test, "stage.up");
    expect([ids(test), selected(test)]).toEqual([
      ["1 drop", "2 docker", "3 match", "3.1 cri"],
      ["2", "docker"],
    ]);
    await run(test, "stage.in");
    expect([ids(test).at(-1), selected(test)]).toEqual(["2.2 cri", ["2.1", "docker"]]);
    await run(test, "stage.out");
    await run(test, "stage.up");
    await run(test, "stage.up");
    expect([ids(test)[0], selected(test)]).toEqual(["1 docker", ["1", "docker"]]);
    expect(test.app.stores.view.getState().focus).toEqual({ on: "stages" });
    for (let i = 0; i < 5; i++) undo(test.app);
    expect([textOf(test), test.app.stores.document.getState().undoable]).toEqual([TEXT, null]);
    expect(noticesOf(test).at(-1)).toBe("Undone: Moved stage 3 docker.");
  });

  it("requested in quick succession are applied in turn", async () => {
    const test = await start();
    selectCard(test.app, "1");
    await Promise.all([moveStage(test.app, "down"), moveStage(test.app, "down"), removeStage(test.app)]);
    expect(ids(test)).toEqual(["1 match", "1.1 cri", "2 docker"]);
    expect(selected(test)).toEqual(["2", "docker"]);
  });

  it("are disabled and enabled with the selection on them, and restored byte by byte", async () => {
    const test = await start();
    selectCard(test.app, "3");
    await run(test, "stage.switch");
    expect(selected(test)).toEqual(["off 1", "docker"]);
    expect(test.app.stores.selection.getState().stagePath).not.toBe("3");
    expect(paletteCommands(test.app).find(({ id }) => id === "stage.switch")?.title).toBe("Stage: enable");
    await run(test, "stage.switch");
    expect([textOf(test), selected(test)]).toEqual([TEXT, ["3", "docker"]]);
  });

  it("are duplicated and deleted; the neighbour is selected, or nothing if none is left", async () => {
    const test = await start("stage.cri { }\n");
    await run(test, "stage.duplicate");
    expect([ids(test), selected(test)]).toEqual([
      ["1 cri", "2 cri"],
      ["2", "cri"],
    ]);
    await run(test, "stage.remove");
    await run(test, "stage.remove");
    await run(test, "stage.remove");
    expect([textOf(test), ids(test), selected(test)]).toEqual(["", [], [undefined, undefined]]);
    undo(test.app);
    undo(test.app);
    redo(test.app);
    expect(textOf(test)).toBe("stage.cri { }\n");
  });

  it("are added after the selected one, or at the requested place", async () => {
    const test = await start();
    const stages = await test.app.language.addableStages();
    const json = stages.find(({ name }) => name === "json")!;
    selectCard(test.app, "1");
    chooseStage(test.app);
    const at = dialogOf(test.app, "stage")?.at;
    expect(at).toEqual({ parent: undefined, index: 1 });
    await addStage(test.app, json, at!);
    expect([ids(test).slice(0, 3), selected(test)]).toEqual([
      ["1 drop", "2 json", "3 match"],
      ["2", "json"],
    ]);
    expect(noticesOf(test)).toEqual(["Added stage.json."]);
    await addStage(test.app, json, { parent: "3", index: 1 });
    expect(ids(test)).toContain("3.2 json");
  });

  it("do not change while the text does not parse, and report why", async () => {
    const test = await start();
    setText(test.app, `${TEXT}stage.drop {`);
    await removeStage(test.app, "1");
    expect(textOf(test)).toBe(`${TEXT}stage.drop {`);
    expect([ids(test).length, test.app.derived.cards().stale]).toEqual([4, true]);
    expect(noticesOf(test)).toEqual([expect.stringContaining("does not parse")]);
    chooseStage(test.app);
    expect([test.app.stores.view.getState().dialog, noticesOf(test).length]).toEqual([null, 1]);
  });

  it("with errors are cards too, and can be deleted", async () => {
    const test = await start();
    setText(test.app, `stage.regex { }\n\n${TEXT}`);
    await switchStage(test.app, "1");
    expect(ids(test).slice(0, 2)).toEqual(["off 1 regex", "1 drop"]);
    await removeStage(test.app, "off 1");
    expect(textOf(test)).toBe(TEXT);
  });

  it("that are open stay open when moved", async () => {
    const test = await start();
    test.app.stores.stageList.setState({ open: { 3: true } });
    selectCard(test.app, "3");
    await run(test, "stage.up");
    expect(test.app.stores.stageList.getState().open).toEqual({ 2: true });
    await run(test, "stage.remove");
    expect(test.app.stores.stageList.getState().open).toEqual({});
  });

  it("that are open stay open when disabled and analysed again", async () => {
    const test = await start();
    const open = () => test.app.stores.stageList.getState().open;
    test.app.stores.stageList.setState({ open: { 1: true } });
    await switchStage(test.app, "1");
    expect([ids(test)[0], open()]).toEqual(["off 1 drop", { "off 1": true }]);
    await switchStage(test.app, "2");
    expect(open()).toEqual({ "off 1": true });
    await switchStage(test.app, "off 1");
    expect(open()).toEqual({ 1: true });
  });

  it("do not take the focus while they are hidden", async () => {
    const test = await start();
    setPipelineView(test.app, "code");
    await removeStage(test.app, "1");
    expect(test.app.stores.view.getState().focus).toBeNull();
  });
});

it("random edits, all undone, restore the examples", { timeout: 60_000 }, async () => {
  const random = new SeededRandom(5);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random.next() * all.length)]!;
  for (const text of [
    TEXT,
    ...(await Promise.all(EXAMPLES.slice(0, 5).map((example) => loadExample(example)))).map(({ config }) => config),
  ]) {
    const test = await start(text);
    const addable = await test.app.language.addableStages();
    const before = textOf(test);
    for (let turn = 0; turn < 12; turn++) {
      const { cards } = test.app.derived.cards();
      if (cards.length > 0) selectCard(test.app, pick(cards).id);
      const kinds = ["up", "down", "in", "out", "switch", "duplicate", "remove"] as const;
      const kind = pick<(typeof kinds)[number] | "add">([...kinds, "add"]);
      if (kind !== "add") await run(test, `stage.${kind}`);
      else {
        const { parent, index = 0 } = test.app.derived.card() ?? {};
        await addStage(test.app, pick(addable), { parent, index: index + Math.floor(random.next() * 2) });
      }
      if (turn % 4 === 3) undo(test.app);
      // The analysis of a text with errors is requested first, and applied slightly later.
      for (let i = 0; i < 2; i++) {
        test.time.pass(DEBOUNCE);
        await settle();
      }
      expect(test.app.derived.cards().text).toBe(textOf(test));
    }
    while (test.app.stores.document.getState().undoable !== null) undo(test.app);
    expect(textOf(test)).toBe(before);
  }
});

describe("the names of components", () => {
  const OURS =
    'logs.source.demo "d" { forward_to = [logs.process.a.receiver] }\nlogs.process "a" { forward_to = [] }\n';
  const ALLOYS = OURS.replaceAll("logs.process", "loki.process");

  it("switch to Alloy's and back to Sluice's, one step each, and report what Alloy does not have", async () => {
    const test = await start(OURS);
    await run(test, "config.alloy-names");
    expect([textOf(test), noticesOf(test)]).toEqual([
      ALLOYS,
      [
        "Switched to Alloy's names.",
        expect.stringContaining("logs.source.demo.d is a component that Alloy does not have"),
      ],
    ]);
    await run(test, "config.sluice-names");
    expect(textOf(test)).toBe(OURS);
    await run(test, "config.sluice-names");
    expect(noticesOf(test).at(-1)).toBe("The components already have Sluice's names.");
    undo(test.app);
    expect(textOf(test)).toBe(ALLOYS);
  });

  it("are Alloy's in the download for it, and stay in the document", async () => {
    const test = await start(OURS);
    await run(test, "config.alloy");
    // The source has no name there.
    const text = 'loki.process "a" { forward_to = [] }\n';
    expect([test.downloads, textOf(test)]).toEqual([[{ name: "test.alloy", text }], OURS]);
    expect(noticesOf(test)).toEqual(['logs.source.demo "d": Alloy has no such component; it is left out.']);
    setText(test.app, "logs.process {");
    await run(test, "config.alloy");
    expect([test.downloads.length, noticesOf(test).at(-1)]).toEqual([1, expect.stringContaining("does not parse")]);
  });
});
