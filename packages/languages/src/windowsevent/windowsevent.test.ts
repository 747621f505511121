import { describe, expect, it } from "vitest";
import { parseEventLogMessage, parseWindowsEvent, sanitizeLabelName } from "./index.ts";

type Fields = Record<string, string>;
interface Options {
  drop?: boolean;
  overwrite?: boolean;
  before?: Fields;
}

function run(parse: typeof parseWindowsEvent, message: string, options: Options = {}): Fields {
  const fields = new Map(Object.entries(options.before ?? {}));
  parse(message, { dropInvalidLabels: options.drop ?? false, overwriteExisting: options.overwrite ?? false }, fields);
  return Object.fromEntries(fields);
}

describe("parseEventLogMessage", () => {
  const cases: [name: string, message: string, want: Fields, options?: Options][] = [
    ["lines", "Result:Success\r\nCode: 42\r\nNote:all good", { Result: "Success", Code: "42", Note: "all good" }],
    ["values are trimmed", "A: \t x y \u00a0\r\nB:\u2003z\u3000", { A: "x y", B: "z" }],
    ["names are not", "\tLogon Type:\t3", { _Logon_Type: "3" }],
    ["empty values", "Subject:\r\nOther:  ", { Subject: "", Other: "" }],
    ["lines without colon", "An account\r\nType:3", { Type: "3" }],
    ["the first colon splits", "Time:12:30", { Time: "12:30" }],
    ["characters of several units", "N\u00e1z:1\r\n\u{1f980}x:3", { N_z: "1", _x: "3" }],
    ["an empty name", ":v", { _: "v" }],
    ["a third duplicate", "K:1\r\nK:2\r\nK:3", { K: "1", K_extracted: "3" }],
    ["overwriting", "k:new", { k: "new" }, { overwrite: true, before: { k: "old" } }],
    ["dropping invalid names", "Good_1:a\r\nBad Key:b\r\n1x:d", { Good_1: "a" }, { drop: true }],
    ["CRLF only", "A:1\nB:2\r\nC:3\rD:4", { A: "1\nB:2", C: "3\rD:4" }],
    ["a real U+FFFD is text", "K:\ufffd", { K: "\ufffd" }],
    ["a value that was not UTF-8", "Bad:\udcff\r\nAlso:2", { Also: "2" }],
  ];
  it.each(cases)("%s", (_, message, want, options) => {
    expect(run(parseEventLogMessage, message, options)).toEqual(want);
  });
});

describe("parseWindowsEvent", () => {
  const cases: [name: string, rest: string, want: Fields, options?: Options][] = [
    ["later sections", "State:Running\r\nCode: 42\r\n\r\nZone:eu", { State: "Running", Code: "42", Zone: "eu" }],
    [
      "a title is a prefix",
      "Subject:\r\n\tSecurity ID:\t\tS-1\r\n\r\nNew Logon:\r\n\tName:x",
      { Subject_SecurityID: "S-1", NewLogon_Name: "x" },
    ],
    ["a title alone", "Subject:", {}],
    ["a title with a blank is a key", "Subject: \r\n\tName:x", { Subject: "", Name: "x" }],
    ["a second title changes nothing", "First:\r\n\tA:1\r\nSecond:\r\n\tB:2", { First_A: "1", First_B: "2" }],
    ["an empty value is skipped", "A:1\r\nB:\r\nC:3", { A: "1", C: "3" }],
    ["continued values", "List: one\r\n  two  \r\n\tthree four", { List: "one,  two  ,three four" }],
    [
      "a continued value is trimmed as a whole, inner blanks stay",
      "Key: v \r\nmore  \r\nOther: y",
      { Key: "v ,more", Other: "y" },
    ],
    ["a continuation after a blank value", "Key:  \r\nmore", { Key: ",more" }],
    ["the CRLF at a section's end continues nothing", "Subject:\r\n\tKey: v\r\n", { Subject_Key: "v" }],
    ["CRLF and an empty section at the end", "Key: v\r\n\r\n", { Key: "v" }],
    ["a line of blanks continues", "Key: v\r\n \r\n", { Key: "v," }],
    ["tabs before continuations", "P:\t\tA\r\n\t\t\tB\r\n\t\t\tC\r\n", { P: "A,B,C" }],
    ["a blank title is a prefix", " :\r\nKey: v", { _Key: "v" }],
    ["an empty title is none", ":\r\nKey: v", { Key: "v" }],
    ["only a tab, CR, LF and blank go from a key", "\tA\u00a0B\u2003C D:v", { "A\u00a0B\u2003CD": "v" }],
    ["a value that is dropped takes its continuations along", ":v\r\nmore\r\nK:w", { K: "w" }, { drop: true }],
    ["a continued value that has a suffix", "K:1\r\nK:2\r\nmore", { K: "1", K_extracted: "2,more" }],
    ["a stray line", "stray\r\nTitle:\r\nKey:v", { Key: "v" }],
    ["a line after a title", "Title:\r\nstray\r\nKey:v", { Title_Key: "v" }],
    ["breaks inside values go", "A:1\nB:2\t", { A: "1B:2" }],
    ["punctuation stays", "Key-1 (x)/y:v\r\n%%14592:z", { "Key-1(x)/y": "v", "%%14592": "z" }],
    ["an empty name", ":v", { _: "v" }],
    ["an empty name is dropped", ":v\r\nok-1 é:w", { "ok-1é": "w" }, { drop: true }],
    ["a third duplicate", "K:1\r\nK:2\r\nK:3", { K: "1", K_extracted: "3" }],
    ["an empty line starts the section", "\r\nTitle:\r\nKey:v", { Key: "v" }],
    ["a value that was not UTF-8", "Bad:\udcff\r\nGood:1", { Good: "1" }],
  ];
  it.each(cases)("%s", (_, rest, want, options) => {
    expect(run(parseWindowsEvent, `D.\r\n\r\n${rest}`, options)).toEqual({ Description: "D.", ...want });
  });

  it.each([
    ["Line one.\r\n\tLine two. ", { Description: "Line one.Line two." }],
    ["", { Description: "" }],
    ["\r\n\r\nK:v", { Description: "", K: "v" }],
    ["Intro\n\nKey:v", { Description: "IntroKey:v" }],
    ["D\udcff.\r\n\r\nGood:1", { Good: "1" }],
    ["D\ufffd.\r\n\r\n\ufffd:1", { Description: "D\ufffd.", "\ufffd": "1" }],
  ])("description of %j", (message, want) => {
    expect(run(parseWindowsEvent, message)).toEqual(want);
  });

  it("says what gives nothing", () => {
    const skipped: string[] = [];
    parseWindowsEvent(
      "D.\r\n\r\nstray\r\nA:\r\n:v",
      { dropInvalidLabels: true, overwriteExisting: false },
      new Map<string, string>(),
      (_, reason) => skipped.push(reason),
    );
    expect(skipped).toEqual(["no preceding entry", "empty value", "invalid name"]);
  });
});

describe("sanitizeLabelName", () => {
  it.each([
    ["", "_"],
    ["a-b.c (d)", "a_b_c__d_"],
    ["1st", "_st"],
    ["日本語", "___"],
  ])("%j", (name, want) => {
    expect(sanitizeLabelName(name)).toBe(want);
  });
});
