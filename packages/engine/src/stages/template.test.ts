import { describe, expect, it } from "vitest";
import { diagnose, type EntryInput, runStages, stageNotes, valued } from "../testing/index.ts";

const config = (template: string, source = "k") =>
  `stage.template {\n  source = "${source}"\n  template = ${JSON.stringify(template)}\n}`;
const run = (template: string, input: EntryInput) => runStages(config(template), [input], { trace: true });

describe("stage.template", () => {
  it.each<[string, string, EntryInput, EntryInput["extracted"]]>([
    ["the current value", "{{ ToUpper .Value }}", { extracted: { k: "a" } }, { k: "A" }],
    [
      "other values, as text",
      "{{ .n }}/{{ .b }}",
      { extracted: { n: 1.5, b: true } },
      { b: true, k: "1.5/true", n: 1.5 },
    ],
    [
      "the line",
      "[{{ .Entry }}]",
      { line: "the line", extracted: { Entry: "hidden" } },
      { Entry: "hidden", k: "[the line]" },
    ],
    ["labels", "{{ .app }}", { labels: { app: "shop" } }, { app: "shop", k: "shop" }],
    ["no value where there is none", "{{ .nope }}", {}, { k: "<no value>" }],
    [
      "no value for what has no text",
      "{{ .l }}{{ .Value }}",
      { extracted: { k: null, l: [1] } },
      { k: "<no value><no value>", l: [1] },
    ],
    ["an empty result, which deletes", "{{ if false }}x{{ end }}", { extracted: { k: "a", z: 1 } }, { z: 1 }],
    ["an empty template, which deletes", "", { extracted: { k: "a" } }, {}],
    ["a failure, which changes nothing", "{{ index .Value 99 }}", { extracted: { k: "a" } }, { k: "a" }],
  ])("gives %s", (_name, template, input, extracted) => {
    const { out, faults } = run(template, input);
    expect(out[0]?.extracted).toEqual(extracted);
    expect(faults).toEqual([]);
  });

  it("reads each entry by itself", () => {
    const { out } = runStages(config("{{ .Value }}!"), [{ extracted: { k: "1" } }, {}, { extracted: { k: "3" } }]);
    expect(out.map(({ extracted }) => extracted.k)).toEqual(["1!", "<no value>!", "3!"]);
  });

  it("says why a value stays or goes", () => {
    expect(run("{{ index .Value 99 }}", { extracted: { k: "a" } }).steps[0]?.[0]?.reasons[0]).toMatchObject({
      code: "template-failed",
      text: expect.stringContaining("pipeline_template:1:"),
    });
    expect(run("", { extracted: { k: "a" } }).steps[0]?.[0]?.reasons[0]?.code).toBe("empty-result");
  });

  it("reports a limit as a limit, and lets the entry continue", () => {
    const bomb = `{{ define "t" }}{{ template "t" . }}{{ end }}{{ template "t" . }}`;
    const { out, faults } = run(bomb, { extracted: { k: "a" } });
    expect(out[0]?.extracted).toEqual({ k: "a" });
    expect(faults.every(({ limit }) => limit)).toBe(true);
  });

  it.each([
    ["an empty source", config("x", ""), "error empty-source: template source value is required"],
    [
      "an unknown function",
      config("{{ nofunc }}"),
      'error invalid-gotemplate: template: pipeline_template:1: function "nofunc" not defined',
    ],
    [
      "an unknown variable",
      config("{{ $x }}"),
      "error invalid-gotemplate: template: pipeline_template:1: undefined variable",
    ],
  ])("refuses %s", (_name, text, start) => {
    expect(diagnose(text)[0]).toContain(start);
  });
});

describe("notes of stage.template", () => {
  for (const { name, run } of stageNotes("template", [
    ["a template that fails", 'source = "v"\ntemplate = "{{ index .v 9 }}"', valued("a"), "template-failed", "missed"],
    ["an empty result", 'source = "w"\ntemplate = ""', valued("a"), "empty-result", "not missed"],
  ]))
    it(name, run);
});
