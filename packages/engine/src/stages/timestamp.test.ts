import { describe, expect, it } from "vitest";
import { diagnose, type EntryInput, runStages, stageNotes, valued } from "../testing/index.ts";

const OWN = "2021-02-03T04:05:06.000000007Z";
const config = (more = "") => `stage.timestamp {\n  source = "t"\n  format = "RFC3339"\n  ${more}\n}`;
const at = (t: string | undefined, labels: Record<string, string> = {}): EntryInput => ({
  labels,
  timestamp: OWN,
  extracted: t === undefined ? {} : { t },
});
const times = (text: string, inputs: readonly EntryInput[]) =>
  runStages(text, inputs).out.map(({ timestamp }) => timestamp);

const T0 = "2024-01-01T00:00:00Z";
const plus = (nanos: number) => `2024-01-01T00:00:00.00000000${nanos}Z`;

describe("stage.timestamp", () => {
  it("sets the parsed time, and reads numbers as text", () => {
    const unix = 'stage.timestamp {\n  source = "t"\n  format = "Unix"\n}';
    expect(times(unix, [{ extracted: { t: 1700000000.25 } }])).toEqual(["2023-11-14T22:13:20.25Z"]);
  });

  it.each([
    [
      "fudges failures by default",
      "",
      [T0, "bad", undefined, "2024-01-01T00:00:05Z"],
      [T0, plus(1), plus(2), "2024-01-01T00:00:05Z"],
    ],
    ["knows no time before a first success", "", ["bad", T0], [OWN, T0]],
    ["skips failures", 'action_on_failure = "skip"', [T0, "bad", undefined], [T0, OWN, OWN]],
    ["takes an empty action as the default", 'action_on_failure = ""', [T0, "bad"], [T0, plus(1)]],
    ["moves equal times on", "", [T0, T0, T0], [T0, plus(1), plus(2)]],
    ["compares instants, not texts", "", [T0, "2024-01-01T02:00:00+02:00"], [T0, plus(1)]],
    [
      "compares with the time parsed last",
      "",
      [T0, T0, "2024-01-01T00:00:01Z", T0],
      [T0, plus(1), "2024-01-01T00:00:01Z", T0],
    ],
    ["moves an equal time on from a fudged one", "", [T0, "bad", T0], [T0, plus(1), plus(2)]],
    ["keeps equal times", 'action_on_duplicate_timestamp = "keep"', [T0, T0, "bad", T0], [T0, T0, plus(1), T0]],
    [
      "moves equal times on although failures are skipped",
      'action_on_failure = "skip"',
      [T0, "bad", T0],
      [T0, OWN, plus(1)],
    ],
  ] as const)("%s", (_name, more, given, wanted) => {
    expect(
      times(
        config(more),
        given.map((t) => at(t)),
      ),
    ).toEqual(wanted);
  });

  it("remembers each label set by itself", () => {
    const inputs = [at(T0, { a: "1" }), at(T0, { a: "2" }), at("bad", { a: "1" }), at("bad", { a: "3" })];
    expect(times(config(), inputs)).toEqual([T0, T0, plus(1), OWN]);
  });

  it("forgets the label set that was not used for longest", () => {
    const streams = Array.from({ length: 10_000 }, (_, i) => at(T0, { i: String(i) }));
    // Stream 0 is used again, so the one more stream pushes out stream 1.
    const inputs = [
      ...streams,
      at("bad", { i: "0" }),
      at(T0, { i: "more" }),
      at("bad", { i: "0" }),
      at("bad", { i: "1" }),
    ];
    expect(times(config(), inputs).slice(-4)).toEqual([plus(1), T0, plus(2), OWN]);
  });

  it("tries fallback formats in order, in the location", () => {
    const text = config('fallback_formats = ["2006-01-02 15:04", "Unix"]\n  location = "Asia/Tokyo"');
    expect(times(text, [at("2024-05-01 00:00"), at("10", { a: "b" })])).toEqual([
      "2024-04-30T15:00:00Z",
      "1970-01-01T00:00:10Z",
    ]);
  });

  it("reports to a trace what happened", () => {
    const { steps } = runStages(config(), [at(T0), at(T0), at("bad"), at(undefined, { a: "b" })], { trace: true });
    expect(steps.map(([step]) => step?.reasons.map(({ code }) => code))).toEqual([
      ["parsed"],
      ["duplicate-timestamp"],
      ["parse-failed", "time-fudged"],
      ["source-missing", "time-kept"],
    ]);
  });

  it.each([
    ["an empty source", 'source = ""\nformat = "Unix"', "timestamp source value is required if timestamp is specified"],
    ["an empty format", 'source = "t"\nformat = ""', "timestamp format is required"],
    [
      "an unknown zone",
      'source = "t"\nformat = "Unix"\nlocation = "Mars/Olympus"',
      "invalid location specified: unknown time zone Mars/Olympus",
    ],
    ["an unknown action", 'source = "t"\nformat = "Unix"\naction_on_failure = "drop"', "must be one of"],
  ])("refuses %s", (_name, argumentsText, message) => {
    const found = diagnose(`stage.timestamp {\n${argumentsText}\n}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });
});

describe("notes of stage.timestamp", () => {
  for (const { name, run } of stageNotes("timestamp", [
    ["no source", 'source = "v"\nformat = "RFC3339"', "x", ["source-missing", "time-kept"], "missed"],
    ["another form", 'source = "v"\nformat = "RFC3339"', valued("today"), ["parse-failed", "time-kept"], "missed"],
    ["null", 'source = "v"\nformat = "RFC3339"', valued(null), ["cannot-convert", "time-kept"], "missed"],
  ]))
    it(name, run);
});
