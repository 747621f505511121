/** The editor with the features that a configuration needs, and nothing from another host. Loaded lazily: it is large. */
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/caretOperations/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/codeAction/register";
import "monaco-editor/features/codicon/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/contextmenu/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/format/register";
import "monaco-editor/features/gotoError/register";
import "monaco-editor/features/gotoSymbol/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/indentation/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/referenceSearch/register";
import "monaco-editor/features/rename/register";
import "monaco-editor/features/snippet/register";
// The feature of that name brings only what works beside it.
import "monaco-editor/editor/contrib/suggest/browser/suggestController";
import "monaco-editor/features/suggest/register";
import "monaco-editor/features/toggleTabFocusMode/register";
import "monaco-editor/features/wordOperations/register";
import * as monaco from "monaco-editor/editor/editor.api";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import { StandaloneServices } from "monaco-editor/editor/standalone/browser/standaloneServices";
import { registerLanguage } from "./alloy-language.ts";
import { noUndo } from "./no-undo.ts";
import { defineThemes } from "./themes.ts";

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() };

// Before anything else asks for a service: the history is the document's.
StandaloneServices.initialize({ undoRedoService: noUndo });
defineThemes(monaco);
registerLanguage(monaco);

// What is closed while it is still filled, such as a list of references, is given up by a rejection, which the editor leaves to
// the page that it is in. It is no error.
addEventListener("unhandledrejection", (event) => {
  const { reason } = event;
  if (reason instanceof Error && reason.name === "Canceled" && reason.message === "Canceled") event.preventDefault();
});

/** The editor's API, with the configuration language known to it. Nothing here belongs to one editor. */
export { monaco };
