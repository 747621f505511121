/** The editor with the features that a configuration needs, all from this host. Loaded lazily: it is large. */
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
// The feature of that name contains only the parts that complement it.
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

// This must run before anything else asks for a service: the document owns the history.
StandaloneServices.initialize({ undoRedoService: noUndo });
defineThemes(monaco);
registerLanguage(monaco);

// Closing something that still loads, such as a list of references, rejects its promise, and the editor leaves that to
// the page. It is not an error.
addEventListener("unhandledrejection", (event) => {
  const { reason } = event;
  if (reason instanceof Error && reason.name === "Canceled" && reason.message === "Canceled") event.preventDefault();
});

/** The editor's API with the configuration language registered. Shared by all editors. */
export { monaco };
