import { describe, expect, it } from "vitest";
import { diffJson, type JsonRow, layOutJson } from "./json-rows.ts";
import { looksLikeJson } from "./looks-like-json.ts";

const SIGNS = { same: " ", added: "+", removed: "-", changed: "~" } as const;
const show = (rows: readonly JsonRow[] | undefined) =>
  rows?.map(({ depth, mark, parts }) => {
    const words = parts.map(({ kind, text }) =>
      mark !== "changed" || kind === "same" ? text : kind === "added" ? `[+${text}]` : `[-${text}]`,
    );
    return `${SIGNS[mark]}${"  ".repeat(depth)}${words.join("")}`;
  });

describe("a line of JSON", () => {
  const LINE = '{ "id":12345678901234567890,"a":{"b":[1,{}],"c":""},"a":"x, {y}" }';

  it("is laid out with its own digits and repeated names, each part at its place in the line", () => {
    const rows = layOutJson(LINE);
    expect(show(rows)).toEqual([
      " {",
      '   "id": 12345678901234567890,',
      '   "a": {',
      '     "b": [',
      "       1,",
      "       {}",
      "     ],",
      '     "c": ""',
      "   },",
      '   "a": "x, {y}"',
      " }",
    ]);
    for (const { from, text } of rows!.flatMap(({ parts }) => parts))
      if (from !== undefined) expect(LINE.slice(from, from + text.length)).toBe(text);
  });

  it("is one only if it is whole, has members, and is neither deep nor long", () => {
    const deep = `${'{"a":'.repeat(50)}1${"}".repeat(50)}`;
    const long = `[${"1,".repeat(7000)}1]`;
    for (const line of [
      "{}",
      "[INFO] done]",
      '{"a":1',
      '{"a":1} tail',
      "12",
      deep,
      long,
      `{"a":"${"x".repeat(200_000)}"}`,
    ])
      expect(layOutJson(line), line.slice(0, 20)).toBeUndefined();
    expect([looksLikeJson('{"a":1}'), looksLikeJson('2026 {"a":1}')]).toEqual([true, false]);
  });
});

describe("two lines of JSON", () => {
  it("are compared field by field, whatever their order of bytes says", () => {
    const before = '{"time":"08:00","user":"ann","password":"x","http":{"status":200,"path":"/a/b"},"tags":["a","b"]}';
    const after =
      '{"time": "08:00", "user": "***", "http": {"status": 500, "path": "/a/c"}, "tags": ["a"], "level": "error"}';
    expect(show(diffJson(before, after))).toEqual([
      " {",
      '   "time": "08:00",',
      '~  "user": [-"ann"] [+"***"],',
      '-  "password": "x"',
      '   "http": {',
      '~    "status": [-200] [+500],',
      '~    "path": "/a/[-b][+c]"',
      "   },",
      '   "tags": [',
      '     "a"',
      '-    "b"',
      "   ],",
      '+  "level": "error"',
      " }",
    ]);
  });

  it("show a value that became another kind as gone and new, and need both to be JSON", () => {
    expect(show(diffJson('{"a":{"b":1}}', '{"a":"[]"}'))).toEqual([
      " {",
      '-  "a": {',
      '-    "b": 1',
      "-  }",
      '+  "a": "[]"',
      " }",
    ]);
    expect(diffJson('{"a":1}', "a=1")).toBeUndefined();
  });
});
