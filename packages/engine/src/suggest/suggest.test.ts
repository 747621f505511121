import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import type { ValuePlace } from "../preview/entries-at.ts";
import { Preview } from "../preview/preview.ts";
import { TEST_HOST } from "../testing/index.ts";
import { DOCUMENT, END, field, LINES, select, squeezed, suggest, suggesterFor } from "../testing/try-suggest.ts";
import { type SelectedValue, Suggester } from "./actions.ts";
import { suggestExtractions } from "./extract.ts";
import { regexCandidates } from "./regex-candidates.ts";
import type { ValueAction } from "./stages-for.ts";
import { finish } from "./steps.ts";
import { redactionsOf } from "./ways-for.ts";

describe("extraction of a selected text", () => {
  it("has an expression that finds exactly what is selected, for any line and selection", () => {
    const pieces = fc.constantFrom(
      "level=",
      "10.0.0.1",
      " ",
      "[",
      "]",
      '"',
      "GET",
      "x",
      "é",
      "🦀",
      "-",
      "`",
      "\\",
      "(",
      "1.5",
      "\n",
      '{"a":',
      "}",
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 14 }), fc.nat(), fc.nat(), (parts, a, b) => {
        const line = parts.join("");
        const offsets = [0];
        for (const point of line) offsets.push(offsets.at(-1)! + point.length);
        const [start, end] = [offsets[a % offsets.length]!, offsets[b % offsets.length]!].sort((x, y) => x - y) as [
          number,
          number,
        ];
        if (start === end) return;
        const found = regexCandidates(line, start, end, "v");
        expect(found.length).toBeGreaterThan(0);
        for (const { regex } of found) expect(regex.execIndices(line)!.slice(2)).toEqual([start, end]);
        for (const one of suggestExtractions([line], { line, start, end }, "v")) {
          expect(one).toMatchObject({ matched: 1, total: 1, examples: [line.slice(start, end)] });
          expect(openDocument(one.stage).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        }
      }),
      { numRuns: 80, seed: 8 },
    );
  });

  const ACCESS = [...Array(1000).keys()].map((i) =>
    i % 100 === 7
      ? `started ${i}`
      : `10.0.0.${i % 250} - ann [10/Mar/2024:12:00:00 +0000] "GET /p/${i} HTTP/1.1" ${i % 9 === 0 ? 404 : 200} ${i}`,
  );

  it("uses the end of the lines if their beginnings differ", () => {
    const lines = [
      "INFO Starting up (shop.Main)",
      "WARN [pool 3] 2 of 10 connections (idle: 4) left (shop.db.Pool)",
      "INFO [http 1] done in 12 ms (shop.Orders)",
    ];
    const [best] = suggestExtractions(lines, select(lines[1]!, "shop.db.Pool"), "logger");
    expect(best).toMatchObject({ text: String.raw`\((?P<logger>[\w.-]+)\)$`, matched: 3, total: 3 });
    expect(best!.examples).toEqual(["shop.Main", "shop.db.Pool", "shop.Orders"]);
  });

  it("is checked against all lines", () => {
    const [best] = suggestExtractions(ACCESS, select(ACCESS[0]!, "404"), "status");
    expect(best).toMatchObject({ matched: 990, total: 1000 });
    expect(best!.examples).toEqual(["404", "200"]);
  });

  it.each([
    ['{"a":{"b c":[1,"x\\"y"]},"level":"info"}', "info", "json", "level"],
    ['{"a":{"b c":[17,"x"]},"level":"info"}', "17", "json", 'a."b c"[0]'],
    ['level=info msg="it is slow" took=5', "it is slow", "logfmt", "msg"],
    ["[main] 203.0.113.7 - ok", "203.0.113.7", "pattern", "[<_>] <v> - <_>"],
  ])("in %s, of %s, is by %s", (line, text, kind, written) => {
    expect(suggestExtractions([line], select(line, text), "v")[0]).toMatchObject({
      kind,
      text: written,
      examples: [text],
    });
  });

  it("does not take a part of a field for the field", () => {
    const line = '{"path":"/cart/17"}';
    expect(suggestExtractions([line], select(line, "17"), "id").map(({ kind }) => kind)).not.toContain("json");
  });
});

