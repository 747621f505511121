import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { Preview } from "../preview/preview.ts";
import { TEST_HOST } from "../testing/index.ts";
import { entriesBefore } from "./entries.ts";
import { groupSpans, withOldGroupNames } from "./group-spans.ts";
import { spreadOf } from "./numbers.ts";
import { type ProbeQuestion, probe } from "./probe.ts";

const TEXT = `stage.json {
  expressions = { at = "", took = "", app = "" }
}
stage.labels {
  values = { app = "" }
}
stage.match {
  selector = \`{app="shop"}\`
  stage.drop {
    source = "took"
    value  = "9"
  }
}
`;
const LINES = [1, 2, 3, 4].map((n) =>
  JSON.stringify({ at: `2024-03-1${n} 12:00:00`, took: n * n, app: n % 2 === 0 ? "shop" : "bank", o: { list: [n] } }),
);
const ENV = { now: 0n, random: new SeededRandom(1), sha256: TEST_HOST.sha256 };

function run(lines: readonly string[] = [...LINES, "plain"]) {
  const [pipeline] = openDocument(TEXT).pipelines;
  const samples = lines.map((line) => ({ line, labels: { job: "x" } }));
  return {
    stages: pipeline!.stages,
    preview: Preview.run(pipeline!, samples, { start: 0n, seed: 1, host: TEST_HOST }),
  };
}
const { preview, stages } = run();
const at = (path: string, name: string) => entriesBefore(preview, stages, path, name);
const LINE = { source: "" };
const ask = (
  question: Partial<ProbeQuestion> & Pick<ProbeQuestion, "language" | "text">,
  path = "2",
  name = "labels",
) => probe(at(path, name), { source: LINE, chosen: 0, ...question }, ENV);

describe("entries before a stage", () => {
  it.each([
    ["a stage of the run", "2", "labels", [0, 1, 2, 3, 4], ["at", "took", "app", "job"]],
    ["one inside", "3.1", "drop", [1, 3], ["at", "took", "app", "job"]],
    ["one that is new, after another", "2", "regex", [0, 1, 2, 3, 4], ["at", "took", "app", "job"]],
    ["one that is new and first", "1", "regex", [0, 1, 2, 3, 4], ["job"]],
    ["one that is new inside", "3.1", "regex", [1, 3], ["at", "took", "app", "job"]],
    ["one after the last", "4", "regex", [0, 1, 2, 3, 4], ["at", "took", "app", "job"]],
  ])("%s", (_, path, name, samples, names) => {
    const found = at(path, name);
    expect(found.map(({ sample }) => sample)).toEqual(samples);
    expect([...found[0]!.entry.extracted.names()].sort()).toEqual([...names].sort());
  });
});

