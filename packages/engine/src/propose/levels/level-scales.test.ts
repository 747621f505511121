import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = 1_773_500_400_000_000_000n;

function levelsOf(lines: readonly string[], answers = new Map<string, string>()) {
  const { text, questions } = propose(lines, { start: START, answers });
  const samples = lines.map((line) => ({ line, labels: {} }));
  const levels = preview(text, samples, START).outputs.map(({ entry }) => entry.labels.toRecord().level);
  return { levels, questions };
}

const objects = (numbers: readonly number[], write: (number: number, i: number) => object): string[] =>
  [...numbers, ...numbers, ...numbers].map((number, i) =>
    JSON.stringify({ time: `2026-03-14T09:26:${10 + i}Z`, ...write(number, i), message: `job ${i} ended` }),
  );

describe("the scale of numbers", () => {
  it.each([
    [
      "keys of Nextcloud",
      [0, 1, 4],
      (level: number, i: number) => ({ reqId: `r${i}`, app: "files", level }),
      "debug info fatal",
    ],
    [
      "keys of Windows events",
      [1, 2, 4],
      (Level: number) => ({ EventID: 7036, Channel: "System", Level }),
      "critical error info",
    ],
    ["the name of .NET's", [0, 2, 5], (LogLevel: number) => ({ LogLevel }), "trace info critical"],
    ["the name of Python's", [10, 20, 50], (levelno: number) => ({ levelno }), "debug info critical"],
    ["the name of OpenTelemetry's", [1, 9, 17], (n: number) => ({ SeverityNumber: n }), "trace info error"],
    ["the name of the journal's", [2, 3, 4], (n: number) => ({ PRIORITY: n }), "critical error warn"],
    [
      "keys of the journal",
      [2, 3, 4],
      (n: number) => ({ priority: n, _systemd_unit: "a.service" }),
      "critical error warn",
    ],
    ["keys of Monolog", [100, 250, 550], (level: number) => ({ channel: "app", level }), "debug notice alert"],
    ["numbers of pino", [30, 40, 60], (level: number) => ({ level }), "info warn fatal"],
    ["numbers of syslog", [3, 6, 7], (level: number) => ({ level }), "error info debug"],
  ])("is certain by %s", (_, numbers, write, levels) => {
    const read = levelsOf(objects(numbers, write as (number: number, i: number) => object));
    expect(read.questions).toEqual([]);
    expect(read.levels.slice(0, 3).join(" ")).toBe(levels);
  });

  it("is asked for where several have them, and none is taken unasked", () => {
    const lines = objects([1, 2, 3], (level) => ({ level }));
    const { levels, questions } = levelsOf(lines);
    expect(new Set(levels)).toEqual(new Set([undefined]));
    expect(questions).toEqual([
      {
        id: "level:is",
        text: "Is level the level of an entry (1, 2 and 3)?",
        answers: [
          { id: "no", text: "No" },
          { id: "windows", text: "Yes, of Windows events: 3 is warn" },
          { id: "syslog", text: "Yes, of syslog: 3 is error" },
        ],
        answer: "no",
      },
    ]);
    const answered = (id: string) => levelsOf(lines, new Map([["level:is", id]])).levels.slice(0, 3);
    expect(answered("windows")).toEqual(["critical", "error", "warn"]);
    expect(answered("syslog")).toEqual(["alert", "critical", "error"]);
  });

  it("is none for the severity of an alert, and none for an event that is called one", () => {
    const lines = objects([1, 2, 3], (severity) => ({ event_type: "alert", alert: { severity, rule: "scan" } }));
    const { levels, questions } = levelsOf(lines);
    expect(questions).toEqual([]);
    expect(new Set(levels)).toEqual(new Set([undefined]));
  });
});

describe("words of PHP", () => {
  it("are levels behind its name, of one word or two", () => {
    const words = ["Notice", "Warning", "Fatal error", "Parse error", "Deprecated"];
    const lines = Array.from(
      { length: 40 },
      (_, i) => `[14-Mar-2026 09:26:${10 + i} UTC] PHP ${words[i % 5]}:  Undefined index n${i} in /srv/shop/cart.php`,
    );
    expect(levelsOf(lines).levels.slice(0, 5)).toEqual(["notice", "warn", "fatal", "error", "warn"]);
  });

  it("are no levels in a column of levels, and a number is none however seldom it is", () => {
    const lines = Array.from(
      { length: 12 },
      (_, i) =>
        `[2026-03-14T09:26:${10 + i}Z][${i === 7 ? "9" : ["INFO ", "WARN "][i % 2]}][store] segment ${i} is written`,
    );
    expect(levelsOf(lines).levels.slice(5, 9)).toEqual(["warn", "info", undefined, "info"]);
  });
});