it("searches for ways to extract in steps, and continues after a caller gave up", () => {
  const lines = [...Array(2000).keys()].map((i) => `GET /cart/${i} done`);
  const text = "stage.decolorize { }\n";
  const suggester = () => suggesterFor({ kind: "line", selection: select(lines[7]!, "7") }, { text, lines });
  const stepsOf = (steps: Generator<undefined>) => {
    let count = 0;
    while (!steps.next().done) count++;
    return count;
  };
  const steps = stepsOf(suggester().waysInSteps());
  // Every one of the ways is tried on all lines, some hundred at a time.
  expect(steps).toBeGreaterThan(2 * (2000 / 250));
  const givenUp = suggester();
  const first = givenUp.waysInSteps();
  for (let i = 0; i < steps - 2; i++) first.next();
  expect(stepsOf(givenUp.waysInSteps())).toBeLessThan(3);
  expect(finish(givenUp.waysInSteps())).toEqual(finish(suggester().waysInSteps()));
});

describe("stages from a value", () => {
  const level = field("level", "info");

  it.each<[ValueAction, SelectedValue, object]>([
    ["label", level, { in: 4, changed: 4 }],
    ["structured_metadata", field("user", "u0"), { in: 4, changed: 4 }],
    ["timestamp", field("at", "2024-03-10T12:00:00Z"), { in: 4, changed: 4, missed: 0 }],
    ["drop", level, { in: 4, dropped: 2 }],
    ["keep", level, { in: 4, dropped: 2 }],
    ["redact", field("user", "u0"), { in: 4, changed: 4 }],
    ["count", level, { in: 4, missed: 0 }],
    ["drop", { kind: "label", name: "job", value: "x" }, { in: 4, dropped: 4 }],
    ["keep", { kind: "label", name: "job", value: "x" }, { in: 4, dropped: 0 }],
  ])("%s", (action, selected, counts) => {
    const found = suggest(selected, action)!;
    expect(found.counts).toMatchObject(counts);
    // Everything that was there stands as it was.
    let at = 0;
    for (const line of DOCUMENT.split("\n")) at = found.after.indexOf(line, at) + line.length;
    expect(at).toBeLessThanOrEqual(found.after.length);
    expect(found.after).toContain('{\n    expressions = { level = "", at = "", user = "" } // kept\n  }\n');
  });

  it("infers the layout of a timestamp, and has no stage for what is not a time", () => {
    expect(suggest(field("at", "2024-03-10T12:00:00Z"), "timestamp")!.format).toBe("RFC3339");
    expect(suggest(level, "timestamp")).toBeUndefined();
  });

  it("takes another layout where one was chosen", () => {
    const day = field("at", "03/04/2024 12:00:00");
    const { formats } = finish(suggesterFor(day, { lines: [] }).waysInSteps());
    expect(formats).toEqual(expect.arrayContaining(["02/01/2006 15:04:05", "01/02/2006 15:04:05"]));
    const format = formats.at(-1)!;
    expect(suggest(day, "timestamp", { choice: { format } })).toMatchObject({
      format,
      stages: expect.stringContaining(format),
    });
  });

  it("extracts what is selected in a line first", () => {
    const selection = select(LINES[0]!, "10.0.0.0");
    const found = suggest({ kind: "line", selection, name: "client ip" }, "label")!;
    expect(found.extraction).toMatchObject({ kind: "json", matched: 4, total: 4 });
    expect(found.extracted).toMatchObject({ in: 4, changed: 4, missed: 0 });
    expect(squeezed(found.after)).toContain(
      'stage.json { expressions = { level = "", at = "", user = "", client_ip = "ip" } // kept } stage.labels { values = {client_ip = ""} }',
    );
    expect(found).toMatchObject({ path: "2", stageCount: 1, name: "client_ip", taken: false });
  });

  it("extracts in the way that was chosen, or alone", () => {
    const selected: SelectedValue = { kind: "line", selection: select(LINES[0]!, "10.0.0.0"), name: "ip" };
    const { extractions } = finish(suggesterFor(selected, {}).waysInSteps());
    const regex = extractions.find(({ kind }) => kind === "regex")!;
    const found = suggest(selected, "extract", { choice: { extraction: regex } })!;
    expect(found).toMatchObject({ extraction: regex, path: "2", counts: { in: 4, changed: 4 } });
    expect(found.stages).toBe(regex.stage);
  });

  it("redacts what is selected in every line", () => {
    const found = suggest({ kind: "line", selection: select(LINES[0]!, "10.0.0.0"), name: "ip" }, "redact")!;
    expect(found.counts).toMatchObject({ in: 4, changed: 4 });
    expect(found.extracted).toBeUndefined();
  });

  it("redacts an address at any place, and nothing else at its place", () => {
    const lines = ["connected to 10.1.2.3:9094 as a", "closed by timeout after 5 s", "10.9.9.9 refused"];
    const selection = select(lines[0]!, "10.1.2.3");
    const extractions = suggestExtractions(lines, selection, "ip");
    expect(redactionsOf(extractions)[0]).toMatchObject({ byShape: true, matched: 2, total: 3 });
    const found = suggest({ kind: "line", selection, name: "ip" }, "redact", { lines })!;
    expect(found.counts).toMatchObject({ in: 3, changed: 2 });
    for (const value of ["ann@example.com", "2f1c9a52-7a0e-4c9b-8f59-3d2f1c9a527a", "4111 1111 1111 1111"]) {
      const line = `card or id ${value} seen`;
      expect(redactionsOf(suggestExtractions([line, "x"], select(line, value), "v"))[0]).toMatchObject({
        byShape: true,
      });
    }
  });

  it("redacts a field in the line, too", () => {
    const { after } = suggest(field("user", "u0"), "redact")!;
    const document = openDocument(after);
    const samples = LINES.map((line) => ({ line, labels: {} }));
    const run = { start: 0n, seed: 1, host: TEST_HOST };
    const { outputs } = Preview.run(document.pipelines[0]!, samples, run);
    expect(outputs.map(({ entry }) => [entry.line.includes('"user":"****"'), entry.extracted.get("user")])).toEqual(
      LINES.map(() => [true, "****"]),
    );
  });

  it("goes to the end of a bare body of stages too", () => {
    const found = suggest(level, "drop", { text: 'stage.json {\n  expressions = { level = "" }\n}\n' })!;
    expect(found.counts).toMatchObject({ in: 4, dropped: 2 });
    expect(found.after).toMatch(/\}\n\nstage\.drop \{\n/);
  });

  it("has none for a text that does not parse, or a place that is not there", () => {
    const document = openDocument("stage.json {");
    const options = { entries: [], run: { start: 0n, seed: 1, host: TEST_HOST } };
    expect(new Suggester(document, level, { ...options, pipeline: "stages", place: END }).suggest("label")).toBe(
      undefined,
    );
    const other = openDocument(DOCUMENT);
    const nowhere = { ...options, pipeline: other.pipelines[0]!.id, place: { side: "after", path: "9" } } as const;
    expect(new Suggester(other, level, nowhere).suggest("label")).toBeUndefined();
  });
});

