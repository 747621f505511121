import { describe, expect, it } from "vitest";
import { setText } from "../../core/edit/edit-document.ts";
import { undo } from "../../core/edit/undo.ts";
import { emptyDocument } from "../../core/model/document.ts";
import { STATE_INTERVAL } from "../../core/storage/kept-states.ts";
import { createTestApp, settle, type TestApp } from "../../testing/testing.ts";
import { keepState } from "./states.ts";
import { StatesSession } from "./states-session.ts";

const labelsOf = async ({ app }: TestApp): Promise<string[]> => {
  await app.states.settled();
  return ((await app.platform.stateStorage.list("one")) ?? []).map(({ label }) => label);
};
const edit = (test: TestApp, text: string) => {
  test.time.pass(2000);
  setText(test.app, text);
};
const A = 'stage.drop { expression = "a" }';
const B = 'stage.drop { expression = "b" }';

describe("snapshots of a document", () => {
  it("are saved before the first change, and again after ten minutes of work", async () => {
    const test = createTestApp({ document: { text: A } });
    edit(test, B);
    edit(test, `${B}\n`);
    expect(await labelsOf(test)).toHaveLength(1);
    const [first] = (await test.app.platform.stateStorage.list("one"))!;
    expect((await test.app.platform.stateStorage.read("one", first!.id))?.content.text).toBe(A);
    test.time.pass(STATE_INTERVAL);
    edit(test, A);
    expect(await labelsOf(test)).toHaveLength(2);
  });

  it("are saved before a change that replaces much, whatever its cause and however soon it follows", async () => {
    const stages = Array.from({ length: 9 }, (_, i) => `stage.drop { expression = "${i}" }`).join("\n");
    const test = createTestApp({ document: { text: stages } });
    edit(test, `${stages}\n`);
    edit(test, "stage.cri { }");
    test.time.pass(2000);
    test.app.stores.document.transact("Removed all samples", { samples: [] });
    undo(test.app);
    edit(test, "stage.cri { }\n");
    expect(await labelsOf(test)).toEqual([
      "Before: Removed all samples",
      expect.stringMatching(/^Before: /),
      expect.stringMatching(/^Before: /),
    ]);
    const contents = [];
    for (const { id } of (await test.app.platform.stateStorage.list("one"))!)
      contents.push((await test.app.platform.stateStorage.read("one", id))!.content);
    expect(contents.map(({ text, samples }) => [text, samples.length])).toEqual([
      ["stage.cri { }", 3],
      [`${stages}\n`, 3],
      [stages, 3],
    ]);
  });

  it("of a new document are saved once there is something to lose", async () => {
    const test = createTestApp({ document: { ...emptyDocument("new"), samples: [] } });
    edit(test, A);
    expect(await labelsOf(test)).toEqual([]);
    for (let minute = 0; minute < 20; minute++) {
      test.time.pass(60_000);
      setText(test.app, `${A}\n// ${minute}`);
    }
    expect((await labelsOf(test)).length).toBe(2);
    edit(test, "");
    expect((await labelsOf(test)).length).toBe(3);
  });

  it("of a new document are saved before the first change of what was pasted", async () => {
    const test = createTestApp({ document: { ...emptyDocument("new"), samples: [] } });
    edit(test, A);
    edit(test, B);
    expect(await labelsOf(test)).toHaveLength(1);
  });

  it("are not saved twice automatically without a change in between, but are saved twice by name", async () => {
    const test = createTestApp({ document: { text: A } });
    edit(test, B);
    undo(test.app);
    test.time.pass(STATE_INTERVAL);
    edit(test, B);
    expect(await labelsOf(test)).toHaveLength(1);
    expect(await keepState(test.app, "mine")).toBe(true);
    expect((await labelsOf(test))[0]).toBe("mine");
  });

  it("are listed, restored in one step that undo reverts, and removed", async () => {
    const test = createTestApp({ document: { text: A, name: "old name" } });
    const session = new StatesSession(test.app);
    await session.keep(" before the parser ");
    expect(session.store.getState()).toMatchObject({
      unkept: false,
      list: [{ label: "before the parser", named: true }],
      chosen: { content: { text: A } },
    });
    edit(test, B);
    test.app.stores.document.transact("Renamed", { name: "new name" });
    await session.load();
    const mine = session.store.getState().list!.find(({ named }) => named)!;
    await session.choose(mine.id);
    expect(session.store.getState().diff.map(({ mark }) => mark)).toEqual(["-", "+"]);
    await session.restore();
    expect(test.app.stores.document.getState()).toMatchObject({ text: A, name: "new name" });
    expect(await labelsOf(test)).toContain("Before: Restored before the parser");
    undo(test.app);
    expect(test.app.stores.document.getState().text).toBe(B);
    await session.remove(mine.id);
    expect(await labelsOf(test)).not.toContain("before the parser");
  });

  it("report when the browser stores nothing", async () => {
    const none = {
      list: async () => undefined,
      read: async () => undefined,
      keep: async () => false,
      remove: async () => false,
      tidy: async () => {},
    };
    const test = createTestApp({}, { stateStorage: none });
    const session = new StatesSession(test.app);
    await session.keep("x");
    expect(session.store.getState()).toMatchObject({ unkept: true, list: [] });
    expect(
      test.app.stores.notices
        .getState()
        .notices.map(({ text }) => text)
        .join(),
    ).toContain("could not be saved");
  });

  it("are deleted with documents that have been gone for a day", async () => {
    const test = createTestApp();
    await test.app.states.keep("gone", test.app.stores.document.getState(), { label: "x", named: true });
    test.workspace.start();
    await settle();
    expect(await test.app.platform.stateStorage.list("gone")).toHaveLength(1);
    test.time.pass(25 * 60 * 60 * 1000);
    test.workspace.start();
    await settle();
    expect(await test.app.platform.stateStorage.list("gone")).toEqual([]);
    await test.workspace.close();
  });
});
