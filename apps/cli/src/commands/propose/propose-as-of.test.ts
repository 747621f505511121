import { parseRfc3339 } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { proposeAsOf } from "./propose-as-of.ts";

const START = parseRfc3339("2026-11-25T15:00:00Z")!;
const lines = (day: string) =>
  Array.from({ length: 20 }, (_, i) => `${day} 14:00:${10 + i} web-1 app[7]: job ${i} done`);

describe("times without a year", () => {
  it("are of last year where they would lie in the future", () => {
    const { proposal, note } = proposeAsOf([...lines("Dec 30"), ...lines("Jan  2")], { start: START }, false);
    expect(note).toContain("2025-12-31T23:59:59Z");
    expect(proposal.figures.ahead).toBe(0);
    expect(proposal.example?.time).toBe("2025-12-30T14:00:10Z");
    expect(proposal.stages.find(({ id }) => id === "time")!.evidence).toContain(
      "no year in the lines: that of the clock, 2025, is read",
    );
  });

  it("are of the present year otherwise, and where somebody says when they were read", () => {
    expect(proposeAsOf(lines("Nov 20"), { start: START }, false)).toMatchObject({
      note: "",
      proposal: { figures: { ahead: 0 } },
    });
    const given = proposeAsOf(lines("Dec 30"), { start: START }, true);
    expect(given).toMatchObject({ note: "", proposal: { figures: { ahead: 20 } } });
    expect(given.proposal.stages.find(({ id }) => id === "time")!.evidence.join()).toContain(
      "20 lie after the clock's time",
    );
  });
});
