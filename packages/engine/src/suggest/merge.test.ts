import { describe, expect, it } from "vitest";
import { findPipeline, openDocument } from "../document/open-document.ts";
import type { ValuePlace } from "../preview/entries-at.ts";
import { Preview } from "../preview/preview.ts";
import { TEST_HOST } from "../testing/index.ts";
import { END, field, LINES, select, squeezed, suggest, suggesterFor } from "../testing/try-suggest.ts";
import type { SelectedValue, Suggestion } from "./actions.ts";
import { finish } from "./steps.ts";

const inPipeline = (body: string) =>
  `logs.process "main" {\n  forward_to = []\n\n${body.replaceAll(/^(?=.)/gm, "  ")}}\n`;
const ip: SelectedValue = { kind: "line", selection: select(LINES[0]!, "10.0.0.0"), name: "ip" };
const level = field("level", "info");
const JSON_STAGE = 'stage.json {\n  expressions = { level = "", at = "" }\n}\n\n';
const LABELS = 'stage.labels {\n  values = { app = "" }\n}\n\n';

/** What leaves the pipeline: lines, labels, times. */
function outputs(text: string): unknown[] {
  const document = openDocument(text, { purpose: "preview" });
  const samples = LINES.map((line) => ({ line, labels: { job: "x", app: "shop" } }));
  const preview = Preview.run(findPipeline(document, "logs.process.main")!, samples, {
    start: 0n,
    seed: 1,
    host: TEST_HOST,
  });
  return preview.outputs.map(({ entry }) => [entry.line, entry.labels.toRecord(), entry.timestamp]);
}

const stagesIn = (text: string) => [...text.matchAll(/stage\.(\w+)/g)].map(([, name]) => name);
const merged = (found: Suggestion) => found.merged.map(({ path, name }) => `${path} ${name}`);
const labelled = (body: string, place: ValuePlace = END, selected: SelectedValue = ip) =>
  suggest(selected, "label", { text: inPipeline(body), place })!;

describe("a value goes into the parser that is there, and a label to the others", () => {
  it("below it", () => {
    const found = labelled(`${JSON_STAGE}${LABELS}`, { side: "after", path: "1" });
    expect(squeezed(found.after)).toContain('expressions = { level = "", at = "", ip = "" }');
    expect(squeezed(found.after)).toContain('values = { app = "", ip = "" }');
    expect([merged(found), found.stageCount, found.path]).toEqual([["1 json", "2 labels"], 0, "2"]);
    expect(outputs(found.text).length).toBe(4);
    expect(
      JSON.stringify(outputs(found.text), (_, value) =>
        String(value) === value ? value : typeof value === "bigint" ? `${value}` : value,
      ),
    ).toContain('"ip":"10.0.0.0"');
  });

  it("above the place", () => {
    const found = labelled(`${JSON_STAGE}${LABELS}stage.drop {\n  expression = "zebra"\n}\n`);
    expect([merged(found), stagesIn(found.text)]).toEqual([
      ["1 json", "2 labels"],
      ["json", "labels", "drop"],
    ]);
  });

  it("and shows these stages as they will be", () => {
    const { stages } = labelled(`${JSON_STAGE}${LABELS}`);
    expect(squeezed(stages)).toBe(
      'stage.json { expressions = { level = "", at = "", ip = "" } } stage.labels { values = { app = "", ip = "" } } ',
    );
  });

  it("behind a new stage that extracts the value, and is the one that is selected", () => {
    const lines = ["GET /a 200", "GET /b 404"];
    const text = inPipeline(`stage.decolorize { }\n\n${LABELS}`);
    const selected: SelectedValue = { kind: "line", selection: select(lines[0]!, "200"), name: "status" };
    const found = suggest(selected, "label", { text, lines, place: { side: "after", path: "1" } })!;
    expect([merged(found), found.stageCount, found.path]).toEqual([["3 labels"], 1, "3"]);
  });

  it("of a value that is extracted already, behind the stage that extracts it", () => {
    const before = labelled(`${LABELS}${JSON_STAGE}`, END, level);
    expect([merged(before), stagesIn(before.text)]).toEqual([[], ["labels", "json", "labels"]]);
    const after = labelled(`${JSON_STAGE}${LABELS}`, END, level);
    expect([merged(after), stagesIn(after.text)]).toEqual([["2 labels"], ["json", "labels"]]);
  });

  it("with a new parser where the line is another by then", () => {
    const body = `${JSON_STAGE}stage.replace {\n  expression = "(u\\\\d)"\n  replace = "x"\n}\n`;
    expect(stagesIn(labelled(body).text)).toEqual(["json", "replace", "json", "labels"]);
  });

  it("and not into a parser of another text, nor under a name that is set there", () => {
    const body = 'stage.json {\n  expressions = { level = "" }\n  source = "at"\n}\n';
    expect(stagesIn(labelled(body).text)).toEqual(["json", "json", "labels"]);
    const named = { ...ip, name: "level" };
    expect(merged(labelled(JSON_STAGE, END, named))).toEqual([]);
  });

  it("and not past a stage that takes the label away, or has branches", () => {
    const dropped = `${JSON_STAGE}${LABELS}stage.label_keep {\n  values = ["app"]\n}\n`;
    expect(merged(labelled(dropped))).toEqual(["1 json"]);
    const branched = `${JSON_STAGE}stage.match {\n  selector = "{job=\\"x\\"}"\n\n  stage.output {\n    source = "at"\n  }\n}\n`;
    expect(merged(labelled(branched))).toEqual([]);
  });

  it("inside a branch among the stages of that branch", () => {
    const body = `stage.match {\n  selector = "{job=\\"x\\"}"\n\n${JSON_STAGE.replaceAll(/^(?=.)/gm, "  ")}}\n\n${LABELS}`;
    const found = labelled(body, { side: "after", path: "1.1" });
    expect([merged(found), found.path]).toEqual([["1.1 json"], "1.2"]);
  });
});

