import { stageCounts } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { describeFlow, flowOf } from "./flow.ts";

describe("the flow through a stage", () => {
  it("says in one sentence what the bar shows", () => {
    expect(describeFlow(flowOf(stageCounts({ in: 48, out: 48, changed: 46, missed: 2 })))).toBe(
      "48 in: 46 changed, 2 missed; 48 out",
    );
    expect(describeFlow(flowOf(stageCounts({ in: 1048, out: 1043, unchanged: 1043, dropped: 5 })))).toBe(
      "1,048 in: 1,043 unchanged, 5 dropped; 1,043 out",
    );
  });
  it("says how many bytes of lines came and left, of a stage and of all", () => {
    const counts = { in: 4, out: 3, unchanged: 3, dropped: 1 };
    const at = (bytes_in: number, bytes_out: number) => stageCounts({ ...counts, bytes_in, bytes_out });
    expect(describeFlow(flowOf(at(12_000, 9600)))).toBe("4 in: 3 unchanged, 1 dropped; 3 out; 12 kB → 9.6 kB of lines");
  });
  it("never shows more than came in, whatever counts overlap", () => {
    const { parts } = flowOf(stageCounts({ in: 3, out: 3, changed: 3, held: 2, errors: 2, missed: 1 }));
    expect(parts).toEqual([
      { kind: "held", count: 1 },
      { kind: "errors", count: 2 },
    ]);
  });
  it("counts merged entries as changed, and entries that were only held as unchanged", () => {
    expect(describeFlow(flowOf(stageCounts({ in: 4, out: 2, merged: 2 })))).toBe("4 in: 4 changed; 2 out");
    expect(describeFlow(flowOf(stageCounts({ in: 3, out: 6, unchanged: 2, split: 3 })))).toBe(
      "3 in: 1 changed, 2 unchanged; 6 out",
    );
    expect(describeFlow(flowOf(stageCounts({ in: 3, out: 2, held: 1 })))).toBe("3 in: 2 unchanged, 1 held; 2 out");
  });
  it("of a stage that nothing reached is empty", () => {
    expect(describeFlow(flowOf(undefined))).toBe("0 in; 0 out");
  });
});
