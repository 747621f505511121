import { createRequire } from "node:module";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SeededRandom } from "../base/random.ts";
import { compileRegex, type Re2WasmConstructor, type Regex, setRe2Wasm } from "./index.ts";
import { findRegexStop, type RegexStop, rewritePattern } from "./stop.ts";

const compile = (pattern: string, use: "auto" | "re2-wasm" = "auto"): Regex => {
  const result = compileRegex(pattern, { use });
  if (!result.ok) throw new Error(result.message);
  return result.regex;
};
const stop = (pattern: string, text: string): RegexStop | undefined => findRegexStop(compile(pattern), text);

/** As `matched part of the pattern » what comes next | matched part of the text » the rest: what was expected`. */
function shown(pattern: string, text: string): string | undefined {
  const found = stop(pattern, text);
  if (found === undefined) return undefined;
  const { nextStart, nextEnd, from, at, expected, nowhere } = found;
  const place = nowhere ? "nowhere" : `${text.slice(from, at)}»${text.slice(at)}`;
  return `${pattern.slice(0, nextStart)}»${pattern.slice(nextStart, nextEnd)} | ${place}: ${expected}`;
}

beforeAll(() => {
  const require = createRequire(import.meta.url);
  setRe2Wasm(() => {
    const path = require.resolve("re2-wasm/build/wasm/re2.js");
    delete require.cache[path];
    return (require(path) as { WrappedRE2: Re2WasmConstructor }).WrappedRE2;
  });
});
afterAll(() => setRe2Wasm(undefined));

describe("where a pattern stops", () => {
  it.each([
    ["^(?P<remote>\\S+) - (\\S+)", "2026/01/15 08:01", "^(?P<remote>\\S+) »- | 2026/01/15 »08:01: `- `"],
    ["^\\d{4}-\\d\\d", "20x6-01", "^»\\d{4} | 20»x6-01: a digit"],
    ["^(?:\\d+\\.){3}\\d+ ", "10.0.0 x", "^(?:\\d+»\\. | 10.0.0» x: `.`"],
    ["^(?:GET|POST|PUT) /", "PUSH /x", "^(?:GET|POST|PU»T | PU»SH /x: `T`"],
    ["^(?:GET|POST) /", "HEAD /x", "^»(?:GET|POST) | »HEAD /x: `GET` or `POST`"],
    ["level=(\\w+)", "msg here", "»l | nowhere: `level=`"],
    ["(\\d+)ms", "took 12s", "(\\d+)m»s | nowhere"],
    ["^\\d+$", "123abc", "^\\d+»$ | 123»abc: the end of the text"],
    ["(?i)ERROR: (?-i)[A-Z]\\w+", "error: disk", "(?i)ERROR: (?-i)»[A-Z] | error: »disk: a capital letter"],
    ['"([^"]*)" ([^"])', '"a" "', '"([^"]*)" (»[^"] | "a" »": any character but `"`'],
    ["^\\Qa.b\\E(c)", "a.bd", "^\\Qa.b\\E(»c | a.b»d: `c`"],
    ["^a|b c", "b d", "^a|b »c | b »d: `c`"],
    ["^(?P<a>(?P<b>\\w+)@(?P<c>[a-c]+))!", "me@abd", "^(?P<a>(?P<b>\\w+)@(?P<c>[a-c]+))»! | me@ab»d: `!`"],
    ["^\\pL+\\b,", "añb;", "^\\pL+\\b», | añb»;: `,`"],
    ["🦀+x", "🦀🦀y", "🦀+»x | 🦀🦀»y: `x`"],
    ["^\\w+ (\\d+)", "a-1", "^\\w+»  | a»-1: a blank"],
    ["^a  b", "ab", "^a»  | a»b: `  b`"],
    ["^a\\t\\t(b)", "ab", "^a»\\t | a»b: 2 tabs"],
    ["^a[\\n ]b", "ab", "^a»[\\n ] | a»b: a line break or a blank"],
  ])("%s in %s", (pattern, text, expected) => {
    if (expected.endsWith("nowhere")) return expect(stop(pattern, text)!.at).toBe(7);
    expect(shown(pattern, text)).toBe(expected);
  });

  it("is absent for a text that matches", () => {
    expect(stop("a|b", "xb")).toBeUndefined();
  });

  it("is absent if it would take long", () => {
    expect(stop("^x", "y".repeat(2 ** 15 + 1))).toBeUndefined();
    expect(stop("x".repeat(2 ** 12 + 1), "y")).toBeUndefined();
    expect(stop(`${"(?:".repeat(120)}x${")".repeat(120)}`, "y")).toBeUndefined();
    expect(stop(`^(?:(?:a|aa|a.)*){3}${"a?".repeat(60)}b`, "a".repeat(2 ** 15))?.expected ?? "too long").toMatch(
      /`b`|too long/,
    );
  });
});

