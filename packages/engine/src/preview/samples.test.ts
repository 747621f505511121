import { describe, expect, it } from "vitest";
import { NO_TIME } from "../lokipush/index.ts";
import { type SampleContent, toSample } from "./sample-content.ts";
import { formatSamples, type ReadOptions, readSamples, type SampleFormat } from "./samples.ts";

const FULL: SampleContent = {
  line: "a\n\tb",
  labels: { app: "x" },
  metadata: [["trace_id", "1"]],
  timestamp: "2026-01-15T08:00:00.5Z",
  extracted: { level: "info", took: 1.5, tags: ["a"] },
  advance: "1m30s",
};

describe("samples as JSON lines", () => {
  const same: readonly [string, readonly SampleContent[], SampleFormat][] = [
    ["plain lines", [{ line: "a" }, { line: "" }, { line: "b" }], "lines"],
    ["JSON log lines", [{ line: '{"log":"x","stream":"stdout"}' }, { line: '{"level":"info","line":12}' }], "lines"],
    ["everything that an entry can have", [FULL, { line: "plain" }], "jsonl"],
    ["a line that looks like an entry", [{ line: '{"line":"x"}' }], "jsonl"],
    ["a line of several lines", [{ line: "a\nb" }], "jsonl"],
    [
      "metadata with a repeated name",
      [
        {
          line: "a",
          metadata: [
            ["t", "1"],
            ["t", "2"],
          ],
        },
      ],
      "jsonl",
    ],
  ];
  for (const [name, entries, format] of same) {
    it(`reads back ${name}`, () =>
      expect(readSamples(formatSamples(entries))).toMatchObject({ ok: true, format, entries }));
  }

  it("leaves out what says nothing, and blank lines between", () => {
    const text = '{"line":"a","labels":{},"structured_metadata":{}}\n\n{"line":"b","advance":""}';
    expect(readSamples('{"line":"a","labels":{},"structured_metadata":{}}\n\n{"line":"b"}')).toMatchObject({
      ok: true,
      format: "jsonl",
      entries: [{ line: "a" }, { line: "b" }],
    });
    expect(readSamples(text)).toMatchObject({ ok: false, error: { line: 3 } });
  });

  const bad: readonly [string, string, number, RegExp][] = [
    ["no JSON", '{"line":"a"}\n{"line":"b"', 2, /^not JSON: Expected .* property value, at column 12$/],
    ["a plain line among them", '{"line":"a"}\nplain', 2, /not JSON/],
    ["no line", '{"line":"a"}\n\n{"labels":{}}', 3, /with a string "line"/],
    ["labels that are not strings", '{"line":"a","labels":{"a":1}}', 1, /labels must be/],
    ["a timestamp of a fraction", '{"line":"a","timestamp":1.5}', 1, /RFC 3339 or nanoseconds/],
    ["a timestamp of a list", '{"line":"a","timestamp":[1]}', 1, /RFC 3339 or nanoseconds/],
    ["a timestamp of too many nanoseconds", '{"line":"a","timestamp":9999999999999999999}', 1, /1677 and 2262/],
    [
      "extracted values that nest endlessly",
      `{"line":"a","extracted":{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
      1,
      /extracted nests deeper than 100 levels/,
    ],
    ["extracted values that are a list", '{"line":"a","extracted":[1]}', 1, /extracted must be/],
    ["an invalid timestamp", '{"line":"a","timestamp":"today"}', 1, /RFC 3339/],
    ["a timestamp too far away", '{"line":"a","timestamp":"9999-01-01T00:00:00Z"}', 1, /1677 and 2262/],
    ["invalid metadata", '{"line":"a","structured_metadata":[1]}', 1, /structured_metadata must be/],
    ["an invalid duration", '{"line":"a","advance":"soon"}', 1, /must be a duration/],
    ["a negative duration", '{"line":"a","advance":"-1s"}', 1, /negative/],
    ["a list", '{"line":"a"}\n[1]', 2, /is an object/],
  ];
  for (const [name, text, line, message] of bad) {
    it(`says where there is ${name}`, () =>
      expect(readSamples(text)).toEqual({
        ok: false,
        format: "jsonl",
        error: { line, message: expect.stringMatching(message) },
        tooMany: false,
      }));
  }

  const formats: readonly [string, string, SampleFormat, SampleFormat][] = [
    ["stays JSON while its first line is damaged", '{"line":"a"\n{"line":"b"}', "jsonl", "jsonl"],
    ["stays JSON while its only line is damaged", '{"line":"a"', "jsonl", "jsonl"],
    ["is lines when it never was JSON", '{"line":"a"', "lines", "lines"],
    ["is lines when all was replaced", "a\nb", "jsonl", "lines"],
    ["is lines when nothing is left", "", "jsonl", "lines"],
  ];
  for (const [name, text, previous, format] of formats)
    it(name, () => expect(readSamples(text, { previous }).format).toBe(format));
});

describe("what a sample says", () => {
  const times: [string, string, bigint][] = [
    ["RFC 3339", '"2026-01-15T08:00:00.5Z"', 1768464000500000000n],
    ["nanoseconds in digits", '"1768464000000000001"', 1768464000000000001n],
    ["nanoseconds as a number, every digit of it", "1768464000000000001", 1768464000000000001n],
    ["a number before 1970", "-5", -5n],
  ];
  it.each(times)("has a time of %s", (_, written, at) => {
    const read = readSamples(`{"line":"\\"timestamp\\":7","extracted":{"timestamp":3},"timestamp": ${written}}`);
    expect(read.ok && toSample(read.entries[0]!, {}).timestamp).toBe(at);
  });

  it("has its own labels over the common ones", () => {
    const content = { line: "a", labels: { job: "own" }, advance: "1.5s" };
    expect(toSample(content, { job: "common", env: "x" })).toMatchObject({
      labels: { job: "own", env: "x" },
      advance: 1_500_000_000n,
    });
  });
});

it("an entry of a push body without a time has Go's zero time, as it has when it is pushed", () => {
  const read = readSamples('{"streams":[{"values":[[]]}]}');
  expect(read.ok && toSample(read.entries[0]!, {}).timestamp).toBe(NO_TIME);
});

describe("unknown keys", () => {
  it("of entries are warnings, each once with its first line", () => {
    const read = readSamples(
      '{"line":"a","labels":{}}\n{"line":"b","labels":{},"time":"x"}\n{"line":"c","labels":{},"time":1,"id":2}',
    );
    expect(read).toMatchObject({ ok: true, entries: [{ line: "a" }, { line: "b" }, { line: "c" }] });
    expect(read.ok && read.warnings.map(({ line, message }) => [line, message.slice(0, 26)])).toEqual([
      [2, 'unknown key "time" is igno'],
      [3, 'unknown key "id" is ignore'],
    ]);
  });

  it("of a push body are warnings too", () => {
    const read = readSamples('{"streams":[{"stream":{"a":"1"},"values":[["5","x"]],"hash":7}],"more":1}');
    expect(read).toMatchObject({
      ok: true,
      format: "push",
      entries: [{ line: "x", labels: { a: "1" }, timestamp: "1970-01-01T00:00:00.000000005Z" }],
    });
    expect(read.ok && read.warnings.map(({ message }) => message)).toEqual([
      'unknown key "hash" is ignored: a stream has stream, values',
      'unknown key "more" is ignored: the body has streams',
    ]);
  });

  it("are not listed without end", () => {
    const lines = Array.from({ length: 100 }, (_, i) => `{"line":"a","labels":{},"k${i}":1}`);
    expect(readSamples(lines.join("\n"))).toMatchObject({ warnings: { length: 20 } });
  });
});

describe("a text with more entries than were asked for", () => {
  const texts: [string, string, ReadOptions, number][] = [
    ["lines", "a\nb\nc", {}, 3],
    ["JSON lines", '{"line":"a"}\n\n{"line":"b"}\n{"line":"c"}', {}, 4],
    ["a push body", '{"streams":[{"values":[["1","a"],["1","b"],["1","c"]]}]}', {}, 1],
  ];
  it.each(texts)("is refused: %s", (_, text, options, line) => {
    expect(readSamples(text, { ...options, most: 2 })).toMatchObject({ ok: false, tooMany: true, error: { line } });
    expect(readSamples(text, { ...options, most: 3 })).toMatchObject({ ok: true });
  });
});
