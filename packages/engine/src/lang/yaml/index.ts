/**
 * YAML as Go's `yaml.v3` reads it. The syntax is the library `yaml`'s work, what its nodes mean is Go's (scalar.ts,
 * reader.ts). Length and nesting are bounded before the library's recursive half sees a document. Messages about the
 * syntax are the library's, which also takes a few things that Go refuses: unknown directives, `: 1` without a key.
 */
import { Composer, type CST, type Document, LineCounter, type ParsedNode, Parser } from "yaml";
import { YamlReader } from "./reader.ts";
import { atLine, YamlError, type YamlResult } from "./value.ts";

export type { YamlMap, YamlResult, YamlValue } from "./value.ts";

/** Characters of a text. */
const MAX_LENGTH = 1024 * 1024;
/** How deep collections may nest. */
const MAX_DEPTH = 250;

/** All but what Go's reader takes for text. */
const CONTROL = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const failure = (message: string): YamlResult => ({ ok: false, message: `yaml: ${message}` });

/** The value of the first document of `text`; null for an empty one. */
export function parseYaml(text: string): YamlResult {
  if (text.length > MAX_LENGTH) return failure(`text is longer than ${MAX_LENGTH} characters`);
  if (CONTROL.test(text)) return failure("control characters are not allowed");
  const lines = new LineCounter();
  const tokens: CST.Token[] = [];
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    // The second document and what follows are not looked at, as in Go.
    if (token.type === "document" && tokens.some(({ type }) => type === "document")) break;
    if (nestsTooDeeply(token)) return failure("exceeded max depth");
    tokens.push(token);
  }
  // Plain scalars stay texts under this schema; the reader gives them their types.
  const composer = new Composer({ schema: "failsafe", resolveKnownTags: false, merge: false, uniqueKeys: false });
  for (const document of composer.compose(tokens, true, text.length)) {
    return readDocument(document as Document.Parsed<ParsedNode>, lines);
  }
  return { ok: true, value: null };
}

function readDocument(document: Document.Parsed<ParsedNode>, lines: LineCounter): YamlResult {
  const [error] = document.errors;
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    return failure(`${atLine(line)}${error.message}`);
  }
  try {
    return { ok: true, value: new YamlReader(lines).read(document.contents) };
  } catch (problem) {
    if (problem instanceof YamlError) return { ok: false, message: problem.message };
    throw problem;
  }
}

/** Whether collections within a token nest beyond the limit. */
function nestsTooDeeply(token: CST.Token): boolean {
  let level: CST.Token[] = [token];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const next: CST.Token[] = [];
    for (const parent of level) {
      if (parent.type === "document" && parent.value) next.push(parent.value);
      else if ("items" in parent) {
        for (const { key, value } of parent.items) {
          if (key) next.push(key);
          if (value) next.push(value);
        }
      }
    }
    level = next;
  }
  return false;
}
