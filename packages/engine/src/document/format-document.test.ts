import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { readVectorConfigs } from "../../conformance/vector-files.ts";
import { applyEdits as apply, type TextEdit } from "../base/diagnostic.ts";
import type { Statement } from "../syntax/ast.ts";
import { formatFile, parseFile, walkStatements } from "../syntax/index.ts";
import { changesMeaning, formatDocument } from "./format-document.ts";
import { readMarks, switchOff, switchOn } from "./marks.ts";
import { openDocument } from "./open-document.ts";

/** The lines of a text that are a mark, or stand between `off` and `on`, without what they are indented by. */
function meant(text: string): string[] {
  const { marks, switchedOff } = readMarks(parseFile(text).file);
  const lines = (start: number, end: number) => text.slice(start, end).split("\n");
  return [
    ...marks.flatMap(({ span }) => lines(span.start, span.end)),
    ...switchedOff.flatMap(({ start, end }) => lines(start, end)),
  ].map((line) => line.replace(/^[ \t]+/, ""));
}

/** What each mark stands before, and in which block. */
function neighbours(text: string): string[] {
  const { file } = parseFile(text);
  return readMarks(file).marks.map(({ word, argument, span }) => {
    let place = "";
    walkStatements(file.body, (statement, parents) => {
      if (statement.span.start < span.start) place = `${parents.length} ${statement.name}`;
    });
    return `${word} ${argument} after ${place}`;
  });
}

describe("formatting", () => {
  it("keeps comments with a meaning in place byte for byte, over all vectors", { timeout: 90_000 }, () => {
    const random = new SeededRandom(3);
    const pick = (n: number) => Math.floor(random.next() * n);
    let off = 0;
    for (const text of readVectorConfigs()) {
      const statements: Statement[] = [];
      walkStatements(parseFile(text).file.body, (statement) => void statements.push(statement));
      const chosen = statements[pick(statements.length)]!;
      const lineStart = text.lastIndexOf("\n", chosen.span.start - 1) + 1;
      const edits: TextEdit[] = [];
      if (text.slice(lineStart, chosen.span.start).trim() === "") {
        const at = { start: lineStart, end: lineStart };
        edits.push({ span: at, text: `\t //  sluice:ignore \t some-code  \n` });
      }
      edits.push({ span: { start: 0, end: 0 }, text: "//sluice:samples  logs/it's \t one.log \t\n" });
      const other = statements.find(({ span }) => span.end < lineStart || span.start > chosen.span.end);
      const switched = other === undefined ? undefined : switchOff(text, other.span);
      if (switched !== undefined) off++;
      const marked = apply(text, [...edits, ...(switched ?? [])]);
      const { file, diagnostics } = parseFile(marked);
      const formatted = formatDocument({ file, syntaxErrors: diagnostics });
      if (!formatted.ok) throw new Error(`${marked} does not parse`);
      expect([marked, meant(formatted.text)]).toEqual([marked, meant(marked)]);
      expect([marked, neighbours(formatted.text)]).toEqual([marked, neighbours(marked)]);
      expect(formatted.warnings.filter(changesMeaning)).toEqual([]);
    }
    expect(off).toBeGreaterThan(200);
  });

  it("gives a switched-off stage back with the blanks at its line ends", () => {
    const stage = "stage.template {  \n\ttemplate = `a  \n\n\t b\t`   \n}  ";
    const text = `stage.drop { expression = "x" }\n${stage}\n`;
    const off = apply(text, switchOff(text, parseFile(text).file.body[1]!.span)!);
    const formatted = formatDocument(openDocument(off));
    const again = formatted.ok ? formatted.text : "";
    const [region] = readMarks(parseFile(again).file).switchedOff;
    expect(apply(again, switchOn(again, region!))).toContain(`\n${stage}\n`);
  });

  it("is what it was for a file alone, and says of a broken one only what does not parse", () => {
    for (const text of ['a "b" {}\n', 'stage.drop{expression="("}\n'])
      expect(formatDocument(openDocument(text))).toEqual(formatFile(text));
    const broken = openDocument("stage.nope { a = [1\n");
    expect(formatDocument(broken)).toEqual({ ok: false, diagnostics: broken.syntaxErrors });
    expect(broken.syntaxErrors.map(({ code }) => code)).toEqual(["syntax-missing-comma"]);
  });
});
