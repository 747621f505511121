/** Highlighting and typing rules of the configuration syntax. */
import type * as Monaco from "monaco-editor/editor/editor.api";

export const LANGUAGE_ID = "alloy";

const MONARCH: Monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  keywords: ["true", "false", "null"],
  tokenizer: {
    root: [
      { include: "@blank" },
      // A block's head: dotted name, perhaps a label, brace.
      [/[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*(?=\s*(?:"[^"\n]*"\s*)?\{)/, "type"],
      [/[A-Za-z_]\w*(?=\s*=(?!=))/, "attribute.name"],
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
      [/[A-Za-z_]\w*(?=\s*\()/, "predefined"],
      [/[A-Za-z_]\w*/, { cases: { "@keywords": "keyword", "@default": "variable" } }],
      [/\d+\.\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/, "number"],
      [/\d+/, "number"],
      [/"/, "string", "@string"],
      [/`/, "string.raw", "@raw"],
      [/[{}()[\]]/, "@brackets"],
      [/\|\||&&|[=!<>]=|[!=<>+\-*/%^]/, "operator"],
      [/[.,]/, "delimiter"],
    ],
    string: [
      [/[^\\"\n]+/, "string"],
      [/\\(?:[abfnrtv\\"']|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{3})/, "string.escape"],
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
  comments: { lineComment: "//", blockComment: ["/*", "*/"] },
  brackets: [
    ["{", "}"],
    ["[", "]"],
    ["(", ")"],
  ],
  autoClosingPairs: [
    { open: "{", close: "}", notIn: ["string", "comment"] },
    { open: "[", close: "]", notIn: ["string", "comment"] },
    { open: "(", close: ")", notIn: ["string", "comment"] },
    { open: '"', close: '"', notIn: ["string", "comment"] },
    { open: "`", close: "`", notIn: ["string", "comment"] },
  ],
  // Dots belong to names: `stage.drop` is one word for completion.
  wordPattern: /[A-Za-z_][\w.]*/,
  indentationRules: { increaseIndentPattern: /[{[(]\s*(?:\/\/.*)?$/, decreaseIndentPattern: /^\s*[}\])]/ },
};

export function registerLanguage(monaco: typeof Monaco): void {
  monaco.languages.register({ id: LANGUAGE_ID, extensions: [".alloy", ".river"] });
  monaco.languages.setMonarchTokensProvider(LANGUAGE_ID, MONARCH);
  monaco.languages.setLanguageConfiguration(LANGUAGE_ID, CONFIGURATION);
}
