import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../base/diagnostic.ts";
import { openDocument } from "../document/open-document.ts";
import { TEST_HOST } from "../testing/index.ts";
import { type SelectedValue, suggestStages, type ValueAction } from "./actions.ts";
import { suggestExtractions } from "./extract.ts";
import { regexCandidates } from "./regex-candidates.ts";

const select = (line: string, text: string) => ({
  line,
  start: line.indexOf(text),
  end: line.indexOf(text) + text.length,
});

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

const DOCUMENT = `// above
logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.json {
    expressions = { level = "", at = "", user = "" } // kept
  }
}

logs.echo "out" { }
`;
const LINES = ["info", "debug", "info", "error"].map((level, i) =>
  JSON.stringify({ level, at: `2024-03-10T12:00:0${i}Z`, user: `u${i}`, ip: `10.0.0.${i}` }),
);

describe("stages from a value", () => {
  const run = (selected: SelectedValue, action: ValueAction, text = DOCUMENT) => {
    const document = openDocument(text);
    const samples = LINES.map((line) => ({ line, labels: { job: "x" } }));
    const suggestion = suggestStages(document, selected, action, {
      pipeline: document.pipelines[0]!.id,
      samples,
      run: { start: 0n, seed: 1, host: TEST_HOST },
    });
    if (suggestion === undefined) return undefined;
    const after = applyEdits(text, suggestion.edits);
    expect(openDocument(after).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    return { ...suggestion, after };
  };
  const level: SelectedValue = { kind: "field", name: "level", value: "info" };

  it.each<[ValueAction, SelectedValue, object]>([
    ["label", level, { in: 4, changed: 4 }],
    ["structured_metadata", { kind: "field", name: "user", value: "u0" }, { in: 4, changed: 4 }],
    ["timestamp", { kind: "field", name: "at", value: "2024-03-10T12:00:00Z" }, { in: 4, changed: 4, missed: 0 }],
    ["drop", level, { in: 4, dropped: 2 }],
    ["keep", level, { in: 4, dropped: 2 }],
    ["redact", { kind: "field", name: "user", value: "u0" }, { in: 4, changed: 4 }],
    ["count", level, { in: 4, missed: 0 }],
  ])("%s", (action, selected, counts) => {
    const found = run(selected, action)!;
    expect(found.counts).toMatchObject(counts);
    // Everything that was there stands as it was.
    let at = 0;
    for (const line of DOCUMENT.split("\n")) at = found.after.indexOf(line, at) + line.length;
    expect(at).toBeLessThanOrEqual(found.after.length);
    expect(found.after).toContain('{\n    expressions = { level = "", at = "", user = "" } // kept\n  }\n');
  });

  it("infers the layout of a timestamp, and has no stage for what is no time", () => {
    expect(run({ kind: "field", name: "at", value: "2024-03-10T12:00:00Z" }, "timestamp")!.format).toBe("RFC3339");
    expect(run(level, "timestamp")).toBeUndefined();
  });

  it("extracts what is selected in a line first", () => {
    const selection = select(LINES[0]!, "10.0.0.0");
    const found = run({ kind: "line", selection, name: "client ip" }, "label")!;
    expect(found.extraction).toMatchObject({ kind: "json", matched: 4, total: 4 });
    expect(found.extracted).toMatchObject({ in: 4, changed: 4, missed: 0 });
    expect(found.after.replaceAll(/\s+/g, " ")).toContain(
      'stage.json { expressions = {client_ip = "ip"} } stage.labels { values = {client_ip = ""} } }',
    );
  });

  it("redacts what is selected in every line", () => {
    const found = run({ kind: "line", selection: select(LINES[0]!, "10.0.0.0"), name: "ip" }, "redact")!;
    expect(found.counts).toMatchObject({ in: 4, changed: 4 });
    expect(found.extracted).toBeUndefined();
  });

  it("goes to the end of a bare body of stages too", () => {
    const found = run(level, "drop", 'stage.json {\n  expressions = { level = "" }\n}\n')!;
    expect(found.counts).toMatchObject({ in: 4, dropped: 2 });
    expect(found.after).toMatch(/\}\nstage\.drop \{\n/);
  });

  it("has none for a text that does not parse", () => {
    const document = openDocument("stage.json {");
    expect(
      suggestStages(document, level, "label", {
        pipeline: "stages",
        samples: [],
        run: { start: 0n, seed: 1, host: TEST_HOST },
      }),
    ).toBeUndefined();
  });
});
