import { describe, expect, it } from "vitest";
import { isQueryAnswer, readQueryAnswer } from "./query-answer.ts";
import { readSamples } from "./samples.ts";

const ANSWER = {
  status: "success",
  data: {
    resultType: "streams",
    result: [
      {
        stream: { job: "a" },
        values: [
          ["1767225602000000003", "later", { structuredMetadata: { trace: "t1" } }],
          ["1767225600000000001", "first\nof two lines"],
        ],
      },
      { stream: { job: "b" }, values: [["1767225601000000002", "between", {}]] },
    ],
    stats: { summary: {} },
  },
};

const ENTRIES = [
  { line: "first\nof two lines", labels: { job: "a" }, timestamp: "2026-01-01T00:00:00.000000001Z" },
  { line: "between", labels: { job: "b" }, timestamp: "2026-01-01T00:00:01.000000002Z" },
  { line: "later", labels: { job: "a" }, timestamp: "2026-01-01T00:00:02.000000003Z", metadata: [["trace", "t1"]] },
];

describe("an answer of query_range", () => {
  it.each([
    ["in one line", JSON.stringify(ANSWER)],
    ["indented", JSON.stringify(ANSWER, null, 2)],
    ["with a mark and no status", `\ufeff${JSON.stringify({ data: ANSWER.data })}`],
  ])("is samples in the order of their times, %s", (_, text) => {
    expect(readSamples(text)).toEqual({ ok: true, format: "push", entries: ENTRIES, warnings: [] });
  });

  it.each([
    ["numbers", { ...ANSWER, data: { resultType: "matrix", result: [] } }, "has no streams: ask for log lines"],
    ["a time that is no number", { data: { resultType: "streams", result: [{ values: [["x", "y"]] }] } }, "form"],
    ["a line that is none", { data: { resultType: "streams", result: [{ values: [["1", 2]] }] } }, "form"],
    ["labels that are none", { data: { resultType: "streams", result: [{ stream: { a: 1 }, values: [] }] } }, "form"],
  ])("is refused with %s", (_, answer, why) => {
    const text = JSON.stringify(answer);
    expect([isQueryAnswer(text), readQueryAnswer(text)]).toEqual([
      true,
      { ok: false, message: expect.stringContaining(why) },
    ]);
  });

  it("that is cut off names what it is, and gives nothing", () => {
    expect(readSamples(JSON.stringify(ANSWER).slice(0, -9))).toMatchObject({
      ok: false,
      error: { line: 1, message: "the answer of query_range is not JSON" },
    });
  });

  it("is not what a log line looks like", () => {
    expect(readSamples('{"status":"success","data":{"id":1}}')).toMatchObject({ ok: true, format: "lines" });
  });
});
