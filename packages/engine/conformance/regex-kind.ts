/**
 * Runs a case of kind `regex`: a pattern's refusal, or all successive matches in several inputs. Inputs that are not UTF-8
 * are matched with each invalid byte replaced; since that replaces one byte by one character, places and texts of matches
 * are given in the bytes of the input itself, as recorded.
 */
import { encodeUtf8, utf8Length } from "@sluice/languages/base";
import { compileRegex } from "@sluice/languages/re2";
import type { Bytes, RegexCase, RegexMatch, Verdict } from "./cases.ts";
import { decodeEdge, firstDifference } from "./compare.ts";
import type { ConformanceHost } from "./host.ts";

/** Whether every input is text; the others compare after replacement and count apart. */
export const isText = (vector: RegexCase): boolean =>
  vector.pattern_b64 === undefined && (vector.results ?? []).every(({ input }) => typeof input === "string");

export function runRegexCase(vector: RegexCase, host: ConformanceHost): Verdict {
  try {
    const got = execute(vector, host);
    return { got, difference: compare(vector, got) };
  } catch (error) {
    return {
      got: { threw: String(error) },
      difference: `threw ${error instanceof Error ? error.stack : String(error)}`,
    };
  }
}

/** The configuration's scanner refuses a pattern that is not UTF-8; this layer refuses a text that is not well-formed. */
function decodePattern(bytes: Uint8Array): string {
  const text = decodeEdge(bytes);
  return isSame(encodeUtf8(text), bytes) ? text : text.replaceAll("\ufffd", "\udc80");
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

type RegexResult = Pick<RegexCase, "error" | "groups" | "names" | "results">;

function execute(vector: RegexCase, host: ConformanceHost): RegexResult {
  const pattern =
    vector.pattern_b64 === undefined ? (vector.pattern ?? "") : decodePattern(host.base64.decode(vector.pattern_b64));
  const compiled = compileRegex(pattern);
  if (!compiled.ok) return { error: compiled.message };
  const { regex } = compiled;
  const results = (vector.results ?? []).map(({ input }) => {
    const source = openInput(input, host);
    return { input, matches: regex.allIndices(source.text).map((flat) => describe(flat, source)) };
  });
  return { groups: regex.groupCount, names: regex.groupNames.map((name) => name ?? ""), results };
}

function describe(flat: readonly number[], source: Input): RegexMatch {
  const groups: (Bytes | null)[] = [];
  const index: number[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    const [start, end] = [flat[i]!, flat[i + 1]!];
    groups.push(start < 0 ? null : source.slice(start, end));
    index.push(start < 0 ? -1 : source.byteAt(start), start < 0 ? -1 : source.byteAt(end));
  }
  return { index, groups };
}

/** An input as the engine sees it, and the way back to its bytes. Offsets are of UTF-16. */
interface Input {
  readonly text: string;
  byteAt(offset: number): number;
  slice(start: number, end: number): Bytes;
}

function openInput(input: Bytes, host: ConformanceHost): Input {
  if (typeof input === "string")
    return {
      text: input,
      byteAt: (offset) => utf8Length(input.slice(0, offset)),
      slice: (start, end) => input.slice(start, end),
    };
  const bytes = host.base64.decode(input.b64);
  const text = decodeEdge(bytes);
  const byteAt = (offset: number): number => {
    let at = 0;
    for (const character of text.slice(0, offset))
      at += character === "\ufffd" ? widthOfReplaced(bytes, at) : utf8Length(character);
    return at;
  };
  return {
    text,
    byteAt,
    slice: (start, end) => {
      const part = bytes.subarray(byteAt(start), byteAt(end));
      const shown = decodeEdge(part);
      return isSame(encodeUtf8(shown), part) ? shown : { b64: host.base64.encode(part) };
    },
  };
}

/** Bytes after a U+FFFD: three where the input itself has one, else the one that is invalid. */
const widthOfReplaced = (bytes: Uint8Array, at: number): number =>
  bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd ? 3 : 1;

function compare(vector: RegexCase, got: RegexResult): string | undefined {
  if (vector.error !== undefined)
    return got.error === undefined ? `want error ${JSON.stringify(vector.error)}, got none` : undefined;
  if (got.error !== undefined) return `refused: ${got.error}`;
  const { groups, names, results = [] } = vector;
  return firstDifference({ groups, names, results }, got);
}
