import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { patternOf } from "./file-watchers.ts";
import { MAX_SAMPLE_BYTES, MAX_SAMPLES, parseSamples, readSampleFile } from "./sample-file.ts";
import { foldersFor, pathOfUri } from "./workspace-files.ts";

const parse = (text: string | Uint8Array) => parseSamples(Buffer.from(text as string), "a.log");

describe("a file of samples", () => {
  it.each([
    ["lines", "a\r\nb\n\nc", ["a", "b", "", "c"]],
    ["JSON lines", '{"line":"a","labels":{"x":"1"}}\n{"line":"b"}\n', ["a", "b"]],
    ["a long entry in JSON", JSON.stringify({ line: "a", labels: { x: "y".repeat(100_000) } }), ["a"]],
    [
      "a push body",
      JSON.stringify({ streams: [{ stream: { a: "b" }, values: [["1768464000000000000", "hello"]] }] }),
      ["hello"],
    ],
    ["nothing", "", []],
  ])("is read as %s", (_, text, lines) => {
    const { entries, cut } = parse(text);
    expect(entries.map(({ line }) => line)).toEqual(lines);
    expect(cut).toBe(false);
  });

  it("is read as far as its first entries, and says that there are more", () => {
    expect(parse("x\n".repeat(MAX_SAMPLES))).toMatchObject({ cut: false, entries: { length: MAX_SAMPLES } });
    expect(parse("x\n".repeat(MAX_SAMPLES + 1))).toMatchObject({ cut: true, entries: { length: MAX_SAMPLES } });
    const line = `${"y".repeat(MAX_SAMPLE_BYTES / 4)}\n`;
    expect(parse(line.repeat(4))).toMatchObject({ cut: true, entries: { length: 3 } });
  });

  it.each([
    ["a byte 0", "a\0b", "a.log is no text: it has a byte 0"],
    ["a damaged line", '{"line":"a"}\n{"line":\n', "a.log:2: "],
    [
      "a push body that is too long",
      `{"streams":[{"stream":{},"values":[["1","${"x".repeat(MAX_SAMPLE_BYTES)}"]]}]}`,
      "a.log is larger than 16 MiB, and a push body is read whole",
    ],
    [
      "a first line that is too long",
      "x".repeat(MAX_SAMPLE_BYTES + 1),
      "the first line of a.log is longer than 16 MiB",
    ],
  ])("is refused with %s", (_, text, message) => expect(() => parse(text)).toThrow(message));
});

it("is what gzip packed, and no more of it than is read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-samples-"));
  const path = join(folder, "a.log.gz");
  const read = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return readSampleFile(path, "a.log.gz");
  };
  expect((await read(gzipSync("a\nb\n"))).samples.entries.map(({ line }) => line)).toEqual(["a", "b"]);
  expect((await read(gzipSync("x\n".repeat(MAX_SAMPLE_BYTES)))).samples).toMatchObject({ cut: true });
  await expect(read(gzipSync("a\nb\n").subarray(0, 15))).rejects.toThrow("a.log.gz are damaged or cut off");
  rmSync(folder, { recursive: true });
});

describe("files that documents name", () => {
  it.each([
    ["/w/a/main.alloy", ["/w/a", "/x"], ["/w/a"]],
    ["/w/a/main.alloy", ["/w", "/w/a"], ["/w", "/w/a"]],
    ["/w/ab/main.alloy", ["/w/a"], ["/w/ab"]],
    ["/w/main.alloy", [], ["/w"]],
  ])("of %s, where %j are open, are looked for in %j", (document, open, folders) =>
    expect(foldersFor(document, open)).toEqual(folders),
  );

  it.each([
    ["file:///w/a%20b.alloy", "/w/a b.alloy"],
    ["untitled:Untitled-1", undefined],
    ["file:///w/%zz", undefined],
    ["file://other/w/a", undefined],
  ])("%s is %s", (uri, path) => expect(pathOfUri(uri)).toBe(path));

  it("are watched by patterns that mean nothing but themselves", () => {
    expect(patternOf("/w/a[1]/{x}.log", true)).toEqual({ baseUri: "file:///w/a%5B1%5D", pattern: "?x?.log" });
    expect(patternOf("/w/a[1]/{x}.log", false)).toBe("/w/a?1?/?x?.log");
  });
});
