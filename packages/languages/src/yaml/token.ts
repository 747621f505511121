/** The output of the scanner, for the parser. */
import type { Mark, Source } from "./source.ts";
import { YamlError } from "./value.ts";

export type TokenKind =
  | "stream-start"
  | "stream-end"
  | "version-directive"
  | "tag-directive"
  | "document-start"
  | "document-end"
  | "block-sequence-start"
  | "block-mapping-start"
  | "block-end"
  | "flow-sequence-start"
  | "flow-sequence-end"
  | "flow-mapping-start"
  | "flow-mapping-end"
  | "flow-entry"
  | "block-entry"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

export interface Token {
  readonly kind: TokenKind;
  readonly start: Mark;
  /** A scalar's text, an anchor's name, a tag's handle, a directive's handle. */
  readonly text: string;
  /** What follows the handle of a tag; the prefix of a directive; `1.1` of a version. */
  readonly suffix: string;
  /** A scalar that is neither quoted nor a block. */
  readonly plain: boolean;
}

export const token = (kind: TokenKind, start: Mark, text = "", suffix = "", plain = false): Token => ({
  kind,
  start,
  text,
  suffix,
  plain,
});

const numbered = (line: number): string => (line > 0 ? `line ${line}: ` : "");

/** A mistake in a token. `context` is where that starts; the line of the mistake itself is named if that is the first. */
export function scanError(source: Source, context: Mark, problem: string): YamlError {
  const line = context.line || source.line;
  return new YamlError(`yaml: ${numbered(line === 0 ? 0 : line + 1)}${problem}`, source.mark.offset);
}

/** A mistake in the order of tokens, where Go names the line before. */
export function parseError(problem: string, at: Mark, context = at): YamlError {
  return new YamlError(`yaml: ${numbered(context.line || at.line)}${problem}`, at.offset);
}