const PAIRS: readonly (readonly [string, string])[] = [
  [
    '^(?P<ip>[\\d.]+) - (?P<user>\\S+) \\[(?P<time>[^\\]]+)\\] "(?P<method>GET|POST) (?P<path>\\S+) HTTP/\\d\\.\\d" (?P<status>\\d{3}) (?P<size>\\d+|-)$',
    '203.0.113.7 - ann [10/Mar/2024:12:00:00 +0000] "GET /cart HTTP/1.1" 200 512',
  ],
  [
    "(?i)level=(?P<level>debug|info|warn|error)\\b.*?took=(?:(\\d+)m)?(\\d+(?:\\.\\d+)?)s",
    "at=1 LEVEL=Warn x took=2m1.5s",
  ],
  [
    "^(\\d{4})-(\\d{2})-(\\d{2})[T ](?:\\d{2}:){2}\\d{2}(?:Z|[+-]\\d{2}:\\d{2}) {1,3}\\[\\Q$x\\E\\]",
    "2024-03-10T12:00:00Z  [$x]",
  ],
  ["(?s)^begin(?P<body>.+)end(?-s:.)$", "begin\nof the\nend!"],
  ["(?m)^user: (?P<u>\\pL[\\w-]{2,8})$\\n^id: ([[:xdigit:]]{4}-?){2}$", "x\nuser: añn-1\nid: 00ff-12ab"],
  ["(?U)<(\\w+)>(.*)</(\\w+)>\\s*(?:a|ab|(?:c|d(?:e|f))+)x{0,2}z", "<b>text</b> dedfcxz"],
];
const PIECES = ["\\d", "x", " ", "[a-f]", ".", "\\b", "$", "^", "(?:k|é)", "\\S+", "z{2}", "🦀"];
const LETTERS = ["x", "1", " ", "-", "é", "🦀", "\n", "[", '"', ""];

/** Changes of one place or two, of a pattern (where a pattern comes out of it) and of a text. */
function* mutations(seed: number): Generator<readonly [string, string]> {
  const random = new SeededRandom(seed);
  const pick = (count: number) => Math.floor(random.next() * count);
  const edit = (text: string, pieces: readonly string[]) => {
    const points = [...text];
    points.splice(pick(points.length), pick(3), pieces[pick(pieces.length)]!);
    return points.join("");
  };
  for (;;) {
    const [pattern, text] = PAIRS[pick(PAIRS.length)]!;
    const kind = pick(3);
    const changed = kind === 0 ? pattern : edit(pattern, PIECES);
    yield [changed, kind === 1 ? text : edit(text, LETTERS)];
  }
}

describe("of 200 changed patterns and texts", () => {
  it("the part matches, and with the next element it does not, by our engine and by RE2", () => {
    let told = 0;
    for (const [pattern, text] of mutations(11)) {
      if (told === 200) break;
      const compiled = compileRegex(pattern);
      if (!compiled.ok || compiled.regex.test(text)) continue;
      told++;
      const found = findRegexStop(compiled.regex, text);
      const what = JSON.stringify([pattern, text, found]);
      expect(found, what).toBeDefined();
      const { prefix, next, from, at, nextStart, nextEnd, expected } = found!;
      // RE2 itself takes its time to compile.
      for (const use of told % 10 === 0 ? (["auto", "re2-wasm"] as const) : (["auto"] as const)) {
        expect(compile(prefix, use).test(text), what).toBe(true);
        expect(compile(next, use).test(text), what).toBe(false);
      }
      expect(compile(prefix).execIndices(text)!.slice(0, 2), what).toEqual([from, at]);
      expect(next.length, what).toBeGreaterThan(prefix.length);
      expect(nextStart, what).toBeLessThan(nextEnd);
      expect(expected, what).not.toBe("");
    }
    expect(told).toBe(200);
  }, 240_000);
});

describe("elements", () => {
  const atoms = [
    "a",
    "B",
    "é",
    "🦀",
    ".",
    "[^a]",
    "[[:alpha:]-]",
    "\\d",
    "\\x41",
    "\\b",
    "^",
    "$",
    "{",
    "\\Qa*\\E",
    "(?i)",
    "(?m)",
    "(?s)",
    "(?U)",
    "(?-i)",
    "\\n",
    "\\.",
  ];
  const pattern = fc.letrec<{ all: string }>((tie) => ({
    all: fc.oneof(
      { maxDepth: 3, depthSize: "medium" },
      fc.constantFrom(...atoms),
      fc
        .tuple(
          fc.constantFrom("(", "(?:", "(?P<n>", "(?i:", "(?ms:"),
          tie("all"),
          fc.constantFrom("", "*", "+?", "{2}", "{1,2}?", "??"),
        )
        .map(([open, body, quantifier]) => `${open}${body})${quantifier}`),
      fc.array(tie("all"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
      fc.array(tie("all"), { minLength: 2, maxLength: 3 }).map((parts) => parts.join("|")),
    ),
  })).all;
  const text = fc
    .array(fc.constantFrom("a", "A", "b", "é", "🦀", "\n", " ", "1", "*", ".", "{", "-"), { maxLength: 10 })
    .map((parts) => parts.join(""));

  it("together match what the pattern matches", () => {
    let compared = 0;
    fc.assert(
      fc.property(pattern, text, (written, line) => {
        const compiled = compileRegex(written);
        if (!compiled.ok) return;
        compared++;
        const bounds = (regex: Regex) => regex.allIndices(line).map(([start, end]) => [start, end]);
        expect(bounds(compile(rewritePattern(written)!))).toEqual(bounds(compiled.regex));
      }),
      { numRuns: 300, seed: 5 },
    );
    expect(compared).toBeGreaterThan(150);
  });

  it("stop where the part matches and the next does not", () => {
    let told = 0;
    fc.assert(
      fc.property(pattern, text, (written, line) => {
        const compiled = compileRegex(written);
        if (!compiled.ok || compiled.regex.test(line)) return;
        const found = findRegexStop(compiled.regex, line);
        told++;
        expect(compile(found!.prefix).test(line)).toBe(true);
        expect(compile(found!.next).test(line)).toBe(false);
      }),
      { numRuns: 300, seed: 6 },
    );
    expect(told).toBeGreaterThan(50);
  });
});
