import { describe, expect, it } from "vitest";
import { parseFile } from "../syntax/index.ts";
import { hover } from "./hover.ts";

function at(marked: string): { text: string; covered: string } | undefined {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const found = hover(parseFile(text).file, offset);
  return found === undefined ? undefined : { text: found.text, covered: text.slice(found.span.start, found.span.end) };
}

describe("hover", () => {
  const found: readonly [string, string, string, RegExp][] = [
    ["a component", 'logs.pro|cess "a" { }', "logs.process", /Alloy: `loki\.process`/],
    ["a component by Alloy's name", 'loki.wri|te "a" { }', "loki.write", /\*\*logs\.write\*\*/],
    ["a stage", 'logs.process "a" {\n stage.dr|op { }\n}', "stage.drop", /Drops entries/],
    ["a stage of a bare body", "|stage.drop { }", "stage.drop", /Drops entries/],
    ["what is new in Alloy", 'stage.luhn { skip_re|gex = "a" }', "skip_regex", /In Alloy since 1\.19\.$/],
    [
      "a value that is new in Alloy",
      'loki.source.syslog "a" { listener { syslog_for|mat = "raw" } }',
      "syslog_format",
      /1\.13, only with `--stability\.level=experimental`: `"raw"`\.$/,
    ],
    ["what changed in Alloy", 'loki.relabel "a" { rule { re|gex = "a" } }', "regex", /Since Alloy 1\.11 `\.` also/],
    [
      "a block that is new in Alloy",
      'loki.source.file "a" { file_ma|tch { } }',
      "file_match",
      /In Alloy since 1\.12\.$/,
    ],
    ["an argument", 'stage.drop { sou|rce = "a" }', "source", /string, default ""/],
    [
      "a nested stage's argument",
      'stage.match {\n selector = `{}`\n stage.regex { expr|ession = "a" }\n}',
      "expression",
      /regular expression \(RE2\), required/,
    ],
    ["a block", "stage.metrics { metric.coun|ter { } }", "metric.counter", /repeatable/],
    ["an argument of a block", 'stage.metrics { metric.counter { na|me = "a" } }', "name", /required/],
    [
      "an enum with its values",
      'stage.match { act|ion = "keep" }',
      "action",
      /- `"drop"`: Matching entries are dropped/,
    ],
    [
      "a function inside a template",
      'stage.template {\n source = "a"\n template = `{{ ToUp|per .Value }}`\n}',
      "ToUpper",
      /ToUpper\(text string\) string[\s\S]*gives `"WARN"`/,
    ],
    [
      "a function after escapes",
      'stage.template {\n source = "a"\n template = "\\t{{ printf \\"é\\" (upp|er .a) }}"\n}',
      "upper",
      /upper\(text string\) string/,
    ],
  ];
  for (const [name, marked, covered, text] of found) {
    it(`explains ${name}`, () => {
      expect(at(marked)?.covered).toBe(covered);
      expect(at(marked)?.text).toMatch(text);
    });
  }

  const nothing: readonly [string, string][] = [
    ["a value", 'stage.drop { source = "a|b" }'],
    ["an unknown stage", "stage.nons|ense { }"],
    ["an unknown argument", "stage.drop { nons|ense = 1 }"],
    ["a name of every object", "stage.drop { constr|uctor = 1 }"],
    ["empty space", "|"],
  ];
  for (const [name, marked] of nothing) it(`says nothing about ${name}`, () => expect(at(marked)).toBeUndefined());
});
