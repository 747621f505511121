import { describe, expect, it } from "vitest";
import { type EntryInput, runStages } from "../testing/index.ts";
import { combineStatuses, stepStatus } from "./status.ts";

/** For each input its steps, as `path cause status`, in the order in which they began. */
function story(config: string, inputs: readonly (EntryInput | string)[]): string[][] {
  return runStages(config, inputs, { trace: true }).steps.map((steps, input) =>
    steps.map((step) => `${step.path} ${step.cause} ${stepStatus(step, input)}`),
  );
}

const MULTILINE = 'stage.multiline { firstline = "^S" }\n';

describe("stepStatus", () => {
  const CASES: [string, string, (EntryInput | string)[], string[][]][] = [
    [
      "changed, unchanged and dropped",
      'stage.label_drop { values = ["b"] }\nstage.drop { expression = "no" }',
      [{ line: "yes", labels: { b: "1" } }, "no"],
      [
        ["1 process changed", "2 process unchanged"],
        ["1 process unchanged", "2 process dropped"],
      ],
    ],
    [
      "split into several, which go on as themselves",
      'stage.split_json { }\nstage.drop { expression = "2" }',
      ["[1,2]"],
      [["1 process split", "2 process unchanged", "2 process dropped"]],
    ],
    [
      "held and merged; what comes behind is held though it made the block before leave",
      `${MULTILINE}stage.static_labels { values = { a = "b" } }`,
      ["S1", "more", "S2"],
      [
        ["1 process held", "1 process merged", "2 process changed"],
        ["1 process held", "1 process merged", "2 process changed"],
        ["1 process held", "1 flush released", "2 process changed"],
      ],
    ],
    [
      "merged by its own last line",
      'stage.multiline {\n firstline = "^S"\n max_lines = 2\n}',
      ["S1", "more"],
      [["1 process held", "1 process merged"], ["1 process merged"]],
    ],
    [
      "merged when time is over",
      MULTILINE,
      ["S1", "more", { line: "S2", labels: { other: "stream" }, advance: "10s" }],
      [
        ["1 process held", "1 wake merged"],
        ["1 process held", "1 wake merged"],
        ["1 process held", "1 flush released"],
      ],
    ],
    [
      "a block that was merged before is only released by a stage that held it",
      `${MULTILINE}stage.limit {\n rate = 1\n burst = 1\n}`,
      ["S1", "more", "S2", "more"],
      [
        ["1 process held", "1 process merged", "2 process unchanged"],
        ["1 process held", "1 process merged", "2 process unchanged"],
        ["1 process held", "1 flush merged", "2 process held", "2 wake released"],
        ["1 process held", "1 flush merged", "2 process held", "2 wake released"],
      ],
    ],
    [
      "nested stages: the outer one's status is that of what came out",
      'stage.match {\n selector = "{a=~\\".+\\"}"\n stage.drop { expression = "no" }\n stage.static_labels { values = { b = "c" } }\n}',
      [{ line: "yes", labels: { a: "1" } }, { line: "no", labels: { a: "1" } }, "other"],
      [
        ["1 process changed", "1.1 process unchanged", "1.2 process changed"],
        ["1 process dropped", "1.1 process dropped"],
        ["1 process unchanged"],
      ],
    ],
    [
      "nested holding",
      `stage.match {\n selector = "{a=\\"1\\"}"\n ${MULTILINE} }`,
      [
        { line: "S1", labels: { a: "1" } },
        { line: "more", labels: { a: "1" } },
      ],
      [
        ["1 process held", "1.1 process held", "1 flush merged", "1.1 flush merged"],
        ["1 process held", "1.1 process held", "1 flush merged", "1.1 flush merged"],
      ],
    ],
  ];
  it.each(CASES)("%s", (_title, config, inputs, wanted) => {
    expect(story(config, inputs)).toEqual(wanted);
  });
});

