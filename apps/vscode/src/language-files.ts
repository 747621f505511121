/** What VS Code reads of a language from files: the TextMate grammar and the configuration, of the engine's rules. */
import { GRAMMAR, TYPING } from "@sluice/engine";

interface Rule {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly beginCaptures?: Readonly<Record<string, Rule>>;
  readonly endCaptures?: Readonly<Record<string, Rule>>;
  readonly captures?: Readonly<Record<string, Rule>>;
  readonly patterns?: readonly Rule[];
  readonly include?: string;
}

const scope = (name: string): string => `${name}.alloy`;
const word = (name: string, match: string): Rule => ({ name: scope(name), match });
const include = (name: string): Rule => ({ include: `#${name}` });
/** From one mark to the other, which are punctuation. */
const between = (name: string, begin: string, end: string, more: Partial<Rule> = {}): Rule => ({
  name: scope(name),
  begin,
  end,
  beginCaptures: { 0: { name: scope("punctuation.definition.begin") } },
  endCaptures: { 0: { name: scope("punctuation.definition.end") } },
  ...more,
});

export const textMateGrammar = (): object => ({
  $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
  name: "Alloy",
  scopeName: "source.alloy",
  patterns: [include("comments"), include("heads"), include("expressions")],
  repository: {
    comments: {
      patterns: [
        {
          name: scope("comment.line.double-slash"),
          match: GRAMMAR.mark,
          captures: { 2: { name: scope("keyword.other.mark") } },
        },
        word("comment.line.double-slash", "//.*"),
        between("comment.block", "/\\*", "\\*/"),
      ],
    },
    heads: {
      patterns: [word("entity.name.type", GRAMMAR.blockName), word("entity.other.attribute-name", GRAMMAR.argument)],
    },
    expressions: {
      patterns: [
        word("support.function", GRAMMAR.call),
        word("constant.language", `\\b(?:${GRAMMAR.constants.join("|")})\\b`),
        word("variable.other", GRAMMAR.name),
        word("constant.numeric", GRAMMAR.float),
        word("constant.numeric", GRAMMAR.integer),
        // A string ends with its line.
        between("string.quoted.double", '"', '"|$', {
          patterns: [word("constant.character.escape", GRAMMAR.escape), word("invalid.illegal.escape", "\\\\.")],
        }),
        between("string.quoted.raw", "`", "`"),
        word("keyword.operator", GRAMMAR.operator),
        word("punctuation.separator", GRAMMAR.delimiter),
        word("punctuation.section.brackets", "[{}()\\[\\]]"),
      ],
    },
  } satisfies Readonly<Record<string, Rule>>,
});

export const languageConfiguration = (): object => ({
  comments: { lineComment: TYPING.lineComment, blockComment: TYPING.blockComment },
  brackets: TYPING.brackets,
  autoClosingPairs: TYPING.closing.map(([open, close]) => ({ open, close, notIn: ["string", "comment"] })),
  surroundingPairs: TYPING.closing,
  wordPattern: { pattern: TYPING.word, flags: "u" },
  indentationRules: { increaseIndentPattern: TYPING.indent, decreaseIndentPattern: TYPING.outdent },
});
