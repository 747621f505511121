import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const NOW = 1_773_140_400_000_000_000n;

function read(lines: readonly string[]) {
  const { text, stages } = propose(lines, { start: NOW });
  const run = preview(
    text,
    lines.map((line) => ({ line, labels: {} })),
    NOW,
  );
  const metadata = run.outputs.map(({ entry }) => Object.fromEntries(entry.metadata ?? []));
  return { text, metric: stages.find(({ id }) => id === "metric"), metadata };
}

const many = (write: (i: number, two: string) => string): string[] =>
  Array.from({ length: 30 }, (_, i) => write(i, String(10 + i)));
const mixed = (i: number, short: string, long: string): string =>
  i % 2 === 0 ? `${i + 100}${short}` : `1.${i}${long}`;

describe("durations of one field in several units", () => {
  it.each<[string, (i: number, two: string) => string, string]>([
    ["a message", (i, two) => `2026-03-10 09:12:${two} INFO job ${i} took ${mixed(i, " ms", " s")}`, "took"],
    [
      "words",
      (i, two) => `2026-03-10 09:12:${two} INFO job ${i} done in ${mixed(i, " milliseconds", " seconds")}`,
      "duration",
    ],
    [
      "JSON",
      (i, two) => `{"ts":"2026-03-10T09:12:${two}Z","msg":"done","elapsed":"${mixed(i, " ms", " s")}"}`,
      "elapsed",
    ],
    ["logfmt", (i, two) => `ts=2026-03-10T09:12:${two}Z msg=done elapsed="${mixed(i, "msec", "sec")}"`, "elapsed"],
    ["pairs", (i, two) => `ts=2026-03-10T09:12:${two}Z msg=done elapsed=${mixed(i, "ms", "s")}`, "elapsed"],
  ])("are measured in seconds: %s", (_, write, name) => {
    const { text, metric, metadata } = read(many(write));
    expect(metadata.slice(0, 4).map((one) => one[name])).toEqual(["100ms", "1.1s", "102ms", "1.3s"]);
    expect(text).toContain("metric.histogram");
    expect(metric?.evidence.join(" ")).toMatch(/ to \S+ seconds$/);
  });

  it("are measured nowhere where some have no unit", () => {
    const { text, metadata } = read(
      many((i, two) => `{"ts":"2026-03-10T09:12:${two}Z","msg":"done","elapsed":"${mixed(i, "", "s")}"}`),
    );
    expect(metadata.slice(0, 2).map(({ elapsed }) => elapsed)).toEqual(["100", "1.1s"]);
    expect(text).not.toContain("metric.histogram");
  });

  it("keep their units in their names where each message has another", () => {
    const { text, metadata } = read(
      many(
        (i, two) => `2026-03-10 09:12:${two} INFO ${i % 2 === 0 ? `query took ${i} ms` : `backup of disk took ${i} s`}`,
      ),
    );
    expect(metadata.slice(0, 2)).toEqual([{ took_ms: "0" }, { took_seconds: "1" }]);
    expect(text).toContain("took_ms");
  });

  it("that no metric knows keep their unit", () => {
    const { text, metadata } = read(
      many((i, two) => `ts=2026-03-10T09:12:${two}Z msg=done elapsed="${mixed(i, " ms", " d")}"`),
    );
    expect(metadata.slice(0, 2).map(({ elapsed }) => elapsed)).toEqual(["100 ms", "1.1 d"]);
    expect(text).not.toContain("metric.histogram");
  });
});

it("sizes in several units keep them", () => {
  const { metadata } = read(
    many((i, two) => `2026-03-10 09:12:${two} INFO wrote file size ${mixed(i, " kB", " MB")} to disk`),
  );
  expect(metadata.slice(0, 2).map(({ size }) => size)).toEqual(["100 kB", "1.1 MB"]);
});
