import type { StageChange } from "@sluice/engine";
import { expect, it } from "vitest";
import { createTestApp, settle } from "../../testing/testing.ts";
import { setText } from "./edit-document.ts";
import { editStage } from "./edit-stage.ts";
import { undo } from "./undo.ts";

const TEXT = 'stage.drop {\n  value = "b" // kept\n}\n';
const PLACE = { pipeline: "stages", stage: "1" };
const set = (value: string): StageChange => ({ kind: "set", body: [], argument: "value", value });
const edits = (text: string) => ({ ok: true as const, edits: [{ span: { start: 23, end: 26 }, text }] });

it("a change of an argument is one step of the history, and typing is one as well", async () => {
  const { app, languageWorkers, time } = createTestApp({ document: { text: TEXT } });
  const type = async (value: string) => {
    const done = editStage(app, PLACE, set(value));
    languageWorkers[0]!.answer("changeStage", {
      ok: true,
      edits: [{ span: { start: 23, end: app.stores.document.getState().text.indexOf(" //") }, text: `"${value}"` }],
    });
    return done;
  };
  expect(await type("c")).toEqual({ ok: true, text: TEXT.replace('"b"', '"c"') });
  await type("cd");
  expect(app.stores.document.getState().undoable?.label).toBe("Changed value of stage 1");
  undo(app);
  expect([app.stores.document.getState().text, app.stores.document.getState().undoable]).toEqual([TEXT, null]);
  await type("x");
  time.pass(2000);
  await type("y");
  undo(app);
  expect(app.stores.document.getState().text).toBe(TEXT.replace('"b"', '"x"'));
});

it("a refused change leaves the text alone and says why", async () => {
  const { app, languageWorkers } = createTestApp({ document: { text: TEXT } });
  const done = editStage(app, PLACE, set("c"));
  languageWorkers[0]!.answer("changeStage", { ok: false, messages: ["It is wrong."] });
  expect(await done).toEqual({ ok: false, messages: ["It is wrong."] });
  expect(app.stores.document.getState()).toMatchObject({ text: TEXT, undoable: null });
});

it("is asked for again if the text changed meanwhile, a few times at most", async () => {
  const { app, languageWorkers } = createTestApp({ document: { text: TEXT } });
  const done = editStage(app, PLACE, set("c"));
  for (let i = 0; i < 4; i++) {
    setText(app, `${app.stores.document.getState().text}// ${i}\n`);
    languageWorkers[0]!.answer("changeStage", edits('"c"'));
    await settle();
  }
  expect(await done).toMatchObject({ ok: false });
  expect(languageWorkers[0]!.asked("changeStage").map(({ text }) => text.length)).toEqual([
    TEXT.length,
    TEXT.length + 5,
    TEXT.length + 10,
    TEXT.length + 15,
  ]);
  expect(app.stores.document.getState().text).toContain('"b"');
});

it("is made after those before it, however fast they follow one another", async () => {
  const { app, languageWorkers } = createTestApp({ document: { text: TEXT } });
  const typed = "a long word";
  const done = Array.from(typed, (_, i) => editStage(app, PLACE, set(typed.slice(0, i + 1))));
  for (let i = 0; i < typed.length; i++) {
    const [worker] = languageWorkers;
    const { text, change } = worker!.asked("changeStage").at(-1)!;
    expect(change).toEqual(set(typed.slice(0, i + 1)));
    worker!.answer("changeStage", {
      ok: true,
      edits: [{ span: { start: 23, end: text.indexOf(" //") }, text: `"${typed.slice(0, i + 1)}"` }],
    });
    await settle();
  }
  expect((await Promise.all(done)).every(({ ok }) => ok)).toBe(true);
  expect(app.stores.document.getState().text).toBe(TEXT.replace('"b"', `"${typed}"`));
});
