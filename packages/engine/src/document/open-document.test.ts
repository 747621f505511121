import { describe, expect, it } from "vitest";
import { findPipeline, openDocument, previewablePipelines, referencesOf } from "./open-document.ts";

const ECHO = 'logs.echo "out" { }\n';
const process = (label: string, stages = "", name = "logs.process"): string =>
  `${name} "${label}" {\n  forward_to = [logs.echo.out.receiver]\n${stages}}\n`;

describe("openDocument", () => {
  const kinds: [string, string][] = [
    ["", "config"],
    ["stage.json { }", "stages"],
    ["stage.json { }\nstage.nonsense { }", "stages"],
    [ECHO, "config"],
    [`stage.json { }\n${ECHO}`, "config"],
    ["a = 1", "config"],
  ];
  it.each(kinds)("%j is %s", (text, kind) => {
    expect(openDocument(text).kind).toBe(kind);
  });

  it("gives the pipelines of both dialects, with what each may be called", () => {
    const document = openDocument(ECHO + process("a") + process("b", "  stage.decolorize { }\n", "loki.process"));
    expect(document).toMatchObject({ ok: true, allPreviewable: true, dialects: new Set(["logs", "loki"]) });
    expect(document.pipelines.map(({ id, dialect, stages }) => [id, dialect, stages.length])).toEqual([
      ["logs.process.a", "logs", 0],
      ["loki.process.b", "loki", 1],
    ]);
    expect(findPipeline(document, "b")).toBe(document.pipelines[1]);
    expect(findPipeline(document, "logs.process.a")).toBe(document.pipelines[0]);
    expect(findPipeline(document, "c")).toBeUndefined();
  });

  it("gives a bare body as one pipeline, also one with mistakes", () => {
    expect(openDocument("stage.decolorize { }")).toMatchObject({
      ok: true,
      components: [],
      pipelines: [{ id: "stages", dialect: "logs", previewable: true, stages: [{ path: "1" }] }],
    });
    const broken = openDocument("stage.decolorize { }\nstage.nonsense { }");
    expect(broken).toMatchObject({ ok: false, allPreviewable: false, pipelines: [{ stages: [{ path: "1" }] }] });
    expect(previewablePipelines(broken)).toEqual([]);
  });

  it("distinguishes a mistake inside a pipeline from one elsewhere", () => {
    const document = openDocument(`${ECHO}${process("good")}${process("bad", "  stage.nonsense { }\n")}`);
    expect(document.pipelines.map(({ label, previewable }) => [label, previewable])).toEqual([
      ["good", true],
      ["bad", false],
    ]);
    expect(document.allPreviewable).toBe(false);
    expect(openDocument(`${ECHO}${process("good")}nonsense "x" { }`)).toMatchObject({
      ok: false,
      allPreviewable: true,
    });
  });

  it("finds what is referred to", () => {
    const { file } = openDocument(`${ECHO}${process("a")}${process("b")}`);
    expect(referencesOf(file).map(({ path }) => path.join("."))).toEqual([
      "logs.echo.out.receiver",
      "logs.echo.out.receiver",
    ]);
  });

  it("previews a pipeline whose sink is not there, and offers to add it; to run it is an error", () => {
    for (const name of ["loki.write", "logs.echo", "loki.process"]) {
      const text = `loki.process "main" {\n  forward_to = [${name}.x.receiver]\n  stage.decolorize { }\n}\n`;
      expect(openDocument(text)).toMatchObject({ ok: false, allPreviewable: false });
      const document = openDocument(text, { purpose: "preview" });
      expect(document).toMatchObject({ ok: true, allPreviewable: true });
      expect(document.diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
        "warning unknown-reference",
      ]);
      const fix = document.diagnostics[0]!.fixes!.find(({ title }) => title === `Add ${name}.x`)!;
      const mended = text + fix.edits.map((edit) => edit.text).join("");
      expect(fix.edits[0]!.span).toEqual({ start: text.length, end: text.length });
      expect(openDocument(mended).diagnostics).toEqual([]);
    }
  });

  it("previews beside a reference into an unknown component, and a list of several", () => {
    const text = `${ECHO}loki.process "main" {\n  forward_to = [loki.nonsense.x.receiver, logs.echo.out.receiver]\n}\n`;
    const document = openDocument(text, { purpose: "preview" });
    expect(previewablePipelines(document)).toHaveLength(1);
    expect(document.diagnostics).toMatchObject([{ severity: "warning", code: "unknown-reference" }]);
  });
});
