import { describe, expect, it } from "vitest";
import { editSamples, limitSamples, MAX_SAMPLE_TEXT, MAX_SAMPLES, type SampleEntry } from "./samples.ts";

const list = (...lines: string[]): SampleEntry[] => lines.map((line, i) => ({ id: i + 1, line }));
const show = (samples: readonly SampleEntry[]) => samples.map(({ id, line }) => `${id}:${line}`).join(" ");

describe("editSamples", () => {
  const cases: readonly { name: string; before: SampleEntry[]; lines: string[]; after: string }[] = [
    { name: "nothing changes", before: list("a", "b"), lines: ["a", "b"], after: "1:a 2:b" },
    { name: "a line is changed in place", before: list("a", "b", "c"), lines: ["a", "B", "c"], after: "1:a 2:B 3:c" },
    {
      name: "a line is inserted: those after it keep their ids",
      before: list("a", "b", "c"),
      lines: ["a", "x", "b", "c"],
      after: "1:a 10:x 2:b 3:c",
    },
    { name: "a line is removed", before: list("a", "b", "c"), lines: ["a", "c"], after: "1:a 3:c" },
    { name: "all lines are replaced by more", before: list("a"), lines: ["x", "y"], after: "1:x 10:y" },
    { name: "all lines are removed", before: list("a", "b"), lines: [], after: "" },
    { name: "lines are added to none", before: [], lines: ["a", "a"], after: "10:a 11:a" },
    { name: "one of equal lines is removed", before: list("a", "a", "a"), lines: ["a", "a"], after: "1:a 2:a" },
  ];
  for (const { name, before, lines, after } of cases) {
    it(name, () =>
      expect(
        show(
          editSamples(
            before,
            lines.map((line) => ({ line })),
            10,
          ).samples,
        ),
      ).toBe(after),
    );
  }

  it("keeps more entries after an edit than a call takes arguments", () => {
    const before = list("a").concat(Array.from({ length: 200_000 }, (_, i) => ({ id: 200 + i, line: "c" })));
    const { samples } = editSamples(before, [{ line: "x" }, ...before.slice(1)], 999_999);
    expect([samples.length, samples[0]!.line, samples.at(-1)]).toEqual([before.length, "x", before.at(-1)]);
  });

  it("takes what the text says besides the line, and keeps the id", () => {
    const before = [{ id: 1, line: "a", labels: { app: "x" } }, ...list("b").map((one) => ({ ...one, id: 2 }))];
    expect(editSamples(before, [{ line: "a", labels: { app: "y" } }, { line: "b" }], 3).samples).toEqual([
      { id: 1, line: "a", labels: { app: "y" } },
      { id: 2, line: "b" },
    ]);
  });
});

describe("limitSamples", () => {
  it("refuses samples beyond the maximum number", () => {
    const { entries, refused } = limitSamples(
      Array.from({ length: MAX_SAMPLES + 5 }, () => ({ line: "x" })),
      list("a"),
    );
    expect([entries.length, refused]).toEqual([MAX_SAMPLES - 1, 6]);
  });
  it("refuses samples beyond the maximum size of all lines", () => {
    expect(
      limitSamples([{ line: "x".repeat(0.75 * MAX_SAMPLE_TEXT) }, { line: "y".repeat(0.75 * MAX_SAMPLE_TEXT) }], []),
    ).toMatchObject({
      refused: 1,
    });
  });
});
