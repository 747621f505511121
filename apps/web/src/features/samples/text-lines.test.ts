import { describe, expect, it } from "vitest";
import { looksLikeConfiguration, looksLikeTrace } from "./text-lines.ts";

describe("looksLikeTrace", () => {
  const cases: readonly [string, string, boolean][] = [
    ["Java", "ERROR x\njava.lang.X: y\n\tat a.B.c(B.java:1)", true],
    ["Python", 'Traceback (most recent call last):\n  File "a.py", line 1', true],
    ["Go", "panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/b.go:1 +0x1", true],
    ["a cause alone", "x\nCaused by: y", true],
    ["plain lines", "GET /a\nGET /b", false],
    ["one line", "\tat a.B.c(B.java:1)", false],
    ["an event with its time", "2026-01-15 08:00:00 ERROR x\n\tat a.B.c(B.java:1)", true],
    ["a log with a trace", `${"2026-01-15 08:00:00 INFO x\n".repeat(4)}\tat a.B.c(B.java:1)`, false],
    ["indented text", "a\n  b\n  c", false],
  ];
  for (const [name, text, is] of cases) it(name, () => expect(looksLikeTrace(text)).toBe(is));
});

describe("looksLikeConfiguration", () => {
  const cases: readonly [string, string, boolean][] = [
    ["stages alone", 'stage.regex {\n  expression = "x"\n}', true],
    ["a file with a comment first", '// shop\n\nloki.process "web" {\n  forward_to = []\n}', true],
    ["one line", 'stage.drop { value = "x" }', true],
    ["an empty stage", "stage.docker { }", true],
    ["a block first", 'logs.source.api "in" { http { } }', true],
    ["a log line with a logger's name and JSON", 'logs.access {"level":"info"}', false],
    ["a log line about a stage", "stage.regex failed: { }", false],
    ["JSON", '{"stage.regex": 1}', false],
  ];
  it.each(cases)("%s", (_, text, is) => expect(looksLikeConfiguration(text)).toBe(is));
});
