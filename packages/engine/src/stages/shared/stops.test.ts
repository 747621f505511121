/** What a trace says of the place where a stage stopped, and that nobody looks for it before a trace is written out. */
import { describe, expect, it } from "vitest";
import { describeStop, foundAt } from "../../pipeline/stop.ts";
import { reasonToJson } from "../../preview/trace-json.ts";
import { type EntryInput, runStages } from "../../testing/index.ts";

const stopsOf = (body: string, input: EntryInput | string) =>
  runStages(body, [input], { trace: true })
    .steps[0]!.flatMap(({ reasons }) => reasons.map(reasonToJson))
    .flatMap(({ stopped }) => (stopped === undefined ? [] : [stopped]));
const value = (v: string): EntryInput => ({ line: "x", extracted: { v } });

describe("a missed outcome says where the stage stopped", () => {
  it.each<[string, string, EntryInput | string, string]>([
    [
      "regex",
      "stage.regex { expression = `^(?P<remote>\\S+) - (?P<user>\\S+)` }",
      "2026/01/15 08:01:02 [error]",
      "It stopped after `^(?P<remote>\\S+) `, at character 12 of 27: `- ` expected, `08:01:02` found",
    ],
    [
      "regex, of which nothing matches",
      "stage.regex { expression = `#(?P<id>\\d+)` }",
      "plain",
      "It stopped at its beginning: `#` is nowhere in the text",
    ],
    [
      "regex, of a value",
      'stage.regex {\n  expression = `^(?P<n>\\d+)$`\n  source = "v"\n}',
      value("12ms"),
      "It stopped after `^(?P<n>\\d+)`, at character 3 of 4: the end of the text expected, `ms` found",
    ],
    [
      "pattern",
      'stage.pattern { pattern = "level=<level> <_>" }',
      "lvl=warn",
      "It stopped after `l`, at character 2 of 8: `evel=` expected, `vl=warn` found",
    ],
    [
      "pattern, in part",
      'stage.pattern { pattern = "<ip> - <user> [<at>]" }',
      "1.2.3.4 - ann",
      "It stopped after `<ip> - <user>`: ` [` is nowhere in the rest of the text",
    ],
    [
      "timestamp",
      'stage.timestamp {\n  source = "v"\n  format = "02/Jan/2006:15:04:05 -0700"\n}',
      value("10/13/2024:12:00:00 +0000"),
      "It stopped after `02/`, at character 4 of 25: a month name (Jan) expected, `13/2024:12:00:00` found",
    ],
    [
      "timestamp, of a count",
      'stage.timestamp {\n  source = "v"\n  format = "Unix"\n}',
      value("17x"),
      "It stopped at character 3 of 3: the end of the digits expected, `x` found",
    ],
    [
      "json",
      'stage.json { expressions = { a = "" } }',
      '{"a":1,"b"',
      "It stopped at the end of the text: `:` expected",
    ],
    ["docker", "stage.docker {}", "plain", "It stopped at character 1 of 5: `{` expected, `plain` found"],
    [
      "logfmt",
      'stage.logfmt { mapping = { a = "" } }',
      "a=1 =2",
      "It stopped at character 5 of 6: a key expected, `=2` found",
    ],
  ])("%s", (_, body, input, summary) => {
    const stops = stopsOf(body, input);
    expect(stops.map((stop) => stop.summary)).toEqual([summary]);
    const [{ text, from, at, rule }] = stops as [(typeof stops)[0]];
    expect(0 <= from && from <= at && at <= text.length).toBe(true);
    if (rule !== undefined) expect(rule.next[1]).toBeLessThanOrEqual(rule.text.length);
  });

  it("counts characters, not units, and shows what was found up to a blank", () => {
    const stop = { text: "🦀🦀 x y", from: 0, at: 4, expected: "a digit", nowhere: false };
    expect(describeStop(stop)).toBe("It stopped at character 3 of 6: a digit expected, ` x` found");
    expect(foundAt({ ...stop, at: 8 })).toBe("");
  });

  it("does not say so of a text that has nothing to be replaced", () => {
    expect(stopsOf('stage.replace { expression = "(x)" }', "plain")).toEqual([]);
  });

  it("is looked for when a trace is written out, and not before", () => {
    const [step] = runStages("stage.regex { expression = `^y` }", ["x"], { trace: true }).steps[0]!;
    expect(step!.reasons[0]!.stopped).toBeTypeOf("function");
    const asked: string[] = [];
    const reason = {
      ...step!.reasons[0]!,
      stopped: () => {
        asked.push("asked");
        return undefined;
      },
    };
    expect(asked).toEqual([]);
    expect(reasonToJson(reason)).not.toHaveProperty("stopped");
    expect(asked).toEqual(["asked"]);
  });
});
