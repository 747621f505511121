import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { Preview } from "../preview/preview.ts";
import { TEST_HOST } from "../testing/index.ts";
import { LINES, select, squeezed, suggest, suggesterFor } from "../testing/try-suggest.ts";
import type { SelectedValue, SuggestionChoice } from "./actions.ts";
import { suggestExtractions } from "./extract.ts";
import { finish } from "./steps.ts";

describe("what needs no stage to extract it", () => {
  const selected: SelectedValue = { kind: "line", selection: select(LINES[0]!, "info") };

  it("is a value that is extracted already", () => {
    const label = suggest(selected, "label")!;
    expect(label).toMatchObject({ name: "level", taken: false, stageCount: 1, extracted: undefined });
    expect(label.extraction).toMatchObject({ kind: "field", text: "level", matched: 4, total: 4 });
    expect(squeezed(label.stages)).toBe('stage.labels { values = {level = ""} } ');
    expect(squeezed(suggest(selected, "drop")!.stages)).toBe('stage.drop { source = "level" value = "info" } ');
    expect(suggest({ ...selected, name: "severity" }, "label")).toMatchObject({ name: "severity", taken: false });
    expect(suggest({ ...selected, name: "user" }, "label")).toMatchObject({ name: "user", taken: true });
    // It is extracted, so that only another way extracts it.
    expect(suggest(selected, "extract")!.extraction).toMatchObject({ kind: "json" });
  });

  it("excludes those that have the selected text by chance", () => {
    const text = 'stage.pattern {\n  pattern = "<_> <status> <_>"\n}\n';
    const lines = ["GET 200 200", "GET 404 17", "PUT 201 200"];
    const bytes: SelectedValue = { kind: "line", selection: { line: lines[0]!, start: 8, end: 11 } };
    expect(suggest(bytes, "label", { text, lines })!.extraction?.kind).not.toBe("field");
    const status: SelectedValue = { kind: "line", selection: { line: lines[0]!, start: 4, end: 7 } };
    expect(suggest(status, "label", { text, lines })!.extraction).toMatchObject({ kind: "field", text: "status" });
  });

  it("is the text itself, to drop the lines that have it", () => {
    const text = "stage.decolorize { }\n";
    const lines = ["# failJSON: {}", "a (1) b", "see # failJSON"];
    const drop = (line: string, part: string, choice?: SuggestionChoice) =>
      suggest({ kind: "line", selection: select(line, part) }, "drop", { text, lines, choice: choice ?? {} })!;
    const words = drop(lines[0]!, "# failJSON");
    expect(words).toMatchObject({ stageCount: 1, counts: { in: 3, dropped: 2 }, extracted: undefined, taken: false });
    expect(squeezed(words.stages)).toBe('stage.drop { expression = "# failJSON" } ');
    expect(drop(lines[1]!, "(1)").extraction?.kind).not.toBe("text");
    const chosen = drop(lines[1]!, "(1)", { extraction: { kind: "text", text: "(1)" } });
    expect(chosen).toMatchObject({ extraction: { kind: "text" }, counts: { dropped: 1 } });
  });
});

it("a way that was chosen stays chosen under another name", () => {
  const lines = ["a 10.0.0.1 x", "b 10.0.0.2 y"];
  const text = "stage.decolorize { }\n";
  const line = (name?: string): SelectedValue => ({ kind: "line", selection: select(lines[0]!, "10.0.0.1"), name });
  const ways = finish(suggesterFor(line(), { text, lines }).waysInSteps()).extractions;
  const last = ways.findLast(({ kind }) => kind === "regex")!;
  const found = suggest(line("client"), "label", { text, lines, choice: { extraction: last } })!;
  expect(found.extraction!.text).toBe(last.text.replace("<ip>", "<client>"));
});

it("a pattern that takes the rest of other lines comes after what leaves them", () => {
  const lines = ["[a] (b) c", "[d] (e) f", "[g] (no end", "h"];
  const ways = suggestExtractions(lines, select(lines[0]!, "b"), "unit");
  expect(ways[0]).toMatchObject({ kind: "regex", matched: 3, overrun: 0 });
  expect(ways.find(({ kind }) => kind === "pattern")).toMatchObject({ matched: 2, overrun: 1 });
});

it.each([
  ["Jun 21 16:47:48 host sshd: up", "Jun 21 16:47:48", String.raw`^(?P<time>\w+\s+\d+\s+\d+:\d+:\d+)`],
  ["2025-06-24 14:36:25 startup", "2025-06-24 14:36:25", String.raw`^(?P<time>\d+-\d+-\d+\s+\d+:\d+:\d+)`],
])("the time of %s is found by its digits and words", (line, time, expression) => {
  const [best] = suggestExtractions([line, "# 15 characters or more"], select(line, time), "time");
  expect(best).toMatchObject({ text: expression, matched: 1, total: 2 });
});

