/** Highlighting and typing rules of the configuration syntax. */
import { FILE_NAMES, GRAMMAR, TYPING } from "@sluice/engine";
import type * as Monaco from "monaco-editor/editor/editor.api";

export const LANGUAGE_ID = "alloy";

const pattern = (source: string): RegExp => new RegExp(source, "u");
const mutable = (pairs: readonly (readonly [string, string])[]): [string, string][] =>
  pairs.map(([open, close]) => [open, close]);

const MONARCH: Monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  unicode: true,
  keywords: [...GRAMMAR.constants],
  tokenizer: {
    root: [
      { include: "@blank" },
      [pattern(GRAMMAR.blockName), "type"],
      [pattern(GRAMMAR.argument), "attribute.name"],
      { include: "@expression" },
    ],
    blank: [
      [/\s+/, ""],
      [/\/\/.*$/, "comment"],
      [/\/\*/, "comment", "@comment"],
    ],
    comment: [
      [/[^*]+/, "comment"],
      [/\*\//, "comment", "@pop"],
      [/\*/, "comment"],
    ],
    expression: [
      [pattern(GRAMMAR.call), "predefined"],
      [pattern(GRAMMAR.name), { cases: { "@keywords": "keyword", "@default": "variable" } }],
      [pattern(GRAMMAR.float), "number"],
      [pattern(GRAMMAR.integer), "number"],
      [/"/, "string", "@string"],
      [/`/, "string.raw", "@raw"],
      [/[{}()[\]]/, "@brackets"],
      [pattern(GRAMMAR.operator), "operator"],
      [pattern(GRAMMAR.delimiter), "delimiter"],
    ],
    string: [
      [/[^\\"\n]+/, "string"],
      [pattern(GRAMMAR.escape), "string.escape"],
      [/\\./, "string.invalid"],
      [/"/, "string", "@pop"],
      // A string ends with its line.
      [/$/, "string", "@pop"],
    ],
    raw: [
      [/[^`]+/, "string.raw"],
      [/`/, "string.raw", "@pop"],
    ],
  },
};

const CONFIGURATION: Monaco.languages.LanguageConfiguration = {
  comments: { lineComment: TYPING.lineComment, blockComment: [...TYPING.blockComment] },
  brackets: mutable(TYPING.brackets),
  autoClosingPairs: TYPING.closing.map(([open, close]) => ({ open, close, notIn: ["string", "comment"] })),
  wordPattern: pattern(TYPING.word),
  indentationRules: {
    increaseIndentPattern: pattern(TYPING.indent),
    decreaseIndentPattern: pattern(TYPING.outdent),
  },
};

export function registerLanguage(monaco: typeof Monaco): void {
  monaco.languages.register({ id: LANGUAGE_ID, extensions: [...FILE_NAMES] });
  monaco.languages.setMonarchTokensProvider(LANGUAGE_ID, MONARCH);
  monaco.languages.setLanguageConfiguration(LANGUAGE_ID, CONFIGURATION);
}
