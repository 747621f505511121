import { describe, expect, it } from "vitest";
import type { Command } from "../core/page/command.ts";
import { tooltip } from "../core/page/commands.ts";
import { formatKeys, type KeyPress, matchesKeys } from "../core/page/key-chord.ts";
import { clearSamples } from "../features/samples/edit-entry.ts";
import { createTestApp } from "../testing/testing.ts";
import { commandsWithKeys, findCommand, paletteCommands, searchCommands } from "./find-commands.ts";
import { COMMANDS } from "./table.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe("keys", () => {
  const on = (mac: boolean) => createTestApp({}, { mac }).app;
  const found = (event: KeyPress, field = false, mac = false) => findCommand(on(mac), event, { field })?.id;
  const cases: readonly [string, string | undefined, string | undefined][] = [
    ["J is the next entry", found(press("j")), "entry.next"],
    ["and with caps lock", found(press("J")), "entry.next"],
    ["but not in a text field", found(press("j"), true), undefined],
    ["nor with Ctrl, which is the browser's", found(press("j", { ctrlKey: true })), undefined],
    ["Shift+Enter runs, in fields too", found(press("Enter", { shiftKey: true }), true), "preview.run"],
    ["Enter alone does not", found(press("Enter"), true), undefined],
    ["? wherever it is on the keyboard", found(press("?", { shiftKey: true })), "help"],
    ["Ctrl+K opens the palette", found(press("k", { ctrlKey: true }), true), "palette"],
    ["on a Mac it is ⌘K", found(press("k", { metaKey: true }), true, true), "palette"],
    ["and Ctrl+K is not", found(press("k", { ctrlKey: true }), true, true), undefined],
    ["Ctrl+Z goes back", found(press("z", { ctrlKey: true }), true), "undo"],
    ["Ctrl+Shift+Z and forth", found(press("Z", { ctrlKey: true, shiftKey: true }), true), "redo"],
    ["Ctrl+Y too", found(press("y", { ctrlKey: true }), true), "redo"],
  ];
  for (const [name, is, expected] of cases) it(name, () => expect(is).toBe(expected));

  it("of the list of samples mean something there alone", () => {
    const [up, remove] = [press("ArrowUp", { altKey: true }), press("Delete")];
    const inList = (event: KeyPress) => findCommand(on(false), event, { field: false, scope: "samples" })?.id;
    expect([inList(up), inList(remove), found(up), found(remove, true)]).toEqual([
      "entry.up",
      "entry.remove",
      undefined,
      undefined,
    ]);
  });

  it("of two commands are never the same in one place", () => {
    const within = (scope: string) =>
      (COMMANDS as readonly Command[]).flatMap((one) =>
        one.scope === undefined || one.scope === scope ? (one.keys ?? []) : [],
      );
    for (const all of [within("samples"), within("stages")]) expect(new Set(all).size).toBe(all.length);
  });
  it("are written as the platform does", () => {
    expect([formatKeys("Mod+Shift+Z", false), formatKeys("Mod+Shift+Z", true), formatKeys("J", true)]).toEqual([
      "Ctrl+Shift+Z",
      "⌘⇧Z",
      "J",
    ]);
  });
  it("match with every modifier they name and no other", () => {
    expect(matchesKeys("Alt+ArrowUp", press("ArrowUp", { altKey: true }), false)).toBe(true);
    expect(matchesKeys("Alt+ArrowUp", press("ArrowUp", { altKey: true, ctrlKey: true }), false)).toBe(false);
  });
});

describe("the table", () => {
  it("has each id and each title once", () => {
    const { app } = createTestApp();
    const ids = COMMANDS.map(({ id }) => id);
    const titles = paletteCommands(app).map(({ title }) => title);
    expect([new Set(ids).size, new Set(titles).size]).toEqual([ids.length, titles.length]);
  });
  it("gives the palette what can be done now", () => {
    const { app } = createTestApp();
    const ids = () => new Set(paletteCommands(app).map(({ id }) => id));
    expect([ids().has("undo"), ids().has("clock.deadline"), ids().has("clock.hold")]).toEqual([false, false, true]);
    clearSamples(app);
    expect([ids().has("undo"), ids().has("samples.clear")]).toEqual([true, false]);
  });
  it("finds commands by words in any order", () => {
    const { app } = createTestApp();
    expect(searchCommands(paletteCommands(app), "example nginx").map(({ title }) => title)).toEqual([
      "Open the example: nginx access log",
    ]);
  });
  it("finds commands by the words of the page's buttons, and those with them in the title first", () => {
    const { app } = createTestApp();
    const found = (query: string) => searchCommands(paletteCommands(app), query).map(({ id }) => id);
    expect(["export", "help", "rename", "validate", "delete pipeline"].map(found)).toEqual([
      ["document.export", "config.download", "config.copy", "config.alloy"],
      ["help"],
      ["document.rename"],
      ["view.problems"],
      ["document.remove"],
    ]);
    expect(found("copy").slice(0, 2)).toEqual(["config.copy", "document.duplicate"]);
  });
  it("puts the focus into the name where it is asked to rename", () => {
    const { app } = createTestApp();
    searchCommands(paletteCommands(app), "rename")[0]!.run();
    expect(app.stores.view.getState().focus).toEqual({ on: "name" });
  });
  it("says what an undo would take back", () => {
    const { app } = createTestApp();
    clearSamples(app);
    const [undo] = searchCommands(paletteCommands(app), "undo");
    expect(undo!.title).toBe("Undo: Removed all 3 samples");
    undo!.run();
    expect(app.stores.document.getState().samples).toHaveLength(3);
  });
  it("finds a command by its own title before an undo of what it did", () => {
    const { app } = createTestApp();
    app.stores.document.transact("Samples: set their times", { seed: 7 });
    const found = (query: string) => searchCommands(paletteCommands(app), query).map(({ id }) => id);
    expect(found("set their times").slice(0, 2)).toEqual(["samples.times", "undo"]);
    expect(found("undo set times")).toEqual(["undo"]);
  });
  it("gives tooltips and the help the keys of the platform", () => {
    const [linux, mac] = [createTestApp(), createTestApp({}, { mac: true })];
    expect([
      tooltip(linux.app, "palette"),
      tooltip(mac.app, "palette"),
      tooltip(mac.app, "entry.next", "Down"),
    ]).toEqual(["Command palette (Ctrl+K)", "Command palette (⌘K)", "Down (J)"]);
    expect(commandsWithKeys(linux.app).find(({ id }) => id === "redo")?.keys).toBe("Ctrl+Shift+Z, Ctrl+Y");
  });
});

it("of one workspace says nothing of another's: two in one page may have two", () => {
  const [one, other] = [
    createTestApp(),
    createTestApp({}, {}, [{ id: "help", title: "About", keys: ["H"], run: () => {} }]),
  ];
  expect([tooltip(one.app, "help"), tooltip(other.app, "help")]).toEqual([
    "Keyboard shortcuts and about (?)",
    "About (H)",
  ]);
  expect([tooltip(one.app, "undo", "Back"), tooltip(other.app, "undo", "Back")]).toEqual(["Back (Ctrl+Z)", "Back"]);
  const found = ({ app }: typeof one) => findCommand(app, press("h"), { field: false })?.id;
  expect([found(one), found(other)]).toEqual([undefined, "help"]);
});
