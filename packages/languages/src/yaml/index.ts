/**
 * YAML as Go's `yaml.v3` reads it: syntax and errors are libyaml's (source.ts, scanner.ts, parser.ts), what nodes mean
 * is Go's (scalar.ts, decode.ts). Known differences: length and nesting are bounded more tightly; of very many equal
 * keys not all are named; a byte order mark after the first is text, where Go at times passes over characters; texts in
 * UTF-16 are refused; documents on which Go panics are refused or read; the message about a collection as key does not
 * print it; next to comments a message may name another line, or another of several mistakes.
 */
import { YamlDecoder } from "./decode.ts";
import { type YamlNode, YamlParser } from "./parser.ts";
import { resolvePlainOld, resolveTagged } from "./scalar.ts";
import { Source } from "./source.ts";
import { YamlError, type YamlResult, type YamlValue } from "./value.ts";

export type { YamlNode } from "./parser.ts";
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

export type YamlTree =
  | { readonly ok: true; readonly node: YamlNode | undefined }
  /** `offset`: of what is wrong, in UTF-16 units; undefined where it is no place of its own. */
  | { readonly ok: false; readonly message: string; readonly offset: number | undefined };

/** The nodes of the first document of `text`, for readers that decode by a schema; undefined without one. */
export function parseYamlTree(text: string): YamlTree {
  if (text.length > MAX_LENGTH)
    return { ok: false, message: `yaml: text is longer than ${MAX_LENGTH} characters`, offset: undefined };
  try {
    return { ok: true, node: new YamlParser(new Source(text), MAX_DEPTH).parse() };
  } catch (problem) {
    if (problem instanceof YamlError) return { ok: false, message: problem.message, offset: problem.offset };
    throw problem;
  }
}

/**
 * The value of a scalar node as Go's `yaml.v2` resolves it (YAML 1.1: `yes` is true); a message where its tag does not fit.
 * A merge key's `<<` is a text here.
 */
export function resolveOldScalar(node: YamlNode): { readonly value: YamlValue } | { readonly message: string } {
  if (!node.tagged) return node.plain && node.tag !== "!!merge" ? resolvePlainOld(node.text) : { value: node.text };
  if (node.tag === "!!bool" || node.tag === "!!timestamp") {
    const plain = resolvePlainOld(node.text);
    if (node.tag === "!!timestamp" || plain.tag === node.tag) return plain;
  }
  try {
    return resolveTagged(node.tag, node.text);
  } catch (problem) {
    if (problem instanceof YamlError) return { message: problem.message };
    throw problem;
  }
}
