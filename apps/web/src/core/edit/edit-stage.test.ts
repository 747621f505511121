import type { StageChange } from "@sluice/engine";
import { expect, it } from "vitest";
import { moveStage } from "../../features/stages/list/edit-stages.ts";
import { createTestApp, noticesOf, settle, startRealLanguage } from "../../testing/testing.ts";
import { takeAnalysis } from "../run/take-analysis.ts";
import { setText } from "./edit-document.ts";
import { editStage } from "./edit-stage.ts";
import { undo } from "./undo.ts";

const TEXT = 'stage.drop {\n  value = "b" // kept\n}\n';
const FORM = { place: { pipeline: "stages", stage: "1" }, text: TEXT };
const set = (value: string): StageChange => ({ kind: "set", body: [], argument: "value", value });
const edits = (text: string) => ({ ok: true as const, edits: [{ span: { start: 23, end: 26 }, text }] });

it("a change of an argument is one step of the history, and typing is one as well", async () => {
  const { app, languageWorkers, time } = createTestApp({ document: { text: TEXT } });
  const type = async (value: string) => {
    const done = editStage(app, FORM, set(value));
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
  const done = editStage(app, FORM, set("c"));
  languageWorkers[0]!.answer("changeStage", { ok: false, messages: ["It is wrong."] });
  expect(await done).toEqual({ ok: false, messages: ["It is wrong."] });
  expect(app.stores.document.getState()).toMatchObject({ text: TEXT, undoable: null });
});

it("is refused, and says so, if the text changed otherwise meanwhile: the number may be another stage's", async () => {
  const test = createTestApp({ document: { text: TEXT } });
  const { app, languageWorkers } = test;
  const done = editStage(app, FORM, set("c"));
  setText(app, `${TEXT}// 0\n`);
  languageWorkers[0]!.answer("changeStage", edits('"c"'));
  const message =
    "The last change of value in the form of stage 1 was not made: the configuration has changed in the meantime. Try again.";
  expect(await done).toEqual({ ok: false, isConflict: true, messages: [message] });
  expect(await editStage(app, FORM, set("d"))).toEqual({ ok: false, isConflict: true, messages: [message] });
  expect(languageWorkers[0]!.asked("changeStage")).toHaveLength(1);
  expect(app.stores.document.getState().text).toBe(`${TEXT}// 0\n`);
  expect(noticesOf(test)).toEqual([message]);
});

const TWO = 'stage.drop {\n  value = "first"\n}\n\nstage.drop {\n  value = "second"\n}\n';

it("does not write into the stage that took its stage's number while it waited its turn", async () => {
  const test = createTestApp({ document: { text: TWO } }, { startLanguage: startRealLanguage });
  const { app } = test;
  takeAnalysis(app, (await app.language.analyze(TWO))!);
  const form = (await app.language.stageForm(TWO, FORM.place))!;
  const moved = moveStage(app, "down", "1");
  const typed = await editStage(app, form, set("firstX"));
  await moved;
  const swapped = TWO.replace("first", "1").replace("second", "first").replace("1", "second");
  expect([typed.ok, app.stores.document.getState().text]).toEqual([false, swapped]);
  expect(noticesOf(test).join()).toContain("The last change of value in the form of stage 1 was not made");
});

it("goes on from arguments that were changed in another form meanwhile: no stage moved by that", async () => {
  const { app } = createTestApp({ document: { text: TWO } }, { startLanguage: startRealLanguage });
  const place = (stage: string) => ({ place: { pipeline: "stages", stage }, text: TWO });
  const done = await Promise.all([editStage(app, place("1"), set("a")), editStage(app, place("2"), set("b"))]);
  expect(done.map(({ ok }) => ok)).toEqual([true, true]);
  expect(app.stores.document.getState().text).toBe(TWO.replace("first", "a").replace("second", "b"));
});

it("removes one block at a double click", async () => {
  const counter = (name: string) => `  metric.counter {\n    name   = "${name}"\n    action = "inc"\n  }\n`;
  const text = `stage.metrics {\n${counter("a")}${counter("b")}}\n`;
  const { app } = createTestApp({ document: { text } }, { startLanguage: startRealLanguage });
  const form = (await app.language.stageForm(text, FORM.place))!;
  const remove = { kind: "remove-block", body: form.body.blocks[0]!.body.path } as const;
  const done = await Promise.all([editStage(app, form, remove), editStage(app, form, remove)]);
  expect(done.map(({ ok }) => ok)).toEqual([true, false]);
  expect(app.stores.document.getState().text).toBe(`stage.metrics {\n${counter("b")}}\n`);
});

it("is made after those before it, however fast they follow one another", async () => {
  const { app, languageWorkers } = createTestApp({ document: { text: TEXT } });
  const typed = "a long word";
  const done = Array.from(typed, (_, i) => editStage(app, FORM, set(typed.slice(0, i + 1))));
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
