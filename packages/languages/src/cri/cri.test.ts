import { describe, expect, it } from "vitest";
import { parseCriLine } from "./index.ts";

describe("parseCriLine", () => {
  const T = "2024-05-17T08:30:15Z";
  const cases: [
    name: string,
    line: string,
    want: [time: string, stream: string, flags: string, content: string] | undefined,
  ][] = [
    ["a full line", `${T} stdout F boot complete`, [T, "stdout", "F", "boot complete"]],
    ["a partial line", `${T} stderr P half`, [T, "stderr", "P", "half"]],
    ["a time that is none", "yesterday stdout F x", ["yesterday", "stdout", "F", "x"]],
    ["an empty time", " stdout F x", ["", "stdout", "F", "x"]],
    ["no flag", `${T} stdout hello you`, [T, "stdout", "F", "hello you"]],
    ["content that starts like a flag", `${T} stdout Panic now`, [T, "stdout", "P", "anic now"]],
    ["a tag after the flag", `${T} stdout F:extra`, [T, "stdout", "F", ":extra"]],
    ["a lower-case flag", `${T} stdout f x`, [T, "stdout", "F", "f x"]],
    ["a tab after the flag", `${T} stdout F\tx`, [T, "stdout", "F", "\tx"]],
    ["two spaces before the flag", `${T} stdout  P x`, [T, "stdout", "F", "P x"]],
    ["one space after the flag goes", `${T} stdout F   x `, [T, "stdout", "F", "  x "]],
    ["an end after the flag", `${T} stdout F`, [T, "stdout", "F", ""]],
    ["an end after the stream", `${T} stderr `, [T, "stderr", "F", ""]],
    ["no space after the stream", `${T} stdout`, undefined],
    ["another stream", `${T} stdin F x`, undefined],
    ["a stream in capitals", `${T} STDOUT F x`, undefined],
    ["a tab for a space", `${T}\tstdout F x`, undefined],
    ["two spaces before the stream", `${T}  stdout F x`, undefined],
    ["a no-break space", `${T}\u00a0stdout F x`, undefined],
    ["white space inside the time", `a\u00a0b stdout F x`, undefined],
    ["nothing", "", undefined],
    ["one word", "stdoutonly", undefined],
  ];
  it.each(cases)("%s", (_, line, want) => {
    const fields = parseCriLine(line);
    expect(fields && [fields.time, fields.stream, fields.flags, fields.content]).toEqual(want);
  });
});
