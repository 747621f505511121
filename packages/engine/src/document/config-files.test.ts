import { describe, expect, it } from "vitest";
import { ConfigFiles } from "./config-files.ts";
import { formatDiagnostics } from "./diagnostics/diagnostics-text.ts";

const IN = 'logs.process "in" {\n  forward_to = [logs.echo.out.receiver]\n}';
const folder = (...texts: string[]) => new ConfigFiles(texts.map((text, i) => ({ name: `${i}.alloy`, text })));
const placesOf = (files: ConfigFiles) =>
  files
    .place(files.open({ bareStages: false }).diagnostics)
    .map(({ file, line, column, code }) => [file, line, column, code]);

describe("the files of a folder", () => {
  it("refer to one another, whichever comes first", () => {
    expect(placesOf(folder(IN, 'logs.echo "out" { }'))).toEqual([]);
    // A comment at the end of a file ends there.
    expect(placesOf(folder(`${IN} // the first`, 'logs.echo "out" { }\n'))).toEqual([]);
  });

  it("have mistakes reported in their own file", () => {
    const api = (label: string) => `logs.source.api "${label}" {\n  http { }\n  forward_to = []\n}\n`;
    const files = folder(api("a"), `\n\n${api("b")}logs.echo "out" {\n  nope = 1\n}\n`);
    expect(placesOf(files)).toEqual([
      ["1.alloy", 4, 3, "port-shared"],
      ["1.alloy", 8, 3, "unknown-argument"],
    ]);
    const text = formatDiagnostics(files, files.open().diagnostics);
    expect(text).toContain("1.alloy:8:3: error: ");
    expect(text).toContain("\n    nope = 1\n    ^^^^");
    // What it is in the way of stands in another file.
    expect(text).toContain("0.alloy:2:3: note: logs.source.api.a listens here");
  });

  it("are parsed each by itself: what one leaves open is not closed by another", () => {
    const files = folder('logs.echo "out" {', "}\n");
    expect(files.open().ok).toBe(false);
    expect(new Set(placesOf(files).map(([file]) => file))).toEqual(new Set(["0.alloy", "1.alloy"]));
  });

  it("stay themselves around a text in which secrets are masked", () => {
    const files = folder("abc\n", "defg");
    expect(files.withText(files.text.replace(/[a-z]/g, "*")).files).toEqual([
      { name: "0.alloy", text: "***\n" },
      { name: "1.alloy", text: "****" },
    ]);
  });

  it("take a change in the one file that it is in", () => {
    const files = folder("aa\nbb\n", "bb\nbb", "cc");
    const change = (before: string, after: string) => {
      const { text } = files;
      const at = text.indexOf(before);
      return files.withChange(text.slice(0, at) + after + text.slice(at + before.length)).files.map((one) => one.text);
    };
    expect(change("aa\n", "aa\nbb\n")).toEqual(["aa\nbb\nbb\n", "bb\nbb", "cc"]);
    expect(change("bb\n\nbb", "bb\n\nb")).toEqual(["aa\nbb\n", "b\nbb", "cc"]);
    expect(change("cc", "")).toEqual(["aa\nbb\n", "bb\nbb", ""]);
    expect(change("c", "c")).toEqual(["aa\nbb\n", "bb\nbb", "cc"]);
  });
});