describe("a probe", () => {
  it("of an expression counts matches and marks groups, and says where it stopped", () => {
    const found = ask({ language: "re2", text: '"at":"(?P<day>[^ ]+) (?:(?P<time>[^"]+))"' });
    expect(found).toMatchObject({ matched: 4, total: 5, chosen: { sample: 0, matched: true } });
    const [whole, day] = found.chosen!.marks;
    expect(whole).toMatchObject({ group: 0 });
    expect(LINES[0]!.slice(day!.start, day!.end)).toBe("2024-03-11");
    expect(found.missed).toMatchObject([{ sample: 4, text: "plain", stopped: { at: 0 } }]);
    expect(found.groups.map(({ name, start, end }) => [name, start, end])).toEqual([
      ["day", 6, 20],
      ["time", 24, 39],
    ]);
  });

  it("of a pattern does too", () => {
    const found = ask({ language: "pattern", text: '{"at":"<day> <_>"<rest>' });
    expect(found).toMatchObject({ matched: 4, total: 5 });
    expect(found.chosen!.marks.map(({ start, end }) => LINES[0]!.slice(start, end))).toEqual([
      "2024-03-11",
      LINES[0]!.slice(LINES[0]!.indexOf('","took') + 1),
    ]);
  });

  it("of a layout reads values, guesses and translates", () => {
    const source = { source: "at" };
    expect(ask({ language: "gotime", text: "2006-01-02 15:04:05", source, location: "Europe/Berlin" })).toMatchObject({
      matched: 4,
      total: 5,
      chosen: { result: "2024-03-11T11:00:00Z" },
    });
    const wrong = ask({ language: "gotime", text: "%Y-%m-%d %H:%M:%S", source, chosen: 3 });
    expect(wrong).toMatchObject({ matched: 0, translated: "2006-01-02 15:04:05", chosen: { matched: false } });
    expect(wrong.guesses[0]).toMatchObject({ format: "2006-01-02 15:04:05", matched: 4 });
    expect(ask({ language: "gotime", text: "RFC3339", source, location: "Mars/Base" }).refusal).toBeDefined();
  });

  it("of JMESPath gives the value as JSON", () => {
    expect(ask({ language: "jmespath", text: "o.list" })).toMatchObject({ matched: 4, chosen: { result: "[1]" } });
    expect(ask({ language: "jmespath", text: "o.none" })).toMatchObject({ matched: 0, chosen: { result: "null" } });
    expect(ask({ language: "jmespath", text: "o.lsit" }).chosen!.why).toBe(
      "Null: `o` has no `lsit`; did you mean `list`?",
    );
    expect(ask({ language: "jmespath", text: "o", chosen: 4 }).chosen!.why).toMatch(/not a JSON object/);
    expect(ask({ language: "jmespath", text: "o." }).refusal).toBeDefined();
  });

  it("of a template gives its text, with the value that it sets", () => {
    const text = "{{ .Value | ToUpper }}/{{ .took }}";
    expect(ask({ language: "gotemplate", text, value: "app" })).toMatchObject({ chosen: { result: "BANK/1" } });
    expect(ask({ language: "gotemplate", text: "{{ fail `no` }}" }).chosen).toMatchObject({ matched: false });
    expect(ask({ language: "gotemplate", text: "{{ .x" }).refusal).toBeDefined();
  });

  it("of a selector says why it does not match", () => {
    const found = ask({ language: "logql", text: '{app="shop"}' }, "3", "match");
    expect(found).toMatchObject({ matched: 2, total: 5 });
    expect(found.chosen!.why).toBe('Not selected: `app` = `bank` does not satisfy `app="shop"`');
  });

  it("joins several sources", () => {
    const source = { source: "app,took", separator: ";" };
    expect(ask({ language: "re2", text: "^bank;1$", source })).toMatchObject({
      matched: 1,
      chosen: { text: "bank;1" },
    });
  });

  it("has an answer for every beginning of an expression, and for what takes too much work", () => {
    const texts: readonly (readonly [ProbeQuestion["language"], string])[] = [
      ["re2", '^(?P<a>[^"\\]]+)\\s*(?:x|[[:alpha:]])+\\Q(\\E$'],
      ["pattern", '{"at":"<day> <_>"<rest>'],
      ["gotime", "Monday, 02-Jan-06 15:04:05.000 MST"],
      ["jmespath", "o.list[?@ > `1`] | length(@)"],
      ["gotemplate", "{{ if eq .app `shop` }}{{ .took | int }}{{ else }}{{ range $i := .x }}{{ end }}{{ end }}"],
      ["logql", '{app=~"sh.*", job!=""} |~ "a(b)" != "c"'],
    ];
    for (const [language, text] of texts)
      for (let end = 0; end <= text.length; end++) expect(ask({ language, text: text.slice(0, end) }).total).toBe(5);
    const long = run(Array.from({ length: 60 }, () => "a".repeat(100_000)));
    const entries = entriesBefore(long.preview, long.stages, "1", "json");
    const found = probe(entries, { language: "re2", text: "(a*)*b", source: LINE, chosen: 0 }, ENV);
    expect(found.total).toBeLessThan(60);
    expect(found.matched).toBe(0);
  });
});

describe("groups of an expression", () => {
  it.each([
    [
      "a(b)(?:c)(?P<n>d)",
      2,
      [
        [1, 4],
        [9, 17],
      ],
    ],
    ["(a(b))", 2, [[0, 6]]],
    [
      "(?i:(a))[(](b)\\((c)",
      3,
      [
        [4, 7],
        [11, 14],
        [16, 19],
      ],
    ],
    ["\\Q(x\\E([\\])])", 1, [[6, 13]]],
    ["[[:alpha:](](a)", 1, [[12, 15]]],
  ] as const)("%s", (pattern, groupCount, spans) => {
    const found = groupSpans(pattern, { groupCount, groupNames: [] });
    expect(found.map(({ start, end }) => [start, end])).toEqual(spans);
  });
});

it.each([
  ["(?<a>b)(?P<c>d)(?:e)", "(?P<a>b)(?P<c>d)(?:e)"],
  ["\\((?<a>b)[(?<c>]\\Q(?<d>\\E", "\\((?P<a>b)[(?<c>]\\Q(?<d>\\E"],
  ["(?<=a)(?<!b)((?<c>d", "(?<=a)(?<!b)((?P<c>d"],
])("group names of %s as older engines read them", (pattern, written) => {
  expect(withOldGroupNames(pattern)).toBe(written);
});

it("spreads numbers over buckets", () => {
  expect(spreadOf(at("2", "labels"), "took", [1, 4])).toEqual({
    counts: [1, 1, 2],
    numbers: 4,
    total: 5,
    range: { min: 1, median: 4, max: 16 },
  });
  expect(spreadOf(at("2", "labels"), "app", [])).toMatchObject({ counts: [0], numbers: 0, range: undefined });
});