const NESTED = `logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.json {
    expressions = { level = "", user = "" }
  }

  // which ones
  stage.match {
    selector = "{job=\\"x\\"}"

    stage.output {
      source = "user"
    }
  }

  stage.drop {
    source = "level"
    value  = "debug"
  }
}

logs.echo "out" { }
`;

describe("the place of new stages", () => {
  it.each<[string, ValuePlace, string, number, RegExp]>([
    ["the start", { side: "start" }, "1", 4, /receiver\]\n\n {2}stage\.labels \{[^}]*\}\n {2}\}\n\n {2}stage\.json/],
    [
      "after the first",
      { side: "after", path: "1" },
      "2",
      4,
      /\n {2}\}\n\n {2}stage\.labels[^}]*\}\n {2}\}\n\n {2}\/\/ which/,
    ],
    [
      "before a nested one",
      { side: "before", path: "2.1" },
      "2.1",
      4,
      /\n\n {4}stage\.labels[^}]*\}\n {4}\}\n\n {4}stage\.output/,
    ],
    [
      "after a nested one",
      { side: "after", path: "2.1" },
      "2.2",
      4,
      /\n {4}\}\n\n {4}stage\.labels[^}]*\}\n {4}\}\n {2}\}\n/,
    ],
    ["before a drop", { side: "before", path: "3" }, "3", 4, /stage\.labels[^}]*\}\n {2}\}\n\n {2}stage\.drop/],
    ["after a drop", { side: "after", path: "3" }, "4", 3, /stage\.labels[^}]*\}\n {2}\}\n\}\n/],
    ["the end", { side: "end" }, "4", 3, /stage\.labels[^}]*\}\n {2}\}\n\}\n/],
  ])("is %s", (_, place, path, entries, written) => {
    const found = suggest(field("level", "info"), "label", { text: NESTED, place })!;
    expect(found).toMatchObject({ path, counts: { in: entries } });
    expect(found.after).toMatch(written);
  });

  it("decides what a line is", () => {
    const before = suggesterFor(
      { kind: "line", selection: select(LINES[0]!, "10.0.0.0") },
      { text: NESTED, place: { side: "after", path: "1" } },
    );
    expect(finish(before.waysInSteps()).extractions[0]).toMatchObject({ kind: "json", matched: 4, total: 4 });
    const after = suggesterFor(
      { kind: "line", selection: { line: "u0", start: 1, end: 2 } },
      { text: NESTED, place: { side: "after", path: "2.1" } },
    );
    expect(finish(after.waysInSteps()).extractions[0]).toMatchObject({
      matched: 4,
      total: 4,
      examples: ["0", "1", "2", "3"],
    });
  });
});

