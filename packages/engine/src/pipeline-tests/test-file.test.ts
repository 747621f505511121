import { describe, expect, it } from "vitest";
import { LineIndex } from "../base/span.ts";
import { MAX_FILE_ENTRIES, MAX_TESTS, readTestFile } from "./test-file.ts";

const GOOD = `# yaml-language-server: $schema=tests.schema.json
version: 1
config: nginx.alloy
pipeline: logs.process.main
clock: 2026-02-01T10:00:00Z
seed: 7
labels: { job: nginx, code: 0504 }
resources:
  /usr/share/city.mmdb: ../city.mmdb
tests:
  - name: one
    entry:
      line: 'a "b" \\x16'
      labels: { job: own }
      timestamp: 1768464000000000000
      structured_metadata: [[trace, a], [trace, b]]
      extracted: { n: 5, ok: true, text: "5", list: [1, null] }
    expect: { exact: true, outcome: passed, labels: { job: own, gone: null } }
  - name: two
    clock: 2026-02-02T10:00:00+01:00
    seed: -1
    entries:
      - line: |-
          first
            second
      - { line: !!binary aP8=, advance: 1m30s }
    advance: 5s
    hold: true
    expect:
      outcomes: [{ outcome: passed }, { outcome: held, stage: 2 }]
      entries: []
      stages: { 1: missed }
      metrics: { 'a_total{b="c"}': 1, '{"d e"}': null, f: .inf }
  - name: recorded later
    entry: { line: x }
`;

