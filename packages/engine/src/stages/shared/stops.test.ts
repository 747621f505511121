/** Where a stage stopped, in a trace; the place is determined only when a trace is written. */
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
      "Stopped matching after `^(?P<remote>\\S+) `, at character 12 of 27: expected `- `, found `08:01:02`",
    ],
    [
      "regex, with no match",
      "stage.regex { expression = `#(?P<id>\\d+)` }",
      "plain",
      "Stopped matching at the beginning: `#` is nowhere in the text",
    ],
    [
      "regex, of a value",
      'stage.regex {\n  expression = `^(?P<n>\\d+)$`\n  source = "v"\n}',
      value("12ms"),
      "Stopped matching after `^(?P<n>\\d+)`, at character 3 of 4: expected the end of the text, found `ms`",
    ],
    [
      "pattern",
      'stage.pattern { pattern = "level=<level> <_>" }',
      "lvl=warn",
      "Stopped matching after `l`, at character 2 of 8: expected `evel=`, found `vl=warn`",
    ],
    [
      "pattern, in part",
      'stage.pattern { pattern = "<ip> - <user> [<at>]" }',
      "1.2.3.4 - ann",
      "Stopped matching after `<ip> - <user>`: ` [` is nowhere in the rest of the text",
    ],
    [
      "timestamp",
      'stage.timestamp {\n  source = "v"\n  format = "02/Jan/2006:15:04:05 -0700"\n}',
      value("10/13/2024:12:00:00 +0000"),
      "Stopped matching after `02/`, at character 4 of 25: expected a month name (Jan), found `13/2024:12:00:00`",
    ],
    [
      "timestamp, of a count",
      'stage.timestamp {\n  source = "v"\n  format = "Unix"\n}',
      value("17x"),
      "Stopped matching at character 3 of 3: expected the end of the digits, found `x`",
    ],
    [
      "json",
      'stage.json { expressions = { a = "" } }',
      '{"a":1,"b"',
      "Stopped matching at the end of the text: expected `:`",
    ],
    ["docker", "stage.docker {}", "plain", "Stopped matching at character 1 of 5: expected `{`, found `plain`"],
    [
      "logfmt",
      'stage.logfmt { mapping = { a = "" } }',
      "a=1 =2",
      "Stopped matching at character 5 of 6: expected a key, found `=2`",
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
    expect(describeStop(stop)).toBe("Stopped matching at character 3 of 6: expected a digit, found ` x`");
    expect(foundAt({ ...stop, at: 8 })).toBe("");
  });

  it("reports no stop for a text without anything to replace", () => {
    expect(stopsOf('stage.replace { expression = "(x)" }', "plain")).toEqual([]);
  });

  it("is determined when a trace is written, and not before", () => {
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