describe("a stage that cannot do its work", () => {
  const CASES: [string, string, EntryInput | string][] = [
    ["json, of another form", 'stage.json { expressions = { a = "" } }', "plain"],
    ["json, without its source", 'stage.json {\n expressions = { a = "" }\n source = "x"\n}', "{}"],
    ["json, an expression that fails", 'stage.json { expressions = { a = "abs(b)" } }', '{"b":"x"}'],
    ["regex", 'stage.regex { expression = "(?P<a>x)" }', "y"],
    ["pattern", 'stage.pattern { pattern = "[<a>]" }', "y"],
    ["logfmt, of another form", 'stage.logfmt { mapping = { a = "" } }', 'a="'],
    ["logfmt, without the field", 'stage.logfmt { mapping = { a = "" } }', "b=1"],
    ["timestamp, without its source", 'stage.timestamp {\n source = "t"\n format = "RFC3339"\n}', "x"],
    [
      "timestamp, of another form",
      'stage.timestamp {\n source = "t"\n format = "RFC3339"\n}',
      { line: "x", extracted: { t: "today" } },
    ],
    [
      "template that fails",
      'stage.template {\n source = "a"\n template = "{{ index .a 5 }}"\n}',
      { line: "x", extracted: { a: "b" } },
    ],
    ["labels", 'stage.labels { values = { a = "" } }', "x"],
    [
      "labels, of which only one is there",
      'stage.labels { values = { a = "", b = "" } }',
      { line: "x", extracted: { b: "1" } },
    ],
    ["output", 'stage.output { source = "a" }', "x"],
    ["tenant by a source", 'stage.tenant { source = "a" }', "x"],
    ["tenant by a label", 'stage.tenant { label = "a" }', "x"],
    ["replace, without its source", 'stage.replace {\n expression = "(x)"\n source = "a"\n}', "x"],
    ["luhn, without its source", 'stage.luhn { source = "a" }', "x"],
    ["pack", 'stage.pack { labels = ["a"] }', "x"],
    ["structured_metadata", 'stage.structured_metadata { values = { a = "" } }', "x"],
    ["docker", "stage.docker { }", "x"],
    ["docker, the time", "stage.docker { }", '{"log":"a","stream":"stdout","time":"now"}'],
    ["cri", "stage.cri { }", "x"],
    ["split_json", "stage.split_json { }", "x"],
    ["windowsevent", "stage.windowsevent { }", "x"],
    ["eventlogmessage", "stage.eventlogmessage { }", "x"],
    [
      "metrics without the value",
      'stage.metrics {\n metric.counter {\n name = "a"\n source = "b"\n action = "inc"\n }\n}',
      "x",
    ],
    [
      "metrics with a value that is no number",
      'stage.metrics {\n metric.gauge {\n name = "a"\n source = "b"\n action = "set"\n }\n}',
      { line: "x", extracted: { b: "many" } },
    ],
  ];
  it.each(CASES)("missed: %s", (_title, config, input) => {
    expect(story(config, [input])[0]).toEqual(["1 process missed"]);
  });

  const FINE: [string, string, EntryInput | string][] = [
    ["replace with nothing to replace", 'stage.replace { expression = "(x)" }', "y"],
    ["luhn with no number", "stage.luhn { }", "y"],
    ["decolorize without colours", "stage.decolorize { }", "y"],
    ["label_drop without the label", 'stage.label_drop { values = ["a"] }', "y"],
    ["drop that does not apply", 'stage.drop { expression = "x" }', "y"],
    ["match that does not apply", 'stage.match {\n selector = "{a=\\"1\\"}"\n stage.decolorize { }\n}', "y"],
  ];
  it.each(FINE)("unchanged: %s", (_title, config, input) => {
    expect(story(config, [input])[0]![0]).toBe("1 process unchanged");
  });

  it("is dropped where it drops what it cannot read", () => {
    expect(story('stage.json {\n expressions = { a = "" }\n drop_malformed = true\n}', ["x"])).toEqual([
      ["1 process dropped"],
    ]);
  });
});

it("the status of several calls of a stage is that which counts most, held only where it still is", () => {
  expect(combineStatuses([])).toBe("not_reached");
  expect(combineStatuses(["held", "merged"])).toBe("merged");
  expect(combineStatuses(["unchanged", "held"])).toBe("held");
  expect(combineStatuses(["dropped", "unchanged"])).toBe("dropped");
});
