import { describe, expect, it } from "vitest";
import { FrameReader, type Framing, LINES } from "./frames.ts";

/** What a reader makes of a text that comes in pieces of `size` bytes, and of its end. */
function read(text: string, size: number, framing: Omit<Framing, "longest"> = LINES) {
  const reader = new FrameReader({ longest: 20, ...framing });
  const bytes = Buffer.from(text);
  const messages: string[] = [];
  const problems: string[] = [];
  let broken = false;
  const take = (frames: ReturnType<FrameReader["read"]>) => {
    messages.push(...frames.messages.map(String));
    problems.push(...frames.problems);
    broken ||= frames.broken;
  };
  for (let at = 0; at < bytes.length && !broken; at += size)
    take(reader.read(Buffer.from(bytes.subarray(at, at + size))));
  if (!broken) take(reader.end());
  return { messages, problems, broken };
}

const LONG = "x".repeat(30);

describe("messages of a connection", () => {
  it.each<[string, string, string[], string[], boolean]>([
    ["by lines", "<1>a\n<2>b\n", ["<1>a", "<2>b"], [], false],
    ["by lines, the last without its end", "<1>a\n<2>b", ["<1>a", "<2>b"], [], false],
    ["by lines, some empty", "<1>a\n\n\n<2>b\n", ["<1>a", "<2>b"], [], false],
    [
      "by lines, one too long",
      `<1>a\n<2>${LONG}\n<3>c\n`,
      ["<1>a", "<3>c"],
      ["a message is longer than 20 bytes"],
      false,
    ],
    ["by lines, the last too long", `<1>a\n<2>${LONG}`, ["<1>a"], ["a message is longer than 20 bytes"], false],
    ["by lines, one as long as may be", `<${"x".repeat(19)}\n<1>a\n`, [`<${"x".repeat(19)}`, "<1>a"], [], false],
    ["by length", "5 <1>ab6 <2>a\nb", ["<1>ab", "<2>a\nb"], [], false],
    ["by length, with newlines between", "5 <1>ab\n5 <2>cd\n", ["<1>ab", "<2>cd"], [], false],
    ["by length of bytes", "8 <1>é€9 <2>aaaaaa", ["<1>é€", "<2>aaaaaa"], [], false],
    [
      "by length, one too long",
      `30 ${LONG}5 <2>cd`,
      ["<2>cd"],
      ["a message is 30 bytes long, and at most 20 are read"],
      false,
    ],
    ["by length, cut off", "9 <1>ab", [], ["a connection ended in the middle of a message"], false],
    ["a length that is none", "5 <1>abX <2>", ["<1>ab"], ["the length before a message is not a number"], true],
    ["a length that is endless", "9999999999 <1>", [], ["the length before a message is not a number"], true],
    ["a length of 0", "0 5 <1>ab", [], ["the length before a message is not a number"], true],
    ["something else", "GET / HTTP/1.1\n", [], ['a connection begins with "G", and not with "<" or a length'], true],
    ["nothing", "", [], [], false],
  ])("%s", (_name, text, messages, problems, broken) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(read(text, size), `${size}`).toEqual({ messages, problems, broken });
  });

  const raw = (delimiter = "\n") => ({ raw: true, delimiter: delimiter.charCodeAt(0) });
  it.each<[string, string, Omit<Framing, "longest">, string[]]>([
    ["by lines", "CEF:0|a\nnext\n", raw(), ["CEF:0|a", "next"]],
    ["by lines that begin with a time", "2026-01-15 a\n12:00 b\n", raw(), ["2026-01-15 a", "12:00 b"]],
    ["by lines, the first of digits alone", "12\nb\n", raw(), ["12", "b"]],
    ["of digits alone, without an end", "12", raw(), ["12"]],
    ["of more digits than a length has", "123456789012\n", raw(), ["123456789012"]],
    ["by length", "3 a\nb2 cd", raw(), ["a\nb", "cd"]],
    ["by zeros", "a\nb\0c", raw("\0"), ["a\nb", "c"]],
    ["nothing", "", raw(), []],
  ])("raw ones %s", (_name, text, framing, messages) => {
    for (const size of [1, 2, 3, 7, 1000])
      expect(read(text, size, framing), `${size}`).toEqual({ messages, problems: [], broken: false });
  });
});