describe("a regular expression", () => {
  const lines = ["10.0.0.1 GET /a 200", "10.0.0.2 POST /b 404", "10.0.0.3 GET /c 200"];
  const text = (expression: string) => inPipeline(`stage.regex {\n  expression = ${JSON.stringify(expression)}\n}\n`);
  const status: SelectedValue = { kind: "line", selection: select(lines[0]!, "200"), name: "status" };

  const byRegex = (expression: string) => {
    const ways = finish(suggesterFor(status, { text: text(expression), lines }).waysInSteps()).extractions;
    const extraction = ways.find(({ kind }) => kind === "regex");
    return suggest(status, "label", { text: text(expression), lines, choice: { extraction } })!;
  };

  it("gets one more group where it finds the same as two", () => {
    const found = byRegex("^(?P<ip>\\S+) (?P<method>\\S+)");
    expect([merged(found), stagesIn(found.text)]).toEqual([["1 regex"], ["regex", "labels"]]);
    expect(found.text).toMatch(/\(\?P<ip>\\S\+\) \(\?P<method>\\S\+\) .*\(\?P<status>/);
  });

  it("stays as it is where lines have only one of the values", () => {
    const found = byRegex("^(?P<ip>\\S+) (?P<method>GET)");
    expect(stagesIn(found.text)).toEqual(["regex", "regex", "labels"]);
  });
});

it("metadata, metrics and logfmt go together, too", () => {
  const lines = ["level=info user=ann took=5", "level=warn user=bob took=7"];
  const text = inPipeline(
    'stage.logfmt {\n  mapping = { level = "" }\n}\n\nstage.structured_metadata {\n  values = { level = "" }\n}\n\nstage.metrics {\n  metric.counter {\n    name      = "all"\n    match_all = true\n    action    = "inc"\n  }\n}\n',
  );
  const selected: SelectedValue = { kind: "line", selection: select(lines[0]!, "ann"), name: "user" };
  const metadata = suggest(selected, "structured_metadata", { text, lines })!;
  expect(merged(metadata)).toEqual(["1 logfmt", "2 structured_metadata"]);
  const count = suggest(selected, "count", { text, lines })!;
  expect(merged(count)).toEqual(["1 logfmt", "3 metrics"]);
  expect(squeezed(count.text)).toContain('name = "user_total"');
});

describe("a time", () => {
  const AT = field("at", "2024-03-10T12:00:00Z");
  const old = (source: string) =>
    `stage.timestamp {\n  source   = "${source}"\n  format   = "RFC822"\n  location = "UTC"\n}\n\n`;
  const timed = (body: string, place: ValuePlace) => suggest(AT, "timestamp", { text: inPipeline(body), place })!;

  it("takes the place of the one that reads fewer entries, with all of its arguments", () => {
    for (const place of [END, { side: "after", path: "1" }] as const) {
      const found = timed(`${JSON_STAGE}${old("time")}`, place);
      expect([merged(found), found.stageCount, stagesIn(found.text)]).toEqual([
        ["2 timestamp"],
        0,
        ["json", "timestamp"],
      ]);
      expect(squeezed(found.text)).toContain('stage.timestamp { source = "at" format = "RFC3339" }');
    }
  });

  it("goes after one that stands before its value is extracted", () => {
    expect(stagesIn(timed(`${old("time")}${JSON_STAGE}`, END).text)).toEqual(["timestamp", "json", "timestamp"]);
  });

  it("goes after one that reads more, which would overwrite it", () => {
    const lines = LINES.map((line, i) =>
      JSON.stringify({
        ...JSON.parse(line),
        other: "2020-01-01T00:00:00Z",
        at: i === 0 ? "2024-03-10T12:00:00Z" : "none",
      }),
    );
    const body = `stage.json {\n  expressions = { at = "", other = "" }\n}\n\nstage.timestamp {\n  source = "other"\n  format = "RFC3339"\n}\n\n${LABELS}`;
    const found = suggest(field("at", "2024-03-10T12:00:00Z", lines[0]!), "timestamp", {
      text: inPipeline(body),
      place: { side: "after", path: "1" },
      lines,
      choice: { format: "RFC3339" },
    })!;
    expect([merged(found), found.path, stagesIn(found.text)]).toEqual([
      [],
      "3",
      ["json", "timestamp", "timestamp", "labels"],
    ]);
  });
});
