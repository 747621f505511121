import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../base/diagnostic.ts";
import { displayWidth } from "../../base/display.ts";
import { ConfigFiles } from "../config-files.ts";
import { formatDiagnostics } from "./diagnostics-text.ts";

/** The text of one error whose place is where `marked` stands between `«` and `»`. */
function show(marked: string, extra: Partial<Diagnostic> = {}): string {
  const start = marked.indexOf("«");
  const text = marked.replace("«", "").replace("»", "");
  const span = { start, end: marked.indexOf("»") - 1 };
  const diagnostic: Diagnostic = { severity: "error", code: "c", message: "bad", span, ...extra };
  return formatDiagnostics(ConfigFiles.one("a.alloy", text), [diagnostic]);
}

describe("formatDiagnostics", () => {
  it.each([
    ["in the middle of a line", "one\nx = «two» three\n", "a.alloy:2:5: error: bad\n  x = two three\n      ^^^\n"],
    ["an empty place", "x = «»y", "a.alloy:1:5: error: bad\n  x = y\n      ^\n"],
    ["after the end of the text", "x = {\n«»", "a.alloy:2:1: error: bad\n  \n  ^\n"],
    ["tabs stay, so that the caret lines up", "\t\tx = «1»", "a.alloy:1:7: error: bad\n  \t\tx = 1\n  \t\t    ^\n"],
    ["columns count bytes", "ä = «1»", "a.alloy:1:6: error: bad\n  ä = 1\n      ^\n"],
    [
      "wide characters take two carets and two blanks",
      "日 = «本»!",
      "a.alloy:1:7: error: bad\n  日 = 本!\n       ^^\n",
    ],
    ["combining marks take none", "e\u0301 = «x»", "a.alloy:1:7: error: bad\n  e\u0301 = x\n      ^\n"],
    ["a place of several lines is marked to the line's end", "a «{\n b\n}»", "a.alloy:1:3: error: bad\n  a {\n    ^\n"],
    ["CRLF", "a\r\nb «c»\r\n", "a.alloy:2:3: error: bad\n  b c\n    ^\n"],
    ["control characters are shown", "a\u001b[31m «b»", "a.alloy:1:8: error: bad\n  a\\x1b[31m b\n            ^\n"],
  ])("%s", (_, marked, expected) => expect(show(marked)).toBe(expected));

  it("shows a long line around the place", () => {
    const [, source = "", caret = ""] = show(`${"a".repeat(5000)}«bcd»${"e".repeat(5000)}`).split("\n");
    expect(displayWidth(source)).toBeLessThan(170);
    expect(source.startsWith("  …a")).toBe(true);
    expect(source.endsWith("e…")).toBe(true);
    expect(source.slice(caret.indexOf("^"), caret.lastIndexOf("^") + 1)).toBe("bcd");
  });

  it("marks a long place as far as it is shown", () => {
    const [, source = "", caret = ""] = show(`x = «${"y".repeat(3000)}»`).split("\n");
    expect(caret.trim()).toMatch(/^\^+$/);
    expect(caret.length).toBeLessThanOrEqual(source.length);
  });

  it("has one line for a message of several", () => {
    expect(show("«x»", { message: "one\ntwo" })).toBe("a.alloy:1:1: error: one⏎two\n  x\n  ^\n");
  });

  it("says what can be done, and where the other place is", () => {
    const fixes = [{ title: "Change to y", edits: [] }];
    const related = [{ message: "declared here", span: { start: 0, end: 1 } }];
    expect(show("a «x»", { fixes, related })).toBe(
      "a.alloy:1:3: error: bad\n  a x\n    ^\n  fix: Change to y\na.alloy:1:1: note: declared here\n  a x\n  ^\n",
    );
  });

  it("marks the place inside the place in its own line, and shows another line beside it", () => {
    const related = (start: number, end: number) => [{ message: "here in the template", span: { start, end } }];
    expect(show('t = «"x {{ y"»', { related: related(10, 11) })).toBe(
      'a.alloy:1:5: error: bad\n  t = "x {{ y"\n            ^\n',
    );
    expect(show("t = «`x\n{{ y`»", { related: related(10, 11) })).toBe(
      "a.alloy:1:5: error: bad\n  t = `x\n      ^^\na.alloy:2:4: note: here in the template\n  {{ y`\n     ^\n",
    );
  });

  it("shows fifty, errors first, and counts the rest", () => {
    const some = (severity: Diagnostic["severity"], count: number) =>
      Array.from({ length: count }, (_, i): Diagnostic => ({ severity, code: "c", message: `${severity} ${i}` }));
    const all = [...some("info", 3), ...some("warning", 40), ...some("error", 30)];
    const lines = formatDiagnostics(ConfigFiles.one("a.alloy", ""), all).split("\n");
    expect([lines.length, lines[0], lines[20], lines.at(-2)]).toEqual([
      52,
      "a.alloy: warning: warning 0",
      "a.alloy: error: error 0",
      "… and 23 more",
    ]);
    const fifty = formatDiagnostics(ConfigFiles.one("a.alloy", ""), all.slice(0, 50));
    expect(fifty).not.toContain("more");
  });

  it("does without a place", () => {
    expect(show("«x»", { span: undefined, severity: "warning" })).toBe("a.alloy: warning: bad\n");
  });

  it("applies the given styles", () => {
    const diagnostic: Diagnostic = { severity: "error", code: "c", message: "bad", span: { start: 0, end: 1 } };
    const painted = formatDiagnostics(ConfigFiles.one("a", "x"), [diagnostic], (style, text) => `<${style} ${text}>`);
    expect(painted).toBe("<bold a:1:1:> <red error>: bad\n  x\n  <red ^>\n");
  });
});
