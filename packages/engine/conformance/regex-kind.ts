/** Runs a case of kind `regex`: a pattern's refusal, or all successive matches in several inputs. */
import { encodeUtf8, utf8Length } from "../src/base/text.ts";
import { compileRegex } from "../src/lang/re2/index.ts";
import type { Bytes, RegexCase, RegexMatch, Verdict } from "./cases.ts";
import { decodeEdge, firstDifference } from "./compare.ts";

const decode = (bytes: Bytes): string => (typeof bytes === "string" ? bytes : decodeEdge(Buffer.from(bytes.b64, "base64")));

/** Whether every input is text; the others compare after replacement and count apart. */
export const isText = (vector: RegexCase): boolean =>
  vector.pattern_b64 === undefined && (vector.results ?? []).every(({ input }) => typeof input === "string");

export function runRegexCase(vector: RegexCase): Verdict {
  try {
    const got = execute(vector);
    return { got, difference: compare(vector, got) };
  } catch (error) {
    return { got: { threw: String(error) }, difference: `threw ${error instanceof Error ? error.stack : String(error)}` };
  }
}

/** A pattern that is not UTF-8 never gets past the configuration's scanner; the layer itself refuses a text that is not well-formed. */
function decodePattern(bytes: Buffer): string {
  const text = decodeEdge(bytes);
  return Buffer.from(text).equals(bytes) ? text : text.replaceAll("\ufffd", "\udc80");
}

interface RegexResult {
  readonly error?: string;
  readonly groups?: number;
  readonly names?: readonly string[];
  readonly results?: readonly { readonly input: Bytes; readonly matches: readonly RegexMatch[] }[];
}

function execute(vector: RegexCase): RegexResult {
  const pattern = vector.pattern_b64 === undefined ? (vector.pattern ?? "") : decodePattern(Buffer.from(vector.pattern_b64, "base64"));
  const compiled = compileRegex(pattern);
  if (!compiled.ok) return { error: compiled.message };
  const { regex } = compiled;
  const results = (vector.results ?? []).map(({ input }) => {
    const text = decode(input);
    const matches = regex.allIndices(text).map((flat): RegexMatch => {
      const groups: (string | null)[] = [];
      const index: number[] = [];
      for (let i = 0; i < flat.length; i += 2) {
        const [start, end] = [flat[i]!, flat[i + 1]!];
        groups.push(start < 0 ? null : text.slice(start, end));
        index.push(start < 0 ? -1 : utf8Length(text.slice(0, start)), start < 0 ? -1 : utf8Length(text.slice(0, end)));
      }
      return { index, groups };
    });
    return { input, matches };
  });
  return { groups: regex.groupCount, names: regex.groupNames.map((name) => name ?? ""), results };
}

function compare(vector: RegexCase, got: RegexResult): string | undefined {
  if (vector.error !== undefined) return got.error === undefined ? `want error ${JSON.stringify(vector.error)}, got none` : undefined;
  if (got.error !== undefined) return `refused: ${got.error}`;
  const want = {
    groups: vector.groups,
    names: vector.names,
    results: (vector.results ?? []).map(({ input, matches }) => ({ input, matches: isString(input) ? matches : matches.map((match) => replaced(match, input)) })),
  };
  return firstDifference(want, { groups: got.groups, names: got.names, results: got.results });
}

const isString = (input: Bytes): input is string => typeof input === "string";

/** A match in bytes that are not text, as it stands after each invalid byte became U+FFFD. */
function replaced({ index, groups }: RegexMatch, input: Bytes): RegexMatch {
  const bytes = Buffer.from((input as { b64: string }).b64, "base64");
  const shift = (at: number) => (at < 0 ? -1 : encodeUtf8(decodeEdge(bytes.subarray(0, at))).length);
  return { index: index.map(shift), groups: groups.map((group) => (group === null ? null : decode(group))) };
}
