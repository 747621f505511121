import { encodeUtf8 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { detectFormat, isGzip } from "./body-format.ts";
import { isMultipart, readMultipart } from "./multipart.ts";

describe("the format of a profile", () => {
  it.each<[name: string, bytes: Uint8Array | string, format: string | undefined]>([
    ["nothing", "", undefined],
    ["a recording of the flight recorder", "FLR\0\0\x02", "jfr"],
    ["a pprof message", Uint8Array.of(0x0a, 0x04, 0x08, 0x01, 0x10, 0x02), "pprof"],
    ["stacks with numbers", "main;work 12\nmain;rest 3\n", "folded"],
    ["stacks without", "main;work\nmain;work\n", "lines"],
    ["JSON", ' {"flamebearer": 1}', undefined],
  ])("is told by how it begins: %s", (_name, bytes, format) => {
    expect(detectFormat(typeof bytes === "string" ? encodeUtf8(bytes) : bytes)).toBe(format);
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
});
