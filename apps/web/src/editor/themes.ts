/** The editor's colours, of one mind with the page's in `styles/tokens.css`. */
import type * as Monaco from "monaco-editor/editor/editor.api";

export const themeName = (theme: "light" | "dark"): string => `sluice-${theme}`;

export function defineThemes(monaco: typeof Monaco): void {
  monaco.editor.defineTheme("sluice-light", {
    base: "vs",
    inherit: true,
    rules: [
      { token: "comment", foreground: "5f6b78", fontStyle: "italic" },
      { token: "type", foreground: "0b5cad" },
      { token: "attribute.name", foreground: "24292f" },
      { token: "string", foreground: "17692f" },
      { token: "string.raw", foreground: "17692f" },
      { token: "string.escape", foreground: "7a4a00" },
      { token: "string.invalid", foreground: "b3261e" },
      { token: "number", foreground: "7a4a00" },
      { token: "keyword", foreground: "6a3bb5" },
      { token: "predefined", foreground: "6a3bb5" },
      { token: "variable", foreground: "24292f" },
      { token: "operator", foreground: "57606a" },
      { token: "delimiter", foreground: "57606a" },
    ],
    colors: {
      "editor.background": "#ffffff",
      "editor.foreground": "#1c2128",
      "editorLineNumber.foreground": "#6e7781",
      "editorLineNumber.activeForeground": "#1c2128",
      "editor.lineHighlightBackground": "#00000000",
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": "#bcdcff",
      "editorIndentGuide.background1": "#e6eaee",
      "editorWidget.background": "#ffffff",
      "editorWidget.border": "#d3dae1",
      "editorCursor.foreground": "#0b5cad",
      "focusBorder": "#0b5cad",
    },
  });
  monaco.editor.defineTheme("sluice-dark", {
    base: "vs-dark",
    inherit: true,
    rules: [
      { token: "comment", foreground: "8f9baa", fontStyle: "italic" },
      { token: "type", foreground: "74b4ff" },
      { token: "attribute.name", foreground: "dfe5ec" },
      { token: "string", foreground: "7bd88f" },
      { token: "string.raw", foreground: "7bd88f" },
      { token: "string.escape", foreground: "f0b84a" },
      { token: "string.invalid", foreground: "ff938a" },
      { token: "number", foreground: "f0b84a" },
      { token: "keyword", foreground: "c8aaff" },
      { token: "predefined", foreground: "c8aaff" },
      { token: "variable", foreground: "dfe5ec" },
      { token: "operator", foreground: "a0acb9" },
      { token: "delimiter", foreground: "a0acb9" },
    ],
    colors: {
      "editor.background": "#161b21",
      "editor.foreground": "#e4e9ef",
      "editorLineNumber.foreground": "#7f8b99",
      "editorLineNumber.activeForeground": "#e4e9ef",
      "editor.lineHighlightBackground": "#00000000",
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": "#264a73",
      "editorIndentGuide.background1": "#252c34",
      "editorWidget.background": "#1b2128",
      "editorWidget.border": "#303a45",
      "editorCursor.foreground": "#74b4ff",
      "focusBorder": "#74b4ff",
    },
  });
}
