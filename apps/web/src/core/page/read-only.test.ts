import { describe, expect, it } from "vitest";
import { newDocument } from "../../app/documents.ts";
import { paletteCommands } from "../../app/find-commands.ts";
import { COMMANDS } from "../../app/table.ts";
import { takeFiles } from "../../app/take-files.ts";
import { setHoldEnd } from "../../features/clock/clock.ts";
import type {} from "../../features/clock/clock-commands.ts";
import { formatText } from "../../features/code/format-text.ts";
import { EXAMPLES, loadExample } from "../../features/examples/examples.ts";
import { openExample } from "../../features/examples/open-example.ts";
import { clearSamples, duplicateEntry, newEntry, removeEntry } from "../../features/samples/edit-entry.ts";
import { editSampleText } from "../../features/samples/edit-samples.ts";
import { pasteText } from "../../features/samples/paste-samples.ts";
import type {} from "../../features/samples/sample-times.ts";
import { switchStage } from "../../features/stages/list/edit-stages.ts";
import { chosenFile, createTestApp, noticesOf, startRealLanguage } from "../../testing/testing.ts";
import { rename, setCommonLabels, setText } from "../edit/edit-document.ts";
import { exportFile } from "../edit/export-file.ts";
import { redo, undo } from "../edit/undo.ts";
import type { Dialog } from "./dialog-kinds.ts";
import { openDialog } from "./dialogs.ts";
import { READ_ONLY, setReadOnly } from "./read-only.ts";

describe("where the page only reads", () => {
  const reading = () => {
    const selection = { sampleId: 1, stagePath: "1", pipelineId: null };
    const test = createTestApp(
      { selection, document: { text: "stage.drop {expression=1}" } },
      { startLanguage: startRealLanguage },
    );
    rename(test.app, "before");
    setReadOnly(test.app, true);
    return test;
  };
  type Test = ReturnType<typeof reading>;
  const edits: Readonly<Record<string, (app: Test["app"]) => unknown>> = {
    "typing into the text": (app) => setText(app, "stage.decolorize { }"),
    renaming: (app) => rename(app, "after"),
    labels: (app) => setCommonLabels(app, 'a="b"'),
    "samples as text": (app) => editSampleText(app, "x\ny"),
    "a new entry": newEntry,
    "a copy of an entry": duplicateEntry,
    "removing an entry": (app) => removeEntry(app, 1),
    "removing all": clearSamples,
    "a switched stage": (app) => switchStage(app, "1"),
    formatting: formatText,
    "the clock": (app) => setHoldEnd(app, true),
    pasting: (app) => pasteText(app, "one line"),
    "a dropped log": (app) => takeFiles(app, [chosenFile("a.log", "one line")]),
    "a dropped configuration": (app) => takeFiles(app, [chosenFile("a.alloy", "stage.decolorize { }")]),
    undo,
    redo,
  };
  for (const [name, edit] of Object.entries(edits))
    it(`refuses ${name}, and says why once`, async () => {
      const test = reading();
      const before = test.app.stores.document.getState();
      await edit(test.app);
      expect(test.app.stores.document.getState()).toBe(before);
      expect(noticesOf(test)).toEqual([READ_ONLY]);
      expect(test.workspace.shared.documents.getState().list).toHaveLength(1);
    });

  it("opens no dialog that edits, and all others", () => {
    const { app } = reading();
    const opened = () => app.stores.view.getState().dialog?.kind;
    const at = { parent: undefined, index: 0 };
    const edits: readonly Dialog[] = [
      { kind: "entry", edits: true },
      { kind: "clock", edits: true },
      { kind: "times", edits: true },
      { kind: "stage", edits: true, at },
      { kind: "component", edits: true },
    ];
    for (const dialog of edits) {
      openDialog(app, dialog);
      expect(opened()).toBeUndefined();
    }
    const reads: readonly Dialog[] = [{ kind: "help" }, { kind: "removed" }, { kind: "import", offered: null }];
    for (const dialog of reads) {
      openDialog(app, dialog);
      expect(opened()).toBe(dialog.kind);
    }
  });

  it("opens examples, also into a document with nothing in it, and downloads", async () => {
    const { app, workspace, downloads } = reading();
    await openExample(app, EXAMPLES[0]!);
    expect(workspace.app.stores.document.getState().samples.length).toBeGreaterThan(0);
    exportFile(workspace.app);
    expect(downloads).toHaveLength(1);
    setReadOnly(app, false);
    newDocument(workspace.app);
    setReadOnly(app, true);
    await openExample(workspace.app, EXAMPLES[1]!);
    expect(workspace.app.stores.document.getState().text).toBe((await loadExample(EXAMPLES[1]!)).config);
  });

  it("offers no command that changes a document", () => {
    const test = reading();
    const offered = new Set(paletteCommands(test.app).map(({ id }) => id));
    for (const command of COMMANDS) if ("edits" in command) expect(offered).not.toContain(command.id);
    for (const id of ["preview.run", "config.download", "config.copy", "entry.next", "view.graph"])
      expect(offered).toContain(id);
    setReadOnly(test.app, false);
    expect(new Set(paletteCommands(test.app).map(({ id }) => id))).toContain("document.rename");
  });
});
