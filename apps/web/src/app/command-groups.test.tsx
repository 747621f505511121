import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DocumentContent } from "../core/model/document.ts";
import { DEFAULT_SETTINGS } from "../core/model/settings.ts";
import { openDialog } from "../core/page/dialogs.ts";
import type { Area } from "../core/page/stores.ts";
import { memoryText } from "../core/storage/memory-storage.ts";
import { readSettings } from "../core/storage/text-storage.ts";
import { createRealApp, pass, runApp, show, until } from "../testing/views.tsx";
import { groupCommands, groupOf, rememberUsed } from "./command-groups.ts";
import { commandsWithKeys, paletteCommands } from "./find-commands.ts";
import { Help } from "./help.tsx";
import { PaletteDialog } from "./palette-dialog.tsx";
import { COMMANDS } from "./table.ts";

describe("groups of commands", () => {
  it("hold every command once, and no list is longer than one can read", () => {
    expect(COMMANDS.filter(({ id }) => groupOf(id) === undefined)).toEqual([]);
    const { app } = createRealApp();
    for (const commands of [paletteCommands(app), commandsWithKeys(app)]) {
      const grouped = groupCommands(commands).flatMap((group) => group.commands);
      expect(grouped.map(({ id }) => id).sort()).toEqual(commands.map(({ id }) => id).sort());
    }
  });

  it("remember the last five that were used, of the table alone, for the next visit", () => {
    const textStorage = memoryText();
    const { app, workspace } = createRealApp({}, { textStorage });
    workspace.start();
    const used = ["undo", "help", "undo", "config.copy", "samples.list", "view.wrap", "tour"];
    for (const id of [...used, "document.of-somebody", "stage.1"]) rememberUsed(app, id);
    const kept = readSettings(textStorage).used;
    expect(kept).toEqual(["tour", "view.wrap", "samples.list", "config.copy", "undo"]);
    textStorage.setItem("sluice.designer.settings", JSON.stringify({ ...DEFAULT_SETTINGS, used: [1] }));
    expect(readSettings(textStorage).used).toEqual([]);
  });
});

it("the palette begins with what was used last, groups the rest, and finds without groups", async () => {
  const test = createRealApp();
  const { app } = test;
  rememberUsed(app, "view.wrap");
  const user = show(test, <PaletteDialog />);
  openDialog(app, { kind: "palette" });
  await pass(test, 2);
  const list = screen.getByRole("listbox", { name: "Commands" });
  const [first] = within(list).getAllByRole("group");
  expect(first?.getAttribute("aria-label")).toBe("Used last");
  expect(within(list).getAllByRole("option", { name: /^Toggle wrapping/ })).toHaveLength(1);
  expect(within(list).getByRole("group", { name: "Entries and samples" }).textContent).toContain("Next entry");
  await user.keyboard("toggle problems");
  expect(within(list).queryAllByRole("group")).toEqual([]);
  await user.keyboard("{Enter}");
  expect(app.stores.settings.getState()).toMatchObject({ problemsOpen: true, used: ["view.problems", "view.wrap"] });
});

describe("the palette offers stages", () => {
  async function search(query: string, given: Partial<DocumentContent> = {}, area: Area = "design") {
    const test = await runApp(given);
    const user = show(test, <PaletteDialog />);
    act(() => test.app.stores.area.setState({ area }));
    openDialog(test.app, { kind: "palette" });
    await pass(test, 2);
    await user.keyboard(query);
    return { test, user, options: () => screen.queryAllByRole("option").map(({ textContent }) => textContent) };
  }

  it("whose name is typed, or mistyped, where no command matches, and adds the chosen one", async () => {
    const { test, user, options } = await search("stage.jsno", {
      text: "stage.decolorize { }\n",
      samples: [{ id: 1, line: '{"level":"warn"}' }],
    });
    await until(test, () => options().length > 0);
    expect(options()[0]).toBe("Add a stage: json");
    expect(screen.getByRole("status").textContent).toBe("No matching command. Did you mean a stage?");
    await user.keyboard("{Enter}");
    await until(test, ({ stores }) => stores.document.getState().text.includes("stage.json"));
    expect(test.app.stores.document.getState().text).toMatch(/^stage\.decolorize \{ \}\n\s*stage\.json \{[^}]*level/);
    expect(test.app.stores.view.getState().dialog).toBeNull();
    expect(test.app.stores.settings.getState().used).toEqual([]);
  });

  it("by no word that some command has, nor by one that no stage has", async () => {
    const { test, user, options } = await search("toggle problems");
    await pass(test, 20);
    expect(options()).toEqual([expect.stringMatching(/^Toggle/)]);
    await user.clear(screen.getByRole("combobox"));
    await user.keyboard("qqqqqqqq");
    expect([options(), screen.queryByText("No matching command.")]).toEqual([[], expect.anything()]);
  });

  it("only where they can be added", async () => {
    const { test, options } = await search("stage.jsno", {}, "live");
    await pass(test, 20);
    expect([options(), screen.queryByText("No matching command.")]).toEqual([[], expect.anything()]);
  });
});

it("the help has its keys in groups", () => {
  const test = createRealApp();
  show(test, <Help />);
  const stages = screen.getByRole("region", { name: "Stages" });
  expect(stages.textContent).toContain("Next stage");
  expect(screen.getByRole("region", { name: "Editor" }).textContent).toContain("suggestions");
});
