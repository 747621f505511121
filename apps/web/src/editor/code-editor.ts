/**
 * One editor bound to the page's stores: the document's text both ways, problems as markers, the selected stage as a
 * mark at its lines, the cursor to the selection. Free of React.
 */
import type * as Monaco from "monaco-editor/editor/editor.api";
import type { App } from "../app.ts";
import { followCursor } from "../commands/follow-cursor.ts";
import { runPreview } from "../commands/run-preview.ts";
import { setText } from "../commands/set-text.ts";
import { selectedPipeline, selectedStage } from "../state/selected.ts";
import { LANGUAGE_ID } from "./alloy-language.ts";
import { prepareMonaco } from "./monaco.ts";
import { markProblems, rangeOf } from "./providers.ts";
import { themeName } from "./themes.ts";

export const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace';

export interface CodeEditor {
  setTheme(theme: "light" | "dark"): void;
  focus(): void;
  dispose(): void;
}

export function createCodeEditor(app: App, host: HTMLElement, theme: "light" | "dark"): CodeEditor {
  const monaco = prepareMonaco(app.language);
  const { stores } = app;
  const model = monaco.editor.createModel(stores.document.getState().text, LANGUAGE_ID);
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  model.updateOptions({
    tabSize: 2,
    indentSize: 2,
    insertSpaces: true,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  const editor = monaco.editor.create(host, { ...OPTIONS, model, theme: themeName(theme) });
  const decorations = editor.createDecorationsCollection();

  let applying = false;
  const own = [
    model.onDidChangeContent(() => {
      if (!applying) setText(app, model.getValue());
    }),
    editor.onDidChangeCursorPosition((event) => {
      if (!applying && event.source !== "sluice") followCursor(app, model.getOffsetAt(event.position));
    }),
  ];
  editor.addCommand(monaco.KeyMod.Shift | monaco.KeyCode.Enter, () => runPreview(app));

  const takeText = (text: string) => {
    if (text === model.getValue()) return;
    applying = true;
    // One edit, so that the editor's own undo has it too.
    model.pushStackElement();
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
    model.pushStackElement();
    applying = false;
  };
  const showStage = () => {
    const good = stores.analysis.getState().good;
    const { stagePath, pipelineId } = stores.selection.getState();
    const stage = selectedStage(selectedPipeline(good, pipelineId), stagePath);
    if (stage === undefined) decorations.clear();
    else if (good?.text === model.getValue()) {
      decorations.set([
        {
          range: rangeOf(model, stage.start, stage.end),
          options: {
            isWholeLine: true,
            linesDecorationsClassName: "selected-stage-bar",
            className: "selected-stage-lines",
          },
        },
      ]);
    }
  };
  const unsubscribe = [
    stores.document.subscribe(({ text }) => takeText(text)),
    stores.analysis.subscribe(({ current }) => {
      if (current !== null && current.text === model.getValue()) markProblems(monaco, model, current.problems);
      showStage();
    }),
    stores.selection.subscribe(showStage),
    stores.view.subscribe(({ reveal }, before) => {
      if (reveal !== null && reveal !== before.reveal) show(editor, model, reveal);
    }),
  ];
  const { current } = stores.analysis.getState();
  if (current !== null && current.text === model.getValue()) markProblems(monaco, model, current.problems);
  showStage();

  return {
    setTheme: (next) => monaco.editor.setTheme(themeName(next)),
    focus: () => editor.focus(),
    dispose() {
      for (const stop of unsubscribe) stop();
      for (const one of own) one.dispose();
      editor.dispose();
      model.dispose();
    },
  };
}

function show(
  editor: Monaco.editor.IStandaloneCodeEditor,
  model: Monaco.editor.ITextModel,
  reveal: { start: number; end: number; focus: boolean },
): void {
  const range = rangeOf(model, reveal.start, reveal.end);
  editor.revealRangeInCenterIfOutsideViewport(range, 1);
  if (!reveal.focus) return;
  editor.setPosition({ lineNumber: range.startLineNumber, column: range.startColumn }, "sluice");
  editor.focus();
}

const OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  ariaLabel: "Configuration editor",
  automaticLayout: true,
  bracketPairColorization: { enabled: false },
  contextmenu: true,
  fixedOverflowWidgets: true,
  folding: true,
  fontFamily: MONO,
  fontLigatures: false,
  fontSize: 13,
  lineHeight: 20,
  glyphMargin: false,
  guides: { indentation: true, highlightActiveIndentation: false },
  lineDecorationsWidth: 12,
  lineNumbersMinChars: 3,
  minimap: { enabled: false },
  occurrencesHighlight: "off",
  overviewRulerBorder: false,
  overviewRulerLanes: 2,
  padding: { top: 8, bottom: 8 },
  quickSuggestions: { other: true, comments: false, strings: false },
  renderLineHighlight: "none",
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  stickyScroll: { enabled: false },
  tabSize: 2,
  unicodeHighlight: { ambiguousCharacters: false },
  wordBasedSuggestions: "off",
  wordWrap: "on",
  wrappingIndent: "indent",
};
