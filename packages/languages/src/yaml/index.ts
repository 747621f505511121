/**
 * YAML as Go's `yaml.v3` reads it: syntax and errors are libyaml's (source.ts, scanner.ts, parser.ts), what nodes mean
 * is Go's (scalar.ts, decode.ts). Known differences: length and nesting are bounded more tightly; of very many equal
 * keys not all are named; a byte order mark after the first is text, where Go at times passes over characters; texts in
 * UTF-16 are refused; documents on which Go panics are refused or read; the message about a collection as key does not
 * print it; next to comments a message may name another line, or another of several mistakes.
 */
import { YamlDecoder } from "./decode.ts";
import { YamlParser } from "./parser.ts";
import { Source } from "./source.ts";
import { YamlError, type YamlResult } from "./value.ts";

export type { YamlMap, YamlResult, YamlValue } from "./value.ts";

/** Characters of a text. */
const MAX_LENGTH = 1024 * 1024;
/** How deep collections may nest, aliases followed. */
const MAX_DEPTH = 250;

/** The value of the first document of `text`; null for an empty one. */
export function parseYaml(text: string): YamlResult {
  if (text.length > MAX_LENGTH) return { ok: false, message: `yaml: text is longer than ${MAX_LENGTH} characters` };
  try {
    const node = new YamlParser(new Source(text), MAX_DEPTH).parse();
    return { ok: true, value: node ? new YamlDecoder(MAX_DEPTH).decode(node) : null };
  } catch (problem) {
    if (problem instanceof YamlError) return { ok: false, message: problem.message };
    throw problem;
  }
}
