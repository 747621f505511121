import { describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";

describe("analyze", () => {
  it("lists the stages of each process component, nested ones after their parent", () => {
    const text = `logs.process "a" {
  forward_to = []
  stage.match {
    selector = \`{app="x"}\`
    stage.drop { expression = "x" }
  }
  stage.output { source = "m" }
}
logs.process "b" {
  forward_to = []
}
`;
    const { ok, pipelines } = analyze(text);
    expect(ok).toBe(true);
    expect(
      pipelines.map(({ id, stages }) => [
        id,
        stages.map(({ path, name, depth, summary }) => [path, name, depth, summary]),
      ]),
    ).toEqual([
      [
        "logs.process.a",
        [
          ["1", "match", 0, '{app="x"}'],
          ["1.1", "drop", 1, "expression x"],
          ["2", "output", 0, "m"],
        ],
      ],
      ["logs.process.b", []],
    ]);
    const [match] = pipelines[0]!.stages;
    expect(text.slice(match!.start, match!.start + 11)).toBe("stage.match");
  });

  it("lists every stage as it is written, with its place: with errors, inside others, switched off", () => {
    const text = `logs.process "a" {
  forward_to = []
  stage.match {
    selector = \`{app="x"}\`
    stage.regex { }
    // sluice:off
    // stage.drop { expression = "x" }
    // sluice:on
  }
  stage.cri { }
}
`;
    const shown = analyze(text).cards?.map(({ id, cards }) => [
      id,
      cards.map((card) => [card.id, card.name, card.summary, card.parent, card.index, card.depth, card.off]),
    ]);
    expect(shown).toEqual([
      [
        "logs.process.a",
        [
          ["1", "match", '{app="x"}', undefined, 0, 0, false],
          ["1.1", "regex", "", "1", 0, 1, false],
          ["off 1", "drop", "expression x", "1", 1, 1, true],
          ["2", "cri", "", undefined, 1, 0, false],
        ],
      ],
    ]);
    expect(analyze("stage.cri {").cards).toBeNull();
  });

  it("takes a bare body of stages", () => {
    expect(analyze('stage.drop { expression = "x" }').pipelines).toMatchObject([
      { id: "stages", stages: [{ path: "1" }] },
    ]);
  });

  it("places problems in lines and byte columns", () => {
    const { ok, problems } = analyze('// ä\nstage.drop { expression = "ä(" }');
    expect(ok).toBe(false);
    expect(problems[0]).toMatchObject({ severity: "error", code: "invalid-re2", line: 2 });
    expect(problems[0]!.end).toBeGreaterThan(problems[0]!.start);
  });

  it("underlines the mistake inside a template, and not the whole of it", () => {
    const text = 'stage.template {\n  source = "a"\n  template = "x {{ nofunction }}"\n}\n';
    const [problem] = analyze(text).problems;
    expect(text.slice(problem!.start, problem!.end)).toBe("nofunction");
  });

  it("offers a fix for a mistyped name", () => {
    const { problems } = analyze('stage.dropp { expression = "x" }');
    expect(problems[0]!.fixes.map(({ title }) => title)).toEqual(["Change to stage.drop"]);
  });

  it("says that it cannot open the file that is named for samples", () => {
    expect(analyze("// sluice:samples a.log\nstage.decolorize { }").problems).toMatchObject([
      { severity: "info", code: "samples-not-opened", message: expect.stringContaining('"a.log"'), line: 1 },
    ]);
  });

  it("leaves out what a comment says to ignore", () => {
    const text = 'logs.process "a" {\n  forward_to = [logs.echo.x.receiver]\n}\n';
    expect(analyze(text).problems.map(({ code }) => code)).toEqual(["unknown-reference"]);
    expect(analyze(`// sluice:ignore unknown-reference\n${text}`).problems).toEqual([]);
  });

  it("has nothing to say about an empty text", () => {
    expect(analyze("")).toMatchObject({ ok: true, problems: [], pipelines: [] });
  });

  it("keeps the list of problems short", () => {
    expect(analyze("} ".repeat(5000)).problems.length).toBeLessThanOrEqual(200);
  });

  it("says in a problem which name is probably meant, and offers it as a fix", () => {
    const { problems } = analyze("stage.jsno {\n  expresions = { }\n}\n");
    expect(problems.map(({ message, fixes }) => [message, fixes.map(({ title }) => title)])).toEqual([
      ['unrecognized block name "stage.jsno"; did you mean "stage.json"?', ["Change to stage.json"]],
      ['unrecognized attribute name "expresions"; did you mean "expressions"?', ["Change to expressions"]],
    ]);
  });
});