describe("a test file", () => {
  it("is read as written", () => {
    const read = readTestFile(GOOD);
    expect(read.diagnostics).toEqual([]);
    if (!read.ok) return;
    const { file } = read;
    expect({ config: file.config, pipeline: file.pipeline, seed: file.seed, labels: file.labels }).toEqual({
      config: "nginx.alloy",
      pipeline: "logs.process.main",
      seed: 7,
      labels: { job: "nginx", code: "0504" },
    });
    expect([...file.resources].map(([name, { value }]) => [name, value])).toEqual([
      ["/usr/share/city.mmdb", "../city.mmdb"],
    ]);
    const [one, two, three] = file.tests;
    expect(one).toMatchObject({
      name: "one",
      pipeline: "logs.process.main",
      seed: 7,
      several: false,
      samples: [
        {
          line: 'a "b" \\x16',
          labels: { job: "own", code: "0504" },
          timestamp: "2026-01-15T08:00:00Z",
          metadata: [
            ["trace", "a"],
            ["trace", "b"],
          ],
          extracted: { n: 5, ok: true, text: "5", list: [1, null] },
        },
      ],
    });
    expect([...one!.expect!.labels!].map(([name, { value }]) => [name, value])).toEqual([
      ["job", "own"],
      ["gone", null],
    ]);
    expect(two).toMatchObject({
      seed: -1,
      several: true,
      hold: true,
      endAdvance: 5_000_000_000n,
      start: 1770022800000000000n,
    });
    // The byte that is not UTF-8 stays apart.
    expect(two!.samples.map(({ line, advance }) => [line, advance])).toEqual([
      ["first\n  second", undefined],
      ["h\udcff", "1m30s"],
    ]);
    expect(three!.expect).toBeUndefined();
  });

  it("is empty without content", () => {
    for (const text of ["", "# only this\n", "tests: []\n"])
      expect(readTestFile(text)).toMatchObject({ ok: true, file: { tests: [] } });
  });

  const entry = "  - name: a\n    entry: { line: x }\n";
  const wrong: readonly [string, string, readonly (readonly [number, string])[]][] = [
    ["no YAML", "tests:\n  - {", [[2, "did not find"]]],
    ["a list", "- a", [[1, "a test file, a mapping, is expected here, not a list"]]],
    ["an unknown key", `test: 1\ntests:\n${entry}`, [[1, 'a test file has no key "test"; did you mean "tests"?']]],
    [
      "several unknown keys, each at its line",
      "tests:\n  - name: a\n    entry:\n      lines: x\n      line: x\n    expect:\n      label: { a: b }\n      outcom: passed\n",
      [
        [4, 'an entry has no key "lines"; did you mean "line"?'],
        [7, 'what is expected has no key "label"; did you mean "labels"?'],
        [8, 'what is expected has no key "outcom"; did you mean "outcome"?'],
      ],
    ],
    [
      "a mistyped key alone, which seems to be missing, too",
      "tests:\n  - name: a\n    entyr: { line: x }\n    expect: { outcom: dropped, stage: drop }\n",
      [
        [3, 'did you mean "entry"?'],
        [4, 'did you mean "outcome"?'],
      ],
    ],
    [
      "a key that is nothing like any",
      "tests:\n  - zzzzzz: a\n    name: a\n    entry: { line: x }\n",
      [[2, "it has name, pipeline"]],
    ],
    ["a key twice", `tests:\n${entry}    entry: { line: y }\n`, [[4, '"entry" is given twice']]],
    ["no line", "tests:\n  - name: a\n    entry: { labels: {} }\n", [[3, 'an entry needs "line"']]],
    ["no name", "tests:\n  - entry: { line: x }\n", [[2, 'a test needs "name"']]],
    ["a name twice", `tests:\n${entry}${entry}`, [[4, 'two tests are called "a"']]],
    ["neither entry nor entries", "tests:\n  - name: a\n", [[2, "a test has either an entry or entries"]]],
    ["another version", "version: 2\ntests: []\n", [[1, "version 2 of this format is not known: it is 1"]]],
    [
      "an invalid outcome",
      `tests:\n${entry}    expect: { outcome: droped }\n`,
      [[4, 'not "droped"; did you mean "dropped"?']],
    ],
    [
      "a reason without a drop",
      `tests:\n${entry}    expect: { outcome: passed, reason: x }\n`,
      [[4, "a reason is named for the outcome dropped"]],
    ],
    [
      "outcomes of another number of entries",
      `tests:\n${entry}    expect:\n      outcomes: []\n`,
      [[5, "there are 0 outcomes of 1 entries"]],
    ],
    [
      "a line beside entries",
      `tests:\n${entry}    expect:\n      line: x\n      entries: []\n`,
      [[5, "line is about the only entry that leaves"]],
    ],
    ["a time that is none", "clock: yesterday\ntests: []\n", [[1, "timestamp must be RFC 3339"]]],
    [
      "a duration below zero",
      "tests:\n  - name: a\n    entry: { line: x, advance: -1s }\n",
      [[3, '"-1s" is not a duration of zero or more']],
    ],
    [
      "an invalid series",
      `tests:\n${entry}    expect:\n      metrics: { 'a{b=c}': 1 }\n`,
      [[5, '"a{b=c}" is not a series']],
    ],
    [
      "a value that is not a number",
      `tests:\n${entry}    expect:\n      metrics: { a: many }\n`,
      [[5, '"many" is not a number']],
    ],
    [
      "labels that are a list",
      "tests:\n  - name: a\n    entry:\n      line: x\n      labels: [a]\n",
      [[5, "a mapping is expected here, not a list"]],
    ],
    ["too many tests", `tests:\n${"  - {}\n".repeat(MAX_TESTS + 1)}`, [[2, `there are ${MAX_TESTS + 1} tests here`]]],
  ];
  it.each(wrong)("reports %s, with the line", (_, text, expected) => {
    const read = readTestFile(text);
    expect(read.ok).toBe(false);
    const lines = new LineIndex(text);
    const told = read.diagnostics.map(({ message, span }) => [lines.position(span?.start ?? 0).line, message] as const);
    expect(told).toEqual(expected.map(([line, message]) => [line, expect.stringContaining(message)]));
  });

  it("is refused where aliases multiply it", () => {
    const levels = "abcdefghi".split("").map((name, i, all) => {
      const before = i === 0 ? "x" : `*${all[i - 1]}`;
      return `${name}: &${name} [${Array(10).fill(before).join(", ")}]`;
    });
    const bomb = `tests:\n  - name: a\n    entry:\n      line: x\n      extracted:\n${levels.map((level) => `        ${level}\n`).join("")}`;
    expect(readTestFile(bomb)).toMatchObject({ ok: false, diagnostics: [{ code: "tests-limit" }] });
    const long = `tests:\n  - name: a\n    entries:\n      - &e { line: "${"x".repeat(100_000)}" }\n${"      - *e\n".repeat(900)}`;
    expect(readTestFile(long)).toMatchObject({ ok: false, diagnostics: [{ code: "tests-limit" }] });
  });

  it("is refused with more entries than are sent", () => {
    const entries = `[${Array(1000).fill("{ line: x }").join(", ")}]`;
    const tests = Array.from(
      { length: MAX_FILE_ENTRIES / 1000 + 1 },
      (_, i) => `  - name: t${i}\n    entries: ${entries}\n`,
    );
    expect(readTestFile(`tests:\n${tests.join("")}`)).toMatchObject({
      ok: false,
      diagnostics: [{ code: "tests-limit" }],
    });
  });
});
