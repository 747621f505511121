import { describe, expect, it } from "vitest";
import { formatLabels, parseLabels } from "./index.ts";

describe("parseLabels", () => {
  it.each<[string, Record<string, string>]>([
    ["{}", {}],
    ['{a="b"}', { a: "b" }],
    [' { a = "b" ,\n c="d" , } ', { a: "b", c: "d" }],
    ['{"k8s-app"="x", "1st"="y"}', { "k8s-app": "x", "1st": "y" }],
    ["{a='it\\'s \"q\"', b=`raw\\n`}", { a: 'it\'s "q"', b: "raw\\n" }],
    ['{a="\\"\\\\\\n\\t\\x41\\u00e9\\101"}', { a: '"\\\n\tAéA' }],
    ['{a="\\xff"}', { a: "\ufffd" }],
    ['{a="}",b="{,="}', { a: "}", b: "{,=" }],
    ['{__proto__="x"}', Object.fromEntries([["__proto__", "x"]])],
    ['{a=""}', { a: "" }],
  ])("reads %s", (text, labels) => {
    expect(parseLabels(text)).toEqual({ ok: true, labels });
  });

  it.each([
    ["1", 'expected "{" at 0, found "1"'],
    ['on{a="b"}', '"on" is a word of the query language'],
    ["{", "expected a label name at the end"],
    ['{a="b"', 'expected "," or "}" at the end'],
    ['{a="b" c="d"}', 'expected "," or "}" at 7, found "c=\\"d\\"}"'],
    ["{,}", 'expected a label name at 1, found ",}"'],
    ['{1a="x"}', 'expected a label name at 1, found "1a=\\"x\\"}"'],
    ["{a}", 'expected "=" at 2, found "}"'],
    ["{a=b}", 'expected a quoted value at 3, found "b}"'],
    ['{a="\\q"}', 'expected a quoted value at 3, found "\\"\\\\q\\"}"'],
    ["{a='\\\"'}", 'expected a quoted value at 3, found "\'\\\\\\"\'}"'],
    ['{a="b}', 'expected a quoted value at 3, found "\\"b}"'],
    ['{a="b"}x', 'expected nothing more at 7, found "x"'],
  ])("refuses %s", (text, message) => {
    expect(parseLabels(text)).toEqual({ ok: false, message });
  });

  it("reads back what is written", () => {
    const labels: [string, string][] = [
      ["a", 'x"\\\n\u0001é😀'],
      ["k8s-app", ""],
      ["日", "`'"],
    ];
    expect(parseLabels(formatLabels(labels))).toEqual({ ok: true, labels: Object.fromEntries(labels) });
  });
});
