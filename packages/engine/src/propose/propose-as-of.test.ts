import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { proposeAsOf } from "./propose-as-of.ts";

const timeOf = (text: string): bigint => parseRfc3339(text)!;
const START = timeOf("2026-11-25T15:00:00Z");
const lines = (day: string) =>
  Array.from({ length: 20 }, (_, i) => `${day} 14:00:${10 + i} web-1 app[7]: job ${i} done`);
const evidence = ({ proposal }: ReturnType<typeof proposeAsOf>): string =>
  proposal.stages.find(({ id }) => id === "time")!.evidence.join();

describe("times without a year", () => {
  it("are of last year where they would lie in the future", () => {
    const made = proposeAsOf([...lines("Dec 30"), ...lines("Jan  2")], { start: START }, START);
    expect(made.asOf).toBe(timeOf("2025-12-31T23:59:59Z"));
    expect(made.proposal.figures).toMatchObject({ yearless: 40, ahead: 0 });
    expect(made.proposal.example?.time).toBe("2025-12-30T14:00:10Z");
    expect(evidence(made)).toContain("no year in the lines: that of the clock, 2025, is read");
  });

  it("are of the year in which the file was written, or of the one before", () => {
    const march = proposeAsOf(lines("Feb 20"), { start: START }, timeOf("2023-03-01T00:00:00Z"));
    expect(march.asOf).toBe(timeOf("2023-03-01T00:00:00Z"));
    expect(march.proposal.example?.time).toBe("2023-02-20T14:00:10Z");
    const earlier = proposeAsOf(lines("Dec 30"), { start: START }, timeOf("2023-03-01T00:00:00Z"));
    expect(earlier.asOf).toBe(timeOf("2022-12-31T23:59:59Z"));
    expect(earlier.proposal.example?.time).toBe("2022-12-30T14:00:10Z");
  });

  it("are of the present year where the file's time is none, or the same day", () => {
    for (const written of [0n, START - 3_600_000_000_000n, START])
      expect(proposeAsOf(lines("Nov 20"), { start: START }, written)).toMatchObject({
        asOf: undefined,
        proposal: { figures: { ahead: 0 }, example: { time: "2026-11-20T14:00:10Z" } },
      });
  });

  it("are of the year that somebody gives, whatever they say", () => {
    const given = proposeAsOf(lines("Dec 30"), { start: START }, undefined);
    expect(given).toMatchObject({ asOf: undefined, proposal: { figures: { ahead: 20 } } });
    expect(evidence(given)).toContain("20 lie after the clock's time");
  });
});

it("leaves times with a year to themselves, whenever the file was written", () => {
  const dated = Array.from({ length: 20 }, (_, i) => `2026-12-30T14:00:${10 + i}Z info job ${i} done`);
  expect(proposeAsOf(dated, { start: START }, timeOf("2019-01-01T00:00:00Z"))).toMatchObject({
    asOf: undefined,
    proposal: { figures: { yearless: 0 }, example: { time: "2026-12-30T14:00:10Z" } },
  });
});

it("judges which of two numbers is the day by when the lines were written, not by the clock of a preview", () => {
  const ambiguous = Array.from({ length: 20 }, (_, i) => `[04/03/26 09:12:${10 + i}] ERROR:worker:job ${i} failed`);
  const preview = timeOf("2026-01-15T08:00:00Z");
  const made = proposeAsOf(ambiguous, { start: preview }, START);
  expect([made.proposal.example?.time?.slice(0, 4), made.asOf]).toEqual(["2026", undefined]);
});
