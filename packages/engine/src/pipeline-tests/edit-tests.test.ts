import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editTests, findTests, newTestFile, type TestEdit } from "./edit-tests.ts";
import { readTestFile } from "./test-file.ts";

const FILE = `# Tests of the shop.
labels: { job: n }   # of all

tests:
  # The first.
  - name: one # its name
    entry:
      line: |-
        # no comment
        b
    # What is expected.
    expect:
      # nothing else
      outcome: passed

  # About the second.
  - expect: { outcome: passed }
    name: 'two'
    entry: { line: x }
seed: 1
`;

function edited(text: string, ...edits: TestEdit[]): string {
  const result = editTests(text, edits);
  return result.ok ? result.text : `refused: ${result.message}`;
}

const ADDED = { name: "three", samples: [{ line: "z" }], expect: { outcome: "passed" } };

const cases: readonly [string, string, readonly TestEdit[], string | ((text: string) => string)][] = [
  [
    "one more, after the last",
    FILE,
    [{ kind: "add", test: ADDED }],
    (text) =>
      text.replace(
        "line: x }\n",
        "line: x }\n\n  - name: three\n    entry: { line: z }\n    expect: { outcome: passed }\n",
      ),
  ],
  [
    "one less, with what is in it alone",
    FILE,
    [{ kind: "remove", index: 0 }],
    (text) => text.replace(/ {2}- name: one[\s\S]*outcome: passed\n/, ""),
  ],
  [
    "the last one less",
    FILE,
    [{ kind: "remove", index: 1 }],
    (text) => text.replace(/ {2}- expect: [\s\S]*line: x }\n/, ""),
  ],
  ["another name", FILE, [{ kind: "rename", index: 1, name: "a: b" }], (text) => text.replace("'two'", "'a: b'")],
  [
    "another expectation, with what follows kept",
    FILE,
    [{ kind: "expect", index: 0, expect: { exact: true, outcome: "passed", labels: { a: "b" } } }],
    (text) =>
      text.replace(
        "    expect:\n      # nothing else\n      outcome: passed\n",
        "    expect:\n      exact: true\n      outcome: passed\n      labels: { a: b }\n",
      ),
  ],
  [
    "an expectation before other keys",
    FILE,
    [{ kind: "expect", index: 1, expect: { outcome: "held" } }],
    (text) => text.replace("- expect: { outcome: passed }", "- expect: { outcome: held }"),
  ],
  [
    "several at once, counted before all edits",
    FILE,
    [
      { kind: "rename", index: 1, name: "b" },
      { kind: "remove", index: 0 },
    ],
    (text) => text.replace(/ {2}- name: one[\s\S]*outcome: passed\n/, "").replace("'two'", "b"),
  ],
  [
    "a first expectation",
    "tests:\n- name: a\n  entry: { line: x }\n",
    [{ kind: "expect", index: 0, expect: { outcome: "passed" } }],
    "tests:\n- name: a\n  entry: { line: x }\n  expect: { outcome: passed }\n",
  ],
  [
    "one more, without a line end",
    "tests:\n- name: a\n  entry: { line: x }",
    [{ kind: "add", test: ADDED }],
    "tests:\n- name: a\n  entry: { line: x }\n- name: three\n  entry: { line: z }\n  expect: { outcome: passed }",
  ],
  [
    "a first one of none",
    "tests: [] # none\n",
    [{ kind: "add", test: { name: "a", samples: [{ line: "x" }] } }],
    "tests:\n  - name: a\n    entry: { line: x } # none\n",
  ],
  [
    "a first one in an empty file",
    "# new\ntests:\nseed: 1\n",
    [{ kind: "add", test: { name: "a", samples: [{ line: "x" }] } }],
    "# new\ntests:\n  - name: a\n    entry: { line: x }\nseed: 1\n",
  ],
  [
    "a first one of an empty file",
    "",
    [{ kind: "add", test: { name: "a", samples: [{ line: "x" }] } }],
    "tests:\n  - name: a\n    entry: { line: x }\n",
  ],
  [
    "lines that end as they did",
    "tests:\r\n  - name: a\r\n    entry: { line: x }\r\n",
    [{ kind: "add", test: ADDED }],
    "tests:\r\n  - name: a\r\n    entry: { line: x }\r\n  - name: three\r\n    entry: { line: z }\r\n    expect: { outcome: passed }\r\n",
  ],
  [
    "no test on one line",
    "tests:\n  - { name: a, entry: { line: x } }\n",
    [{ kind: "rename", index: 0, name: "b" }],
    "refused: the test is written on one line: { … }; write its keys below each other to change it here",
  ],
  [
    "no list on one line",
    "tests: [{ name: a, entry: { line: x } }]\n",
    [{ kind: "add", test: ADDED }],
    "refused: the tests are written in a form that cannot be edited here",
  ],
  [
    "nothing that another test uses",
    "tests:\n  - name: a\n    entry: &e { line: x }\n  - name: b\n    entry: *e\n",
    [{ kind: "remove", index: 0 }],
    "refused: unknown anchor 'e' referenced",
  ],
  [
    "nothing of a file with mistakes",
    "test: 1\n",
    [{ kind: "add", test: ADDED }],
    "refused: the test file has errors; fix them first",
  ],
  ["no test that is not there", FILE, [{ kind: "remove", index: 7 }], "refused: there is no test 8"],
  ["no second of one name", FILE, [{ kind: "rename", index: 1, name: "one" }], 'refused: two tests are called "one"'],
];
it.each(cases)("changes %s", (_, text, edits, expected) =>
  expect(edited(text, ...edits)).toBe(typeof expected === "string" ? expected : expected(text)),
);

