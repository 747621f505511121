import { describe, expect, it } from "vitest";
import { readVectorConfigs } from "../../conformance/vector-files.ts";
import { applyEdits as apply } from "../base/diagnostic.ts";
import { formatFile, parseFile } from "../syntax/index.ts";
import { readMarks, switchOff, switchOn, withTarget } from "./marks.ts";
import { openDocument } from "./open-document.ts";

const codes = (text: string) => openDocument(text, { purpose: "preview" }).diagnostics.map(({ code }) => code);

describe("marks", () => {
  it("are read with what they name", () => {
    const { file } = parseFile("// sluice:samples app.log\n// sluice:ignore deprecated-stage\n// plain sluice:off\n");
    expect(readMarks(file).marks.map(({ word, argument }) => [word, argument])).toEqual([
      ["samples", "app.log"],
      ["ignore", "deprecated-stage"],
    ]);
  });

  it.each([
    ["an unknown word", "// sluice:of\n", /"sluice:of" is unknown; use one of sluice:off, sluice:on/],
    ["ignore without a code", "// sluice:ignore\n", /needs the code/],
    ["off without on", "// sluice:off\n", /no sluice:on after it/],
    ["on without off", "// sluice:on\n", /no sluice:off before it/],
    [
      "code between off and on, which still runs",
      "// sluice:off\nstage.decolorize { }\n// stage.cri { }\n// sluice:on\n",
      /^stage\.decolorize is not switched off: each line between/,
    ],
    [
      "an argument between off and on",
      'stage.drop {\n// sluice:off\nexpression = "a"\n// sluice:on\n}\n',
      /^expression is not switched off/,
    ],
    [
      "off and on in different blocks",
      'stage.drop {\nexpression = "a"\n// sluice:off\n}\n// sluice:on\n',
      /are in different blocks/,
    ],
    [
      "a second file of samples",
      "// sluice:samples a\n// sluice:samples b\n",
      /names a second file; only the first one/,
    ],
    [
      "a second target",
      "// sluice:target alloy 1.9\n// sluice:target sluice\n",
      /names a second target; only the first one/,
    ],
    [
      "a release that is not known",
      "// sluice:target alloy 1.8\n",
      /"alloy 1.8" is no target: expected sluice, or alloy/,
    ],
    ["a target without a name", "// sluice:target\n", /sluice:target needs sluice, or alloy with a release/],
    [
      "a target of any length, cut",
      `// sluice:target ${"x".repeat(10_000)}\n`,
      /^"x{42}… 9940 more …x{18}" is no target/,
    ],
    ["a word of any length, cut", `// sluice:${"x".repeat(10_000)}\n`, /^"sluice:x{35}… 9947 more …x{18}" is unknown/],
    [
      "a code of any length, cut",
      `// sluice:ignore ${"x".repeat(10_000)}\n`,
      /^no warning has the code "x{42}… 9940 more …/,
    ],
    [
      "a target behind many blanks",
      `// sluice:target a${" ".repeat(100_000)}b\n`,
      /^"a *… \d+ more … *b" is no target/,
    ],
  ])("with a mistake are warnings: %s", (_, text, message) => {
    expect(openDocument(text).diagnostics).toMatchObject([
      { severity: "warning", message: expect.stringMatching(message) },
    ]);
  });

  it("say what is switched off only by comments: the stages of the document are those outside", () => {
    const text = "stage.decolorize { }\n// sluice:off\n// stage.cri { }\n// sluice:on\nstage.docker { }\n";
    const { diagnostics, pipelines } = openDocument(text);
    expect(diagnostics).toEqual([]);
    expect(pipelines[0]!.stages.map(({ spec }) => spec.name)).toEqual(["decolorize", "docker"]);
  });

  it("ignore names a warning about the statement below, and nothing else", () => {
    const pipeline = 'logs.process "a" {\n  forward_to = [logs.echo.x.receiver]\n}\n';
    expect(codes(pipeline)).toEqual(["unknown-reference"]);
    expect(codes(`// sluice:ignore unknown-reference\n${pipeline}`)).toEqual([]);
    expect(codes(`// sluice:ignore unknown-value\n${pipeline}`)).toEqual(["unknown-reference"]);
    expect(codes(`${pipeline}// sluice:ignore unknown-reference\nlogs.echo "y" { }\n`)).toEqual(["unknown-reference"]);
    // An error stays: nobody can run that.
    const text = `// sluice:ignore unknown-reference\n${pipeline}`;
    expect(openDocument(text).diagnostics.map(({ code }) => code)).toEqual(["unknown-reference"]);
  });
});

