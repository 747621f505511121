import { decodeUtf8, encodeUtf8 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { isGzip } from "../base/gzip.ts";
import { detectFormat } from "./body-format.ts";
import { isMultipart, readMultipart } from "./multipart.ts";
import { unpackBody } from "./unpack-body.ts";

describe("the format of a profile", () => {
  it.each<[name: string, bytes: Uint8Array | string, format: string | undefined]>([
    ["nothing", "", undefined],
    ["a recording of the flight recorder", "FLR\0\0\x02", "jfr"],
    ["a pprof message", Uint8Array.of(0x0a, 0x04, 0x08, 0x01, 0x10, 0x02), "pprof"],
    ["stacks with numbers", "main;work 12\nmain;rest 3\n", "folded"],
    ["stacks without", "main;work\nmain;work\n", "lines"],
    ["stacks in brackets", "[kernel];read 3\n", "folded"],
    ["stacks after a comment", "# all\n\nmain 3\r\n", "folded"],
    ["stacks of one name, too", "main;work\nmain\n", "lines"],
    ["stacks of which the last line is cut", `${"main;work 1\n".repeat(400)}`, "folded"],
    ["a log", "2026-01-01 started\nlistening on 4040\n", "text"],
    ["stacks with a line that has no count", "main;work 12\nmain;rest\n", "folded"],
    ["stacks after a line that has no blank", "nospaceline\nfoo;bar 5\n", "folded"],
    ["stacks most of which have no count", "main;work 12\nmain;rest\nmain;idle\n", "text"],
    ["stacks with counts that are no integers", "foo;bar 1.5\n", "text"],
    ["a log with some numbers at the end", "listening on 4040\nstarted\n", "text"],
    ["code", "let a = 1;\nreturn a;\n", "text"],
    ["words", "main\nwork\n", "text"],
    ["JSON", ' {"flamebearer": 1}', undefined],
    ["a program", "\x7fELF\x02\x01\x01\0\0\0", undefined],
    ["an archive", "PK\x03\x04\x14\0\0\0\x08\0", undefined],
    ["a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), undefined],
  ])("is recognized by its beginning: %s", (_name, bytes, format) => {
    expect(detectFormat(typeof bytes === "string" ? encodeUtf8(bytes) : bytes)).toBe(format);
  });

  it("is recognized from a beginning", () => {
    const begin = (text: string) => detectFormat(encodeUtf8(text), true);
    expect([begin("main;work 12\nmain;re"), begin("main;wo"), begin("\x0a\x04\x08\x01")]).toEqual([
      "folded",
      "lines",
      "pprof",
    ]);
  });

  it("knows gzip", () => {
    expect([isGzip(Uint8Array.of(0x1f, 0x8b, 8)), isGzip(Uint8Array.of(0x1f)), isGzip(Uint8Array.of())]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

const body = (text: string) => encodeUtf8(text.replaceAll("\n", "\r\n"));

describe("a multipart body", () => {
  it("has parts with names, files and types", () => {
    const bytes = body(
      '--b\nContent-Disposition: form-data; name="profile"; filename="a.pprof"\nContent-Type: application/octet-stream\n\nab\ncd\n--b\nContent-Disposition: form-data; name="config"\n\n{}\n--b--\n',
    );
    expect(isMultipart(bytes)).toBe(true);
    const read = readMultipart(bytes);
    expect(read.ok && read.parts.map((part) => ({ ...part, bytes: String.fromCharCode(...part.bytes) }))).toEqual([
      { name: "profile", fileName: "a.pprof", contentType: "application/octet-stream", bytes: "ab\r\ncd" },
      { name: "config", fileName: undefined, contentType: undefined, bytes: "{}" },
    ]);
  });

  it.each([
    ["cut off in a head", "--b\nContent-Disposition: form-data", "is cut off: the head of a part has no end."],
    ["cut off in a part", "--b\nA: b\n\nabc", "is cut off: its last boundary is not there."],
    ["of too many parts", `${"--b\nA: b\n\n\n".repeat(101)}--b--`, "has more than 100 parts."],
    ["without a boundary", "--", "has no boundary at its beginning."],
  ])("%s is refused", (_name, text, message) => {
    expect(readMultipart(body(text))).toEqual({ ok: false, message: `The multipart body ${message}` });
  });

  const PARTS = body(
    '--b\nContent-Disposition: form-data; name="config"\n\n{}\n--b\nContent-Disposition: form-data; name="profile"\n\nmain;work 1\n--b--\n',
  );
  /** With a gzip that is only its two first bytes. */
  const gzip = (bytes: Uint8Array) => Uint8Array.of(0x1f, 0x8b, ...bytes);
  const unpack = (bytes: Uint8Array, most = Number.POSITIVE_INFINITY) => {
    const unpacking = unpackBody(bytes);
    let step = unpacking.next();
    while (!step.done) {
      const inner = step.value.subarray(2);
      step = unpacking.next({ bytes: inner.subarray(0, most), isCut: inner.length > most });
    }
    if (!step.value.ok) return step.value.message;
    const { bytes: profile, parts = [], ...rest } = step.value.body;
    return { ...rest, profile: decodeUtf8(profile), parts: parts.map(({ name }) => name) };
  };
  const profile = { profile: "main;work 1", isCut: false };
  const names = ["config", "profile"];

  it("is split, whether it, its part or the outer body is compressed", () => {
    expect(unpack(PARTS)).toEqual({ ...profile, gzip: false, parts: names });
    expect(unpack(gzip(PARTS))).toEqual({ ...profile, gzip: true, parts: names });
    const head = '--c\r\nContent-Disposition: form-data; name="profile"\r\n\r\n';
    const nested = Uint8Array.of(...encodeUtf8(head), ...gzip(PARTS), ...encodeUtf8("\r\n--c--\r\n"));
    expect(unpack(nested)).toEqual({ ...profile, gzip: false, parts: ["profile", ...names] });
    expect(unpack(encodeUtf8("main 1"))).toEqual({ profile: "main 1", isCut: false, gzip: false, parts: [] });
  });

  it("with only its beginning decompressed has the parts in that", () => {
    const most = PARTS.length - 15;
    expect(unpack(gzip(PARTS), most)).toEqual({
      profile: "main;",
      isCut: true,
      gzip: true,
      parts: names,
    });
  });
});
