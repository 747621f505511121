/** Nested stages that wait: other entries pass by, as far as in Alloy. */
import { SECOND } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { loadStages } from "../../document/load.ts";
import { Preview, type Sample } from "../../preview/preview.ts";
import { TEST_HOST } from "../../testing/index.ts";

const LIMIT = "stage.limit {\n rate = 1\n burst = 1\n}";
const match = (...stages: string[]) => `stage.match {\n selector = \`{m="1"}\`\n ${stages.join("\n")}\n}`;
const DECOLORIZE = "stage.decolorize { }";

/** `m…` are entries that match. */
const samplesOf = (lines: string): Sample[] =>
  lines.split(" ").map((line) => ({ line, labels: { m: line.startsWith("m") ? "1" : "0" } }));

function play(config: string, lines: string, end = true): Preview {
  const { stages, diagnostics } = loadStages(config);
  expect(diagnostics).toEqual([]);
  const preview = new Preview({ stages, dialect: "logs" }, { start: 0n, seed: 1, host: TEST_HOST });
  preview.send(samplesOf(lines));
  if (end) preview.end();
  return preview;
}

/** `line@second`, in the order in which they left. */
const left = (preview: Preview, count: number) =>
  Array.from({ length: count }, (_, i) => preview.outcomeOf(i).outputs)
    .flat()
    .sort((a, b) => a.index - b.index)
    .map(({ entry, at }) => `${entry.line}@${at / SECOND}`)
    .join(" ");

describe("a limit that waits inside a match", () => {
  // In Alloy one entry is in the limit, one where labels are copied, one in each stage before it, and one with the match.
  it.each([
    [
      "delays what goes through it, and the others only when no more can wait",
      match(LIMIT),
      "m1 o1 m2 o2 m3 o3 m4 o4 m5 o5",
      "m1@0 o1@0 o2@0 o3@0 m2@1 o4@1 m3@2 o5@2 m4@3 m5@4",
    ],
    [
      "has one more wait for each stage before it",
      match(DECOLORIZE, LIMIT),
      "m1 o1 m2 o2 m3 o3 m4 o4 m5 o5",
      "m1@0 o1@0 o2@0 o3@0 o4@0 m2@1 o5@1 m3@2 m4@3 m5@4",
    ],
    [
      "two matches deep has those of both wait",
      match(match(LIMIT)),
      "m1 o1 m2 o2 m3 o3 m4 o4 m5 o5 m6 o6 m7 o7",
      "m1@0 o1@0 o2@0 o3@0 o4@0 o5@0 m2@1 o6@1 m3@2 o7@2 m4@3 m5@4 m6@5 m7@6",
    ],
    ["delays everything where all goes through it", match(LIMIT), "m1 m2 m3 m4", "m1@0 m2@1 m3@2 m4@3"],
    ["lets a stage after the match see others first", `${match(LIMIT)}\n${DECOLORIZE}`, "m1 m2 o1", "m1@0 o1@0 m2@1"],
  ])("%s", (_name, config, lines, wanted) => {
    const count = lines.split(" ").length;
    const preview = play(config, lines);
    expect(left(preview, count)).toBe(wanted);
    expect(preview.balance).toEqual({ in: count, out: count, dropped: 0, held: 0, emitted: count });
  });

  it("holds what it has, and the rest waits for it, until it is flushed", () => {
    const preview = play(match(LIMIT), "m1 o1 m2 o2 m3 o3", false);
    expect([0, 1, 2, 3, 4, 5].map((i) => preview.outcomeOf(i).heldBy)).toEqual([
      undefined,
      undefined,
      "1.1",
      undefined,
      "1.1",
      undefined,
    ]);
    expect([...preview.counts()].map(([path, { held, waiting }]) => [path, held, waiting])).toEqual([
      ["1", 2, 0],
      ["1.1", 1, 1],
    ]);
    preview.end();
    expect(left(preview, 6)).toBe("m1@0 o1@0 o2@0 o3@0 m2@1 m3@2");
  });

  it("drains in order: blocks that a stage before it holds come after what waits", () => {
    const config = match('stage.multiline {\n firstline = "^m"\n}', LIMIT);
    expect(left(play(config, "m1 m2 m3 o1 m4"), 5)).toBe("m1@0 o1@0 m2@1 m3@2 m4@3");
  });
});