describe("the target of a text", () => {
  it.each([
    ["", "a {\n}\n", "1.17", "// sluice:target alloy 1.17\n\na {\n}\n"],
    ["with CR LF", "a {\r\n}\r\n", "1.17", "// sluice:target alloy 1.17\r\n\r\na {\r\n}\r\n"],
    [
      "that names another",
      "// x\n// sluice:target alloy 1.9\na {\n}\n",
      "1.17",
      "// x\n// sluice:target alloy 1.17\na {\n}\n",
    ],
    ["for Sluice, which needs no mark", "// sluice:target alloy 1.9\n\na {\n}\n", "sluice", "a {\n}\n"],
    ["for Sluice, with a comment around", "// x\n// sluice:target alloy 1.9\na {\n}\n", "sluice", "// x\na {\n}\n"],
    [
      "that had two",
      "// sluice:target sluice\na {\n}\n// sluice:target alloy 1.9\n",
      "1.17",
      "// sluice:target alloy 1.17\na {\n}\n",
    ],
    ["that has none and needs none", "a {\n}\n", "sluice", "a {\n}\n"],
  ] as const)("is written %s", (_, text, target, result) => {
    expect(withTarget(text, target)).toBe(result);
    expect(openDocument(result, { purpose: "preview" }).target).toBe(target);
    expect(withTarget(result, target)).toBe(result);
  });
});

describe("switching a stage off and on", () => {
  const texts = readVectorConfigs();

  it("gives the identical bytes back, over all vectors, and leaves the other statements", { timeout: 60_000 }, () => {
    let tried = 0;
    for (const text of texts) {
      const { file } = parseFile(text);
      for (const statement of file.body) {
        const edits = switchOff(text, statement.span);
        if (edits === undefined) continue;
        tried++;
        const off = apply(text, edits);
        const parsed = parseFile(off);
        const { switchedOff, diagnostics: wrong } = readMarks(parsed.file);
        expect([text, parsed.diagnostics.length, wrong.length, switchedOff.length]).toEqual([text, 0, 0, 1]);
        expect(parsed.file.body.length).toBe(file.body.length - 1);
        expect(apply(off, switchOn(off, switchedOff[0]!))).toBe(text);
      }
    }
    expect(tried).toBeGreaterThan(500);
  });

  it("survives the formatter", () => {
    const text = 'stage.match {\n\tselector = "{}"\n\n\tstage.drop {\n\t\texpression = "x"\n\t}\n}\n';
    const inner = parseFile(text).file.body[0]!;
    const stage = inner.kind === "block" ? inner.body[1]! : inner;
    const off = apply(text, switchOff(text, stage.span)!);
    const formatted = formatFile(off);
    expect(formatted.ok).toBe(true);
    const again = formatted.ok ? formatted.text : "";
    const { switchedOff } = readMarks(parseFile(again).file);
    expect(apply(again, switchOn(again, switchedOff[0]!))).toBe(text);
  });

  it("is refused where other code shares the lines", () => {
    const text = 'stage.match { stage.drop { expression = "x" } }';
    const [match] = parseFile(text).file.body;
    expect(match?.kind === "block" && switchOff(text, match.body[0]!.span)).toBeUndefined();
  });
});