it("a value is found in a line however long, near its beginning", () => {
  const line = `client: 10.0.0.1, request: "GET /?q=${"abcdefghij".repeat(2000)} HTTP/1.1"`;
  const ways = suggestExtractions([line, "client: 10.0.0.2, x"], select(line, "10.0.0.1"), "client");
  expect(ways.filter(({ kind }) => kind === "regex")[0]).toMatchObject({ matched: 2, total: 2 });
  expect(suggestExtractions([line], select(line, "HTTP/1.1"), "v").some(({ kind }) => kind === "regex")).toBe(false);
});

describe("an expression ends where the value ends", () => {
  const best = (lines: readonly string[], text: string, name = "v") =>
    suggestExtractions(lines, select(lines[0]!, text), name)[0]!;

  it.each<[string, readonly string[], string, readonly string[]]>([
    ["a number with a fraction in other lines", ["took 5 ms", "took 5.25 ms", "took 17 ms"], "5", ["5", "5.25", "17"]],
    ["an address with a port", ["from 10.0.0.1:80 x", "from 10.0.0.2 x"], "10.0.0.1:80", ["10.0.0.1:80", "10.0.0.2"]],
    ["a name with a hyphen", ["unit cron stopped", "unit ssh-agent stopped"], "cron", ["cron", "ssh-agent"]],
    [
      "a word at the end of its line",
      ["for: bob", "for: ann from home", "for: joe-2, x"],
      "bob",
      ["bob", "ann", "joe-2"],
    ],
    [
      "a time whose fraction comes and goes",
      ["2026-11-25 14:02:11.345 a", "2026-11-25 14:02:12 b", "2026-11-25 14:02:13.5 c"],
      "2026-11-25 14:02:11.345",
      ["2026-11-25 14:02:11.345", "2026-11-25 14:02:12", "2026-11-25 14:02:13.5"],
    ],
  ])("%s", (_, lines, text, examples) => {
    const found = best(lines, text);
    expect(found).toMatchObject({ matched: lines.length, overrun: 0, examples });
    expect(found.text).not.toMatch(/\.[*+]\??\)$/);
  });

  it("and one that does not comes after, with the lines in which it is wrong", () => {
    const lines = ["took 5 ms", "took 5.25 ms"];
    const ways = suggestExtractions(lines, select(lines[0]!, "5"), "ms");
    expect(ways[0]).toMatchObject({ matched: 2, overrun: 0 });
    expect(ways.findIndex(({ text }) => text.includes("(?P<ms>\\d+)"))).not.toBe(0);
  });
});

it("a time keeps its fraction, whatever is left out in other lines", () => {
  const lines = ["2026-11-25 14:02:11.345 a", "2026-11-25 14:02:12 b"];
  const text = "stage.decolorize { }\n";
  const selected: SelectedValue = { kind: "line", selection: select(lines[0]!, "2026-11-25 14:02:11.345") };
  const found = suggest(selected, "timestamp", { text, lines })!;
  expect(found.counts).toMatchObject({ in: 2, missed: 0, errors: 0, changed: 2 });
  const { outputs } = Preview.run(
    openDocument(found.text, { purpose: "preview" }).pipelines[0]!,
    lines.map((line) => ({ line, labels: {} })),
    { start: 0n, seed: 1, host: TEST_HOST },
  );
  expect(outputs.map(({ entry }) => entry.timestamp % 1_000_000_000n)).toEqual([345_000_000n, 0n]);
});

describe("a number", () => {
  const lines = [...Array(40).keys()].map((i) => `GET /p took=${5 + i * 20} ms`);
  const text = "stage.decolorize { }\n";
  const selected: SelectedValue = { kind: "line", selection: select(lines[3]!, "65"), name: "took" };

  it("offers a histogram with buckets of the samples, and a sum", () => {
    const found = suggest(selected, "histogram", { text, lines })!;
    expect(squeezed(found.stages)).toContain('name = "took" description = "Distribution of took." source = "took"');
    expect(squeezed(found.stages)).toContain("buckets = [25, 50, 100, 250, 500, 1000]");
    expect(found.counts).toMatchObject({ in: 40, missed: 0 });
    expect(squeezed(suggest(selected, "sum", { text, lines })!.stages)).toContain('name = "took_sum_total"');
  });

  it("and a word offers neither", () => {
    const word: SelectedValue = { kind: "line", selection: select(LINES[0]!, "info") };
    expect([suggest(word, "histogram"), suggest(word, "sum")]).toEqual([undefined, undefined]);
  });

  it("of a value that is extracted is taken from there", () => {
    const read = 'stage.regex {\n  expression = "took=(?P<took>\\\\d+)"\n}\n';
    const field: SelectedValue = { kind: "field", name: "took", value: "5", line: lines[0]! };
    expect(squeezed(suggest(field, "histogram", { text: read, lines })!.stages)).toContain("buckets = [25, 50");
  });
});

it("a label says how many values it has, and so does metadata", () => {
  const user: SelectedValue = { kind: "line", selection: select(LINES[0]!, "u0"), name: "who" };
  expect(suggest(user, "label")!.values).toEqual({ count: 4, atLeast: false });
  expect(suggest(user, "structured_metadata")!.values).toEqual({ count: 4, atLeast: false });
  expect(suggest(user, "drop")!.values).toBeUndefined();
});
