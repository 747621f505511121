import { describe, expect, it } from "vitest";
import { formatSamples, looksLikeTrace, readSamples, type SampleFormat } from "./sample-text.ts";
import type { SampleContent } from "./samples.ts";

const FULL: SampleContent = {
  line: "a\n\tb",
  labels: { app: "x" },
  metadata: [["trace_id", "1"]],
  timestamp: "2026-01-15T08:00:00.5Z",
  advance: "1m30s",
};

describe("samples as text", () => {
  const same: readonly [string, readonly SampleContent[], SampleFormat][] = [
    ["plain lines", [{ line: "a" }, { line: "" }, { line: "b" }], "lines"],
    ["JSON log lines", [{ line: '{"log":"x","stream":"stdout"}' }, { line: '{"level":"info","line":12}' }], "lines"],
    ["everything that an entry can have", [FULL, { line: "plain" }], "json"],
    ["a line that looks like an entry", [{ line: '{"line":"x"}' }], "json"],
    ["a line of several lines", [{ line: "a\nb" }], "json"],
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
      "json",
    ],
  ];
  for (const [name, entries, format] of same) {
    it(`reads back ${name}`, () => expect(readSamples(formatSamples(entries))).toEqual({ ok: true, format, entries }));
  }

  it("leaves out what says nothing, and blank lines between", () => {
    const text = '{"line":"a","labels":{},"structured_metadata":{}}\n\n{"line":"b","advance":""}';
    expect(readSamples('{"line":"a","labels":{},"structured_metadata":{}}\n\n{"line":"b"}')).toEqual({
      ok: true,
      format: "json",
      entries: [{ line: "a" }, { line: "b" }],
    });
    expect(readSamples(text)).toMatchObject({ ok: false, error: { line: 3 } });
  });

  const bad: readonly [string, string, number, RegExp][] = [
    ["no JSON", '{"line":"a"}\n{"line":"b"', 2, /^not JSON: Expected .* property value, at column 12$/],
    ["a plain line among them", '{"line":"a"}\nplain', 2, /not JSON/],
    ["no line", '{"line":"a"}\n\n{"labels":{}}', 3, /has a text "line"/],
    ["labels that are no texts", '{"line":"a","labels":{"a":1}}', 1, /labels must be/],
    ["an unknown name", '{"line":"a","labels":{},"time":"x"}', 1, /no "time"/],
    ["a timestamp of a number", '{"line":"a","timestamp":5}', 1, /RFC 3339/],
    ["a timestamp that is none", '{"line":"a","timestamp":"today"}', 1, /RFC 3339/],
    ["a timestamp too far away", '{"line":"a","timestamp":"9999-01-01T00:00:00Z"}', 1, /RFC 3339/],
    ["metadata that is none", '{"line":"a","structured_metadata":[1]}', 1, /structured_metadata must be/],
    ["a duration that is none", '{"line":"a","advance":"soon"}', 1, /must be a duration/],
    ["a negative duration", '{"line":"a","advance":"-1s"}', 1, /negative/],
    ["a list", '{"line":"a"}\n[1]', 2, /is an object/],
  ];
  for (const [name, text, line, message] of bad) {
    it(`says where there is ${name}`, () =>
      expect(readSamples(text)).toEqual({
        ok: false,
        format: "json",
        error: { line, message: expect.stringMatching(message) },
      }));
  }

  const formats: readonly [string, string, SampleFormat, SampleFormat][] = [
    ["stays JSON while its first line is damaged", '{"line":"a"\n{"line":"b"}', "json", "json"],
    ["stays JSON while its only line is damaged", '{"line":"a"', "json", "json"],
    ["is lines when it never was JSON", '{"line":"a"', "lines", "lines"],
    ["is lines when all was replaced", "a\nb", "json", "lines"],
    ["is lines when nothing is left", "", "json", "lines"],
  ];
  for (const [name, text, previous, format] of formats)
    it(name, () => expect(readSamples(text, previous).format).toBe(format));
});

describe("looksLikeTrace", () => {
  const cases: readonly [string, string, boolean][] = [
    ["Java", "ERROR x\njava.lang.X: y\n\tat a.B.c(B.java:1)", true],
    ["Python", 'Traceback (most recent call last):\n  File "a.py", line 1', true],
    ["Go", "panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/b.go:1 +0x1", true],
    ["a cause alone", "x\nCaused by: y", true],
    ["plain lines", "GET /a\nGET /b", false],
    ["one line", "\tat a.B.c(B.java:1)", false],
    ["indented text", "a\n  b\n  c", false],
  ];
  for (const [name, text, is] of cases) it(name, () => expect(looksLikeTrace(text)).toBe(is));
});
