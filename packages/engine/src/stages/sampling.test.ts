import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const run = (argumentsText: string, count: number, seed = 1) =>
  runStages(
    `stage.sampling {\n${argumentsText}\n}`,
    Array.from({ length: count }, (_, i) => String(i)),
    { seed, trace: true },
  );

describe("stage.sampling", () => {
  it("keeps everything or nothing at the ends", () => {
    expect(run("rate = 1", 500).balance).toMatchObject({ out: 500, dropped: 0 });
    expect(run("rate = 0", 500).balance).toMatchObject({ out: 0, dropped: 500 });
  });

  it("keeps about its share, the same under the same seed", () => {
    const { out, balance, metrics } = run("rate = 0.25", 4000);
    expect(out.length).toBeGreaterThan(900);
    expect(out.length).toBeLessThan(1100);
    expect(metrics.at(-1)).toBe(`logs_process_dropped_lines_total{reason="sampling_stage"} ${balance.dropped}`);
    expect(run("rate = 0.25", 4000).out).toEqual(out);
    expect(run("rate = 0.25", 4000, 2).out).not.toEqual(out);
  });

  it("shows its counter from the start, under its reason, which may be empty", () => {
    expect(run("rate = 1", 0).metrics.at(-1)).toBe('logs_process_dropped_lines_total{reason="sampling_stage"} 0');
    expect(run('rate = 0\ndrop_counter_reason = ""', 2).metrics.at(-1)).toBe(
      'logs_process_dropped_lines_total{reason=""} 2',
    );
  });

  it("says what was drawn", () => {
    expect(run("rate = 0.5", 1).steps[0]?.[0]?.reasons[0]?.text).toMatch(
      /^(Kept|Dropped) by chance: drew 0\.\d{4}, which is (not )?below 0\.5$/,
    );
  });

  it.each([
    ["1.1", "1.100000"],
    ["-0.1", "-0.100000"],
    ["1.00000049", "1.000000"],
  ])("refuses the rate %s", (rate, text) => {
    expect(diagnose(`stage.sampling {\n  rate = ${rate}\n}`)).toEqual([
      `error rate-out-of-range: sampling stage failed to parse rate,Sampling Rate must be between 0.0 and 1.0, received ${text}`,
    ]);
  });
});

describe("notes of stage.sampling", () => {
  for (const { name, run } of stageNotes("sampling", [
    ["chance for it", "rate = 1", "x", "sampled", "not missed"],
    ["chance against it", "rate = 0", "x", "not-sampled", "not missed", "dropped"],
  ]))
    it(name, run);
});