describe("the name of what is selected", () => {
  it.each([
    ['{"a":{"b-c":"x"}}', "x", "b_c"],
    ['took=5 user="ann lee"', "ann lee", "user"],
    ["request from 10.0.0.1 ok", "10.0.0.1", "ip"],
    ["[2024-03-10 12:00:00] started", "2024-03-10 12:00:00", "time"],
    ["(pid: 17)", "17", "pid"],
    ["one two three", "two", "value"],
    ['"GET /a HTTP/1.1" 404 512', "404", "status"],
    ["404 of 512 done", "404", "value"],
    ["[WRN] slow", "WRN", "level"],
    ["job took 15ms", "15ms", "duration"],
  ])("in %s, of %s, is %s", (line, text, name) => {
    const selected: SelectedValue = { kind: "line", selection: select(line, text) };
    expect(suggesterFor(selected, { text: "stage.decolorize { }\n", lines: [line] }).name).toBe(name);
  });

  it("is not one that a value has already", () => {
    const selection = select(LINES[0]!, "info");
    const choice = { extraction: { kind: "json", text: "level" } } as const;
    const found = suggest({ kind: "line", selection }, "label", { choice })!;
    expect(found).toMatchObject({ name: "level_2", taken: false });
    expect(squeezed(found.after)).toContain('user = "", level_2 = "level" }');
    const named = { ...choice.extraction, text: "level" };
    const again = suggest({ kind: "line", selection, name: "user" }, "label", { choice: { extraction: named } });
    expect(again).toMatchObject({ name: "user", taken: true });
  });

  it("of a metric is not one that another metric has", () => {
    const once = suggest(field("level", "info"), "count")!;
    expect(once.stages).toContain('"level_total"');
    const again = suggest(field("level", "info"), "count", { text: once.after })!;
    expect(again.stages).toContain('"level_total_2"');
  });
});
