import { describe, expect, it } from "vitest";
import { readVectorFiles } from "../../conformance/vector-files.ts";
import { atOnce } from "../base/at-once.ts";
import { previewCases } from "../testing/preview-cases.ts";
import { openDocument, openDocumentInSteps } from "./open-document.ts";

/** What is compared: functions and compiled programs are not. */
const told = ({ diagnostics, ok, components, pipelines, kind }: ReturnType<typeof openDocument>) =>
  JSON.stringify(
    [
      kind,
      ok,
      diagnostics,
      components.map(({ id, args, stages }) => [id, args, stages.map(({ path, args: own }) => [path, own])]),
      pipelines.map(({ id, previewable }) => [id, previewable]),
    ],
    (_, value) => (typeof value === "bigint" ? `${value}n` : value),
  );

const process = (body: string) => `logs.process "x" {\n  forward_to = []\n${body}}\n`;
const regex = (pattern: string) => `  stage.regex {\n    expression = \`${pattern}\`\n  }\n`;

function stepsOf(text: string): number {
  const work = openDocumentInSteps(text);
  let steps = 0;
  while (!work.next().done) steps++;
  return steps;
}

describe("a document that is opened in steps", () => {
  it("is the same as one that is opened at once, over all vectors and examples", () => {
    const texts = new Set(previewCases(readVectorFiles()).map(({ text }) => text));
    expect(texts.size).toBeGreaterThan(500);
    for (const body of texts) {
      const text = process(body);
      expect(told(atOnce(openDocumentInSteps(text)))).toBe(told(openDocument(text)));
    }
  });

  it.each([
    ["no stage of the name", process("  stage.regexp {\n    expression = `a`\n  }\n")],
    ["a pattern that is refused", process(regex("(") + regex("a"))],
    ["an expression that is no literal", process('  stage.regex {\n    expression = "(?P<a>" + "x)"\n  }\n')],
    ["an argument of another type", process("  stage.regex {\n    expression = 5\n  }\n")],
    ["more stages than there may be", process(regex("a").repeat(310))],
    ["patterns that are too large together", process(regex(`[${"\\pL".repeat(20)}]`).repeat(299))],
    ["text that does not parse", process("stage.regex {")],
    ["stages alone", regex("(?P<a>x)")],
    [
      "maps of expressions",
      process(
        '  stage.json {\n    expressions = { a = "", "b-c" = null, d = "e(", f = 5, g = "h" + "i", j = "k" }\n  }\n',
      ),
    ],
  ])("is the same with %s", (_, text) => {
    expect(told(atOnce(openDocumentInSteps(text)))).toBe(told(openDocument(text)));
  });

  it("stops after each pattern, each filter of a selector, each expression of a map, each component", () => {
    const filters = Array.from({ length: 200 }, (_, i) => ` |~ "a${i}"`).join("");
    const few = stepsOf(process(""));
    expect(stepsOf(process(Array.from({ length: 50 }, (_, i) => regex(`a${i}`)).join("")))).toBeGreaterThanOrEqual(
      few + 50,
    );
    const match = `  stage.match {\n    selector = ${JSON.stringify(`{job="a"}${filters}`)}\n    action = "drop"\n  }\n`;
    expect(stepsOf(process(match))).toBeGreaterThanOrEqual(few + 200);
    for (const written of ['"x.y', '"', "null"]) {
      const value = (i: number) => (written === "null" ? written : `${written}${written === '"' ? "" : i}"`);
      const fields = Array.from({ length: 200 }, (_, i) => `a${i} = ${value(i)}, `).join("");
      const json = process(`  stage.json {\n    expressions = { ${fields}}\n  }\n`);
      expect(stepsOf(json)).toBeGreaterThanOrEqual(few + 200);
    }
    const many = Array.from({ length: 100 }, (_, i) => process("").replace('"x"', `"x${i}"`)).join("");
    expect(stepsOf(many)).toBeGreaterThanOrEqual(few + 99);
  });
});
