import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { MAX_STAGES } from "./decode-stages.ts";
import type { StageNode } from "./stage-spec.ts";

const paths = (nodes: readonly StageNode[]): string[] =>
  nodes.flatMap(({ path, children }) => [path, ...paths(children)]);
const messages = (text: string): string[] =>
  loadStages(text).diagnostics.map(
    ({ code, message, span }) => `${code} ${text.slice(span!.start, span!.end)}: ${message}`,
  );

const match = (inside: string) => `stage.match {\n selector = "{a=\\"b\\"}"\n${inside}}\n`;
const ONE = "stage.decolorize { }\n";

describe("stages of a configuration", () => {
  it("have paths by their places, also after one that is refused", () => {
    const { stages, ok } = loadStages(`${ONE}stage.nothing { }\n${match(`${ONE}${match(ONE)}`)}`);
    expect(ok).toBe(false);
    expect(paths(stages)).toEqual(["1", "3", "3.1", "3.2", "3.2.1"]);
  });

  const CASES: [string, string, string[]][] = [
    ["an unknown stage", "stage.jsn { }", ['unknown-stage stage.jsn {: unrecognized block name "stage.jsn"']],
    [
      "a label",
      'stage.decolorize "x" { }',
      ['label-not-allowed stage.decolorize "x" {: block "stage.decolorize" does not support specifying labels'],
    ],
    [
      "an attribute beside stages",
      "a = 1\nstage.decolorize { }",
      ['unknown-argument a = 1: unrecognized attribute name "a"'],
    ],
    [
      "a component beside stages",
      'logs.echo "x" { }',
      ['unknown-block logs.echo "x" {: unrecognized block name "logs.echo"'],
    ],
    [
      "stages inside one that takes none",
      `stage.decolorize {\n${ONE}}`,
      ['unknown-block stage.decolorize {: unrecognized block name "stage.decolorize"'],
    ],
  ];
  it.each(CASES)("refuses %s", (_title, text, wanted) => {
    expect(messages(text)).toEqual(wanted);
  });

  it("offers the name that was probably meant", () => {
    const [diagnostic] = loadStages("stage.jsn { }").diagnostics;
    expect(diagnostic!.fixes).toEqual([
      { title: "Change to stage.json", edits: [{ span: { start: 0, end: 9 }, text: "stage.json" }] },
    ]);
  });

  it("nest to a stated depth", () => {
    const nested = (depth: number): string => (depth === 1 ? ONE : match(nested(depth - 1)));
    expect(loadStages(nested(50)).ok).toBe(true);
    expect(loadStages(nested(51)).diagnostics.map(({ code }) => code)).toContain("stages-too-deep");
  });

  it("are of a stated number, nested ones included, and refused once", () => {
    expect(loadStages(ONE.repeat(MAX_STAGES)).ok).toBe(true);
    expect(loadStages(ONE.repeat(MAX_STAGES + 5)).diagnostics.map(({ code }) => code)).toEqual(["too-many-stages"]);
    const nested = match(ONE.repeat(MAX_STAGES));
    expect(loadStages(nested).diagnostics.map(({ code }) => code)).toContain("too-many-stages");
  });
});
