/**
 * One editor bound to the page's stores: it syncs the document's text both ways, marks problems, marks the lines of
 * the selected stage, and moves the selection with the cursor. Free of React.
 */

import { spliceText } from "@sluice/engine";
import type * as Monaco from "monaco-editor/editor/editor.api";
import { setText } from "../../core/edit/edit-document.ts";
import { redo, undo } from "../../core/edit/undo.ts";
import { selectedPipeline, selectedStage } from "../../core/model/selected.ts";
import type { App } from "../../core/page/app.ts";
import { READ_ONLY } from "../../core/page/read-only.ts";
import { followCursor } from "../../core/select/follow-cursor.ts";
import { LANGUAGE_ID } from "./alloy-language.ts";
import { kindOfChange } from "./edit-reason.ts";
import { monaco } from "./monaco.ts";
import { markProblems, rangeOf, registerProviders } from "./providers.ts";
import { themeName } from "./themes.ts";

/** As in `ui/tokens.css`. */
const MONO = '"JetBrains Mono Variable", ui-monospace, monospace';

export interface CodeEditor {
  setTheme(theme: "light" | "dark"): void;
  focus(): void;
  dispose(): void;
}

export function createCodeEditor(app: App, host: HTMLElement, theme: "light" | "dark"): CodeEditor {
  const model = createModel(app);
  const editor = monaco.editor.create(host, {
    ...OPTIONS,
    model,
    theme: themeName(theme),
    readOnly: app.stores.window.getState().readOnly,
    readOnlyMessage: { value: READ_ONLY },
  });
  const parts: Parts = { app, editor, model, stageLines: editor.createDecorationsCollection(), applying: false };
  const own = [...followEditor(parts), ...registerProviders(monaco, model, app)];
  const unsubscribe = followStores(parts);
  showProblems(parts);
  showStage(parts);
  showPlace(parts);
  takeFocus(parts);
  // Measure columns again once the font has loaded.
  void document.fonts.load(`${OPTIONS.fontSize}px ${MONO}`).then(() => monaco.editor.remeasureFonts());

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

interface Parts {
  readonly app: App;
  readonly editor: Monaco.editor.IStandaloneCodeEditor;
  readonly model: Monaco.editor.ITextModel;
  /** Marks the lines of the selected stage. */
  readonly stageLines: Monaco.editor.IEditorDecorationsCollection;
  /** Set while the document's text is written into the editor: its events are not input of the user. */
  applying: boolean;
}

function createModel(app: App): Monaco.editor.ITextModel {
  // Each text has its own folder, so that its providers are asked about no other. Lists of references show the name.
  const uri = monaco.Uri.from({ scheme: "sluice", path: `/${app.platform.newId()}/configuration.alloy` });
  const model = monaco.editor.createModel(app.stores.document.getState().text, LANGUAGE_ID, uri);
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  model.updateOptions({
    tabSize: 2,
    indentSize: 2,
    insertSpaces: true,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  // The editor's own undo and redo, wherever they are called, run those of the document.
  return Object.assign(model, { undo: () => undo(app), redo: () => redo(app) });
}

/** Writes the user's edits and cursor into the stores. */
function followEditor(parts: Parts): Monaco.IDisposable[] {
  const { app, editor, model } = parts;
  const { view } = app.stores;
  return [
    model.onDidChangeContent((event) => {
      if (!parts.applying) setText(app, model.getValue(), { caret: view.getState().caret, kind: kindOfChange(event) });
    }),
    editor.onDidChangeCursorSelection(({ selection }) => {
      const start = model.getOffsetAt(selection.getStartPosition());
      view.setState({ caret: { start, end: model.getOffsetAt(selection.getEndPosition()) } });
    }),
    editor.onDidChangeCursorPosition((event) => {
      if (!parts.applying && event.source !== "sluice") followCursor(app, model.getOffsetAt(event.position));
    }),
  ];
}

/** Shows changes of the stores in the editor. */
function followStores(parts: Parts): (() => void)[] {
  const { stores } = parts.app;
  return [
    stores.document.subscribe(({ text }, before) => {
      if (text !== before.text) takeText(parts, text);
    }),
    stores.analysis.subscribe(() => {
      showProblems(parts);
      showStage(parts);
    }),
    stores.preview.subscribe(({ result }, before) => {
      if (result !== before.result) showProblems(parts);
    }),
    stores.selection.subscribe(() => showStage(parts)),
    stores.window.subscribe(({ readOnly }) => parts.editor.updateOptions({ readOnly })),
    stores.view.subscribe(({ reveal, focus }, before) => {
      if (reveal !== before.reveal) showPlace(parts);
      if (focus !== before.focus) takeFocus(parts);
    }),
  ];
}

/** The smallest edit keeps the cursor and folds elsewhere. */
function takeText(parts: Parts, text: string): void {
  const { model } = parts;
  const splice = spliceText(model.getValue(), text);
  if (splice === undefined) return;
  parts.applying = true;
  const { at, removed, inserted } = splice;
  model.applyEdits([{ range: rangeOf(model, at, at + removed.length), text: inserted }]);
  parts.applying = false;
}

function showProblems({ app, model }: Parts): void {
  const { current } = app.stores.analysis.getState();
  if (current?.text === model.getValue()) markProblems(monaco, model, app.derived.problems());
}

function showStage({ app: { stores }, model, stageLines }: Parts): void {
  const { good } = stores.analysis.getState();
  const { stagePath, pipelineId } = stores.selection.getState();
  const stage = selectedStage(selectedPipeline(good, pipelineId), stagePath);
  // Offsets of another text do not apply to this one.
  if (stage === undefined || good?.text !== model.getValue()) stageLines.clear();
  else stageLines.set([{ range: rangeOf(model, stage.start, stage.end), options: STAGE_LINES }]);
}

/** Reveals a requested place once, even if the request came before the editor was ready. */
function showPlace({ app: { stores }, editor, model }: Parts): void {
  const { reveal } = stores.view.getState();
  if (reveal === null) return;
  stores.view.setState({ reveal: null });
  const range = rangeOf(model, reveal.start, reveal.end);
  editor.revealRangeInCenterIfOutsideViewport(range, 1);
  if (reveal.to === "sight") return;
  if (reveal.to === "caret") editor.setSelection(range, "sluice");
  else {
    editor.setPosition({ lineNumber: range.startLineNumber, column: range.startColumn }, "sluice");
    editor.focus();
  }
}

function takeFocus({ app: { stores }, editor }: Parts): void {
  if (stores.view.getState().focus?.on !== "code") return;
  stores.view.setState({ focus: null });
  editor.focus();
}

const STAGE_LINES: Monaco.editor.IModelDecorationOptions = {
  isWholeLine: true,
  linesDecorationsClassName: "selected-stage-bar",
  className: "selected-stage-lines",
};

const OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  ariaLabel: "Configuration editor",
  automaticLayout: true,
  bracketPairColorization: { enabled: false },
  contextmenu: true,
  fixedOverflowWidgets: true,
  folding: true,
  fontFamily: MONO,
  fontLigatures: false,
  fontSize: 12,
  lineHeight: 19,
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
