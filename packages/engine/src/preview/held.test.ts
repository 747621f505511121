/** Held entries in a preview: their statuses, their counts, and their notes. */
import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { TEST_HOST } from "../testing/index.ts";
import { Preview, type Sample } from "./preview.ts";
import { stepToJson } from "./trace-json.ts";

const MULTILINE = 'stage.multiline {\n firstline = "^#"\n}';
const LIMIT = "stage.limit {\n rate = 1\n burst = 1\n}";
/** A line of a label set of its own. */
const of =
  (a: string) =>
  (line: string): Sample => ({ line, labels: { a } });

function run(config: string, lines: readonly (string | Sample)[]): Preview {
  const { stages, diagnostics } = loadStages(config);
  expect(diagnostics).toEqual([]);
  const samples = lines.map((line) => (typeof line === "string" ? { line, labels: {} } : line));
  return Preview.run({ stages, dialect: "logs" }, samples, { start: 0n, seed: 1, host: TEST_HOST });
}

describe("an entry that a stage held, and that leaves by itself", () => {
  const CRI = "stage.cri {\n max_partial_lines = 1\n}";
  const cri = (flag: string, text: string, time = "2024-05-17T08:00:01Z") => `${time} stdout ${flag} ${text}`;

  function outcomes(config: string, lines: readonly (string | Sample)[]) {
    const preview = run(config, lines);
    return {
      statuses: lines.map((_, i) => [preview.outcomeOf(i).status, preview.outcomeOf(i).stages.get("1")]),
      counts: preview.counts().get("1")!,
      preview,
    };
  }

  it("has changed where it leaves other than it came: it was unchanged, and none was counted", () => {
    const { statuses, counts } = outcomes(CRI, [cri("P", "a"), cri("P", "b"), cri("F", "c")]);
    expect(statuses).toEqual([
      ["passed", "changed"],
      ["merged", "merged"],
      ["merged", "merged"],
    ]);
    expect(counts).toMatchObject({ in: 3, out: 2, changed: 1, unchanged: 0, merged: 1, held: 0 });
  });

  it("has missed where the stage could not do its work with it", () => {
    const { statuses, counts, preview } = outcomes(CRI, [cri("P", "a", "soon"), cri("P", "b"), cri("F", "c")]);
    expect(statuses[0]).toEqual(["missed", "missed"]);
    expect(counts).toMatchObject({ changed: 0, missed: 1 });
    expect(preview.outcomeOf(0).missedBy).toEqual(["1"]);
  });

  it.each<[string, string, readonly (string | Sample)[], string, string]>([
    ["a block of one line", MULTILINE, ["#1", "#2"], "unchanged", "released"],
    ["one whose end was cut", MULTILINE, ["#1\r", "#2"], "passed", "changed"],
    ["one at `max_lines`", 'stage.multiline {\n firstline = "^#"\n max_lines = 1\n}', ["#1\r"], "passed", "changed"],
    ["one that gets a token at once", LIMIT, ["a"], "unchanged", "unchanged"],
    ["one that is split into one", "stage.split_json { }", ["[1]"], "passed", "changed"],
    ["one that is packed", 'stage.pack {\n labels = ["a"]\n}', [of("1")("x")], "passed", "changed"],
    ["a Docker record", "stage.docker { }", ['{"log":"x","time":"2024-05-17T08:00:01Z"}'], "passed", "changed"],
    [
      "a block inside a match",
      `stage.match {\n selector = "{a=\\"1\\"}"\n ${MULTILINE}\n}`,
      [of("1")("#1\r"), of("1")("#2")],
      "passed",
      "changed",
    ],
  ])("%s", (_name, config, lines, status, stage) => {
    expect(outcomes(config, lines).statuses[0]).toEqual([status, stage]);
  });

  it("is not counted as changed where it waited and left as it came", () => {
    const { statuses, counts } = outcomes(LIMIT, ["a", "b"]);
    expect(statuses[1]).toEqual(["unchanged", "released"]);
    expect(counts).toMatchObject({ in: 2, out: 2, changed: 0 });
  });
});

describe("notes", () => {
  const told = (config: string, lines: readonly (string | Sample)[], sample: number) =>
    run(config, lines)
      .stepsOf(sample)
      .flatMap((step) => stepToJson(step, sample).reasons.map(({ code, evidence }) => [code, evidence?.lines]));

  it("of multiline are at the lines of their own block, not of every block", () => {
    const config = MULTILINE;
    const lines = [...["a", "b", "c"].flatMap((app) => ["#1", "x"].map(of(app))), of("b")("#2"), of("b")("#3")];
    // Lines 3 and 4 form a block that a first line ends; the others end with the input.
    expect(lines.map((_, i) => told(config, lines, i))).toEqual([
      ...[
        [
          ["held", 1],
          ["end-of-input", 2],
        ],
        [
          ["held", 2],
          ["end-of-input", 2],
        ],
        [
          ["held", 1],
          ["new-start-line", 2],
        ],
        [
          ["held", 2],
          ["new-start-line", 2],
        ],
        [
          ["held", 1],
          ["end-of-input", 2],
        ],
        [
          ["held", 2],
          ["end-of-input", 2],
        ],
        [
          ["held", 1],
          ["new-start-line", 1],
        ],
        [
          ["held", 1],
          ["end-of-input", 1],
        ],
      ],
    ]);
  });

  it("of multiline are at every line of a block that its last line ends", () => {
    const config = 'stage.multiline {\n firstline = "^#"\n max_lines = 2\n}';
    expect([0, 1].map((i) => told(config, ["#1", "x"], i).map(([code]) => code))).toEqual([
      ["held", "max-lines"],
      ["held", "max-lines"],
    ]);
  });

  it("of cri are at the lines that were sent early, lost or joined", () => {
    const cri = (flag: string, text: string) => `2024-05-17T08:00:01Z stdout ${flag} ${text}`;
    const config = "stage.cri {\n max_partial_lines = 1\n}";
    const lines = [cri("P", "a"), cri("P", "b"), cri("F", "c"), cri("P", "d")];
    expect(lines.map((_, i) => told(config, lines, i).map(([code]) => code))).toEqual([
      ["held", "partial-lines-flushed"],
      ["held", "merged"],
      ["merged"],
      ["held", "partial-line-lost"],
    ]);
  });
});
