import type * as Monaco from "monaco-editor/editor/editor.api";
import { expect, it } from "vitest";
import type { Analysis } from "../../core/model/analysis.ts";
import { createTestApp, settle, type TestApp } from "../../testing/testing.ts";
import { registerProviders } from "./providers.ts";

const TEXT = "stage.drpo { }";

/** The providers registered for a text, called in place of the editor. */
function register(test: TestApp) {
  const uri = { scheme: "sluice", path: "/one.alloy", toString: () => "sluice:/one.alloy" };
  const getOffsetAt = ({ column }: Monaco.IPosition) => column - 1;
  let open = true;
  const getPositionAt = () => {
    if (!open) throw new Error("Model is disposed!");
    return { lineNumber: 1, column: 1 };
  };
  const isDisposed = () => !open;
  const model = { uri, getLanguageId: () => "alloy", getValue: () => TEXT, getOffsetAt, getPositionAt, isDisposed };
  let formatting: Monaco.languages.DocumentFormattingEditProvider | undefined;
  let fixes: Monaco.languages.CodeActionProvider | undefined;
  let renaming: Monaco.languages.RenameProvider | undefined;
  let folding: Monaco.languages.FoldingRangeProvider | undefined;
  const commands = new Map<string, (...args: unknown[]) => void>();
  const nothing = { dispose: () => {} };
  const monaco = {
    editor: {
      registerCommand: (id: string, run: (...args: unknown[]) => void) => {
        commands.set(id, run);
        return nothing;
      },
    },
    languages: {
      registerCompletionItemProvider: () => nothing,
      registerHoverProvider: () => nothing,
      registerDefinitionProvider: () => nothing,
      registerReferenceProvider: () => nothing,
      registerFoldingRangeProvider: (_: unknown, provider: typeof folding) => {
        folding = provider;
        return nothing;
      },
      registerRenameProvider: (_: unknown, provider: typeof renaming) => {
        renaming = provider;
        return nothing;
      },
      registerDocumentFormattingEditProvider: (_: unknown, provider: typeof formatting) => {
        formatting = provider;
        return nothing;
      },
      registerCodeActionProvider: (_: unknown, provider: typeof fixes) => {
        fixes = provider;
        return nothing;
      },
    },
  };
  registerProviders(monaco as unknown as typeof Monaco, model as unknown as Monaco.editor.ITextModel, test.app);
  return {
    model: model as unknown as Monaco.editor.ITextModel,
    formatting: formatting!,
    fixes: fixes!,
    renaming: renaming!,
    folding: folding!,
    close: () => {
      open = false;
    },
    commands,
  };
}

const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) };
const undoable = ({ app }: TestApp) => app.stores.document.getState().undoable?.label;

it("formatting from the editor's own menu is a labelled step of the history, not an edit by the editor", async () => {
  const test = createTestApp({ document: { text: TEXT } });
  const { model, formatting } = register(test);
  const edits = formatting.provideDocumentFormattingEdits(model, { tabSize: 2, insertSpaces: true }, token);
  test.languageWorkers[0]!.answer("format", { kind: "formatted", text: "stage.drpo { }\n" });
  await settle();
  expect(await edits).toEqual([]);
  expect([test.app.stores.document.getState().text, undoable(test)]).toEqual([
    "stage.drpo { }\n",
    "Formatted the configuration",
  ]);
});

it("a fix from the editor's light bulb is a labelled step of the history", async () => {
  const test = createTestApp({ document: { text: TEXT } });
  const { model, fixes, commands } = register(test);
  const fix = { title: "Change to stage.drop", edits: [{ span: { start: 0, end: 10 }, text: "stage.drop" }] };
  const problem = {
    severity: "error",
    code: "unknown-stage",
    message: "",
    start: 0,
    end: 10,
    line: 1,
    column: 1,
  } as const;
  const current: Analysis = {
    text: TEXT,
    ok: false,
    problems: [{ ...problem, fixes: [fix] }],
    pipelines: [],
    cards: [],
    graph: null,
    target: "sluice",
  };
  test.app.stores.analysis.setState({ current });
  const at = { startLineNumber: 1, startColumn: 3, endLineNumber: 1, endColumn: 3 } as Monaco.Range;
  const offered = await fixes.provideCodeActions(model, at, { markers: [], trigger: 1 }, token);
  const [action] = offered!.actions;
  expect([offered!.actions.length, action!.title, action!.edit]).toEqual([1, "Change to stage.drop", undefined]);
  const { id, arguments: args = [] } = action!.command!;
  commands.get(id)!(undefined, ...args);
  expect([test.app.stores.document.getState().text, undoable(test)]).toEqual([
    "stage.drop { }",
    "Applied the fix “Change to stage.drop”",
  ]);
});

it("renaming from the editor is a labelled step of the history, and a refusal shows at the name", async () => {
  const test = createTestApp({ document: { text: TEXT } });
  const { model, renaming } = register(test);
  const position = { lineNumber: 1, column: 3 } as Monaco.Position;
  const edits = renaming.provideRenameEdits(model, position, "drop", token);
  const worker = test.languageWorkers[0]!;
  worker.answer("rename", { ok: true, edits: [{ span: { start: 6, end: 10 }, text: "drop" }] });
  expect(await edits).toEqual({ edits: [] });
  expect([test.app.stores.document.getState().text, undoable(test)]).toEqual([
    "stage.drop { }",
    "Renamed the component to drop",
  ]);
  const refused = renaming.provideRenameEdits(model, position, "1", token);
  worker.answer("rename", { ok: false, message: "It cannot be." });
  expect(await refused).toEqual({ edits: [], rejectReason: "It cannot be." });
});

it("ignores an answer that arrives after the editor was closed", async () => {
  const test = createTestApp({ document: { text: TEXT } });
  const { model, folding, close } = register(test);
  const folds = folding.provideFoldingRanges(model, {}, token);
  close();
  test.languageWorkers[0]!.answer("folds", [{ span: { start: 0, end: 14 }, kind: "code" }]);
  expect(await folds).toBe(undefined);
});