it("a new file says what all tests have", () =>
  expect(newTestFile({ clock: "2026-01-01T00:00:00Z", seed: 7, labels: { job: "shop" } })).toBe(
    "clock: 2026-01-01T00:00:00Z\nseed: 7\nlabels: { job: shop }\ntests: []\n",
  ));

it("tests are found with all their lines, and not where they have none of their own", () => {
  const found = findTests(FILE)?.map(({ start, end }) => FILE.slice(start, end).split("\n"));
  expect(found?.map((lines) => [lines[0], lines.at(-1)])).toEqual([
    ["  - name: one # its name", "      outcome: passed"],
    ["  - expect: { outcome: passed }", "    entry: { line: x }"],
  ]);
  expect(findTests("tests: [{ name: a, entry: { line: x } }]")).toBeUndefined();
});

describe("whatever is written is read as the same", () => {
  const word = fc.constantFrom(
    "a",
    "504",
    "true",
    "null",
    "~",
    "- x",
    "#",
    "a: b",
    "a #b",
    "'",
    '"',
    "\\",
    "\n",
    "\n\n",
    "  ",
    "\t",
    "\r",
    "{",
    "[",
    "*a",
    "&b",
    "!c",
    "|",
    ">",
    "%",
    "@",
    "`",
    "2026-01-01",
    ".5",
    "é",
    "😀",
    "\u0085",
    "\u2028",
    "\ufeff",
    "\u0000",
    "\u007f",
    "\udcff",
    ",",
    "=",
    "<<",
    "---",
    "...",
    "?",
    ":",
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 6 }).map((all) => all.join("")),
    fc.string({ maxLength: 20, unit: "binary" }),
  );
  const labels = fc.dictionary(
    text,
    text.filter((one) => one !== "" || true),
    { maxKeys: 4 },
  );
  const value = fc.jsonValue({ maxDepth: 2 });
  const sample = fc.record(
    {
      line: text,
      labels,
      metadata: fc.array(fc.tuple(text, text), { maxLength: 3 }),
      extracted: fc.dictionary(text, value, { maxKeys: 3 }),
    },
    { requiredKeys: ["line"] },
  );
  it("of any test", () => {
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(FILE, "", "tests: []\r\n"),
        (samples, file) => {
          const name = "new";
          const clean = samples.map(({ extracted, ...rest }) => ({
            ...rest,
            // What is JSON has no lone surrogates in keys, and no -0.
            ...(extracted === undefined ? {} : { extracted: JSON.parse(JSON.stringify(extracted).toWellFormed()) }),
          }));
          const result = editTests(file, [{ kind: "add", test: { name, samples: clean } }]);
          if (!result.ok) throw new Error(result.message);
          const read = readTestFile(result.text);
          if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
          const common = file === FILE ? { job: "n" } : {};
          const got = read.file.tests.at(-1)!.samples;
          expect(got).toEqual(
            clean.map(({ line, labels, metadata, extracted }) => ({
              line,
              ...(Object.keys({ ...common, ...labels }).length > 0 && { labels: { ...common, ...labels } }),
              ...(metadata !== undefined && metadata.length > 0 && { metadata }),
              ...(extracted !== undefined && Object.keys(extracted).length > 0 && { extracted }),
            })),
          );
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});
