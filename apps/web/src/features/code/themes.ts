/** The editor's colours, matching the page's in `ui/tokens.css`. */
import type * as Monaco from "monaco-editor/editor/editor.api";

export const themeName = (theme: "light" | "dark"): string => `sluice-${theme}`;

export function defineThemes(monaco: typeof Monaco): void {
  monaco.editor.defineTheme(themeName("light"), { base: "vs", inherit: true, ...coloursOf(LIGHT) });
  monaco.editor.defineTheme(themeName("dark"), { base: "vs-dark", inherit: true, ...coloursOf(DARK) });
}

/** Colours by meaning, named as in the style sheet. */
interface Palette {
  readonly pane: string;
  readonly raised: string;
  readonly sunken: string;
  readonly selection: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly accent: string;
  readonly error: string;
  readonly codeKey: string;
  readonly codeString: string;
  readonly codeNumber: string;
  readonly codeWord: string;
}

const LIGHT: Palette = {
  pane: "#ffffff",
  raised: "#ffffff",
  sunken: "#f5f6f8",
  selection: "#cfe0fb",
  line: "#e5e8eb",
  lineStrong: "#ccd2d8",
  text: "#171b20",
  muted: "#565f69",
  faint: "#626b75",
  accent: "#1f5ccc",
  error: "#b3241c",
  codeKey: "#1f5ccc",
  codeString: "#1a6b35",
  codeNumber: "#8a4a00",
  codeWord: "#5b46a8",
};

const DARK: Palette = {
  pane: "#14171b",
  raised: "#1b1f25",
  sunken: "#1b1f25",
  selection: "#264a73",
  line: "#252a31",
  lineStrong: "#3a424c",
  text: "#e6e9ed",
  muted: "#a3acb7",
  faint: "#909aa6",
  accent: "#7fb0ff",
  error: "#ff8f86",
  codeKey: "#7fb0ff",
  codeString: "#78d291",
  codeNumber: "#eab268",
  codeWord: "#b9a8f5",
};

function coloursOf(palette: Palette): Pick<Monaco.editor.IStandaloneThemeData, "rules" | "colors"> {
  const { accent, error, faint, muted, pane, raised, selection, text } = palette;
  return {
    rules: [
      { ...token("comment", faint), fontStyle: "italic" },
      token("type", palette.codeKey),
      token("attribute.name", text),
      token("string", palette.codeString),
      token("string.raw", palette.codeString),
      token("string.escape", palette.codeNumber),
      token("string.invalid", error),
      token("number", palette.codeNumber),
      token("keyword", palette.codeWord),
      token("predefined", palette.codeWord),
      token("variable", text),
      token("operator", muted),
      token("delimiter", muted),
    ],
    colors: {
      "editor.background": pane,
      "editor.foreground": text,
      "editorLineNumber.foreground": faint,
      "editorLineNumber.dimmedForeground": faint,
      "editorLineNumber.activeForeground": text,
      "editor.lineHighlightBackground": "#00000000",
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": selection,
      "editorIndentGuide.background1": palette.line,
      "editorWidget.background": raised,
      "editorWidget.border": palette.lineStrong,
      "editorCursor.foreground": accent,
      "peekView.border": accent,
      "peekViewEditor.background": palette.sunken,
      "peekViewEditor.matchHighlightBackground": selection,
      "peekViewResult.background": pane,
      "peekViewResult.lineForeground": text,
      "peekViewResult.fileForeground": text,
      "peekViewResult.selectionBackground": selection,
      "peekViewResult.selectionForeground": text,
      "peekViewResult.matchHighlightBackground": selection,
      "peekViewTitle.background": pane,
      focusBorder: accent,
      "scrollbarSlider.background": `${text}26`,
      "scrollbarSlider.hoverBackground": `${text}40`,
      "scrollbarSlider.activeBackground": `${text}59`,
      "editorBracketHighlight.foreground1": muted,
      "editorBracketHighlight.foreground2": muted,
      "editorBracketHighlight.foreground3": muted,
      "editorBracketHighlight.foreground4": muted,
      "editorBracketHighlight.foreground5": muted,
      "editorBracketHighlight.foreground6": muted,
      "editorBracketHighlight.unexpectedBracket.foreground": error,
    },
  };
}

/** Colours of tokens are written without the sign. */
const token = (name: string, colour: string): Monaco.editor.ITokenThemeRule => ({
  token: name,
  foreground: colour.slice(1),
});
