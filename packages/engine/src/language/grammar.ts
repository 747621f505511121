/**
 * Patterns and pairs for colouring and typing the configuration syntax word by word, without knowing what words mean. The
 * page's editor and the editor extensions make their grammars from them. `semanticTokens` adds the meaning where the text is
 * understood. Patterns are regular expressions that JavaScript (flag `u`) and Oniguruma read alike.
 */
const NAME = String.raw`[\p{L}_][\p{L}\p{Nd}_]*`;

export const GRAMMAR = {
  name: NAME,
  /** A block's head: dotted name, perhaps a label, brace. */
  blockName: String.raw`${NAME}(?:\.${NAME})*(?=\s*(?:"[^"\n]*"\s*)?\{)`,
  argument: String.raw`${NAME}(?=\s*=(?!=))`,
  call: String.raw`${NAME}(?=\s*\()`,
  constants: ["true", "false", "null"],
  float: String.raw`\d+\.\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+`,
  integer: String.raw`\d+`,
  operator: String.raw`\|\||&&|[=!<>]=|[!=<>+\-*/%^]`,
  delimiter: "[.,]",
  escape: String.raw`\\(?:[abfnrtv\\"']|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{3})`,
  /** A comment with a meaning: the text before its word, the word, and its argument. */
  mark: String.raw`(//\s*)(sluice:[a-z]+)(.*)`,
} as const;

/** What is typed and folded by pairs. A raw string has no escapes; a string ends with its line. */
export const TYPING = {
  lineComment: "//",
  blockComment: ["/*", "*/"],
  brackets: [
    ["{", "}"],
    ["[", "]"],
    ["(", ")"],
  ],
  /** Closed when they are opened, outside of strings and comments. */
  closing: [
    ["{", "}"],
    ["[", "]"],
    ["(", ")"],
    ['"', '"'],
    ["`", "`"],
  ],
  /** Dots belong to names: `stage.drop` is one word for completion. */
  word: String.raw`[\p{L}_][\p{L}\p{Nd}_.]*`,
  indent: String.raw`[{[(]\s*(?:\/\/.*)?$`,
  outdent: String.raw`^\s*[}\])]`,
} as const;

export const FILE_NAMES = [".alloy", ".river"] as const;
