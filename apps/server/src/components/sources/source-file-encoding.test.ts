/** `logs.source.file` on texts that are not UTF-8, and on files with a mark at their beginning. */
import { appendFileSync, writeFileSync } from "node:fs";
import { TEXT_ENCODINGS } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_LINE } from "../../files/reading/lines.ts";
import { textEncoding } from "../../files/reading/text-encoding.ts";
import { FileFixture } from "../../testing/file-fixture.ts";

let fixture: FileFixture;
beforeEach(() => {
  fixture = new FileFixture();
});
afterEach(() => fixture.remove());

const le = (text: string) => Buffer.from(text, "utf16le");
const be = (text: string) => le(text).swap16();
const write = (...parts: Buffer[]) => writeFileSync(fixture.path("app.log"), Buffer.concat(parts));
const add = (part: Buffer) => appendFileSync(fixture.path("app.log"), part);
const LE_MARK = Buffer.from([0xff, 0xfe]);
const BE_MARK = Buffer.from([0xfe, 0xff]);

// U+0A0A and U+0D0D have bytes of line ends, and a pair of surrogates is one character.
const TEXT = "größe \u0a0a\u0d0d 😀\r\nzwei\n";
const LINES = ["größe \u0a0a\u0d0d 😀", "zwei"];

describe("the encoding", () => {
  it.each([
    ["UTF-16LE", [le(TEXT)]],
    ["utf-16be", [be(TEXT)]],
    ["UTF-16", [be(TEXT)]],
    ["UTF-16", [LE_MARK, le(TEXT)]],
    ["", [LE_MARK, le(TEXT)]],
    ["windows-1252", [BE_MARK, be(TEXT)]],
    ["UTF-16LE", [Buffer.from(`\ufeff${TEXT}`)]],
    ["UTF-8", [Buffer.from(TEXT)]],
  ])("%j reads a file that begins with its mark, or has none", async (encoding, parts) => {
    write(...parts);
    await fixture.start("app.log", `encoding = "${encoding}"`);
    expect(fixture.next.lines).toEqual(LINES);
  });

  it.each([
    ["ISO-8859-1", [0xe4, 0x85, 0xa4], "ä\u0085¤"],
    ["latin5", [0xfd, 0x85, 0xa4], "ı\u0085¤"],
    ["ISO-8859-15", [0xa4], "€"],
    ["windows-1252", [0x80, 0xe4], "€ä"],
    ["US-ASCII", [0x61, 0xe4], "a\ufffd"],
    ["KOI8-R", [0xf0, 0xd2], "Пр"],
    ["Shift_JIS", [0x93, 0xfa, 0x96, 0x7b], "日本"],
    ["CP936", [0xc4, 0xe3], "你"],
    ["EUC-KR", [0xb0, 0xa1], "가"],
    ["IBM850", [0x84, 0xd5], "äı"],
    ["CP437", [0xe1], "ß"],
  ])("%s decodes %j as %j", async (encoding, bytes, text) => {
    write(Buffer.from([...bytes, 0x0d, 0x0a]));
    await fixture.start("app.log", `encoding = "${encoding}"`);
    expect(fixture.next.lines).toEqual([text]);
  });

  it("is one that the platform has, for each name that is accepted", () => {
    for (const { name, aliases } of TEXT_ENCODINGS)
      for (const one of [name, ...aliases]) {
        const encoding = textEncoding(one.toUpperCase());
        const bytes = Buffer.concat([encoding.width === 2 ? encoding.newline : Buffer.from("a")]);
        expect(encoding.decode(bytes, 0, bytes.length), one).toBe(encoding.width === 2 ? "\n" : "a");
      }
  });
});

describe("lines of UTF-16", () => {
  it("are read on after a restart, half a unit waits, and what has no end is read when the file is gone", async () => {
    write(LE_MARK, le("one\n"));
    await fixture.start();
    add(le("two\nthree\n").subarray(0, 9));
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["one", "two"]);
    await fixture.stop();
    add(le("two\nthree\n").subarray(9));
    await fixture.start();
    expect(fixture.next.lines).toEqual(["one", "two", "three"]);
  });

  it("begin after the last whole one where reading begins at the end", async () => {
    write(LE_MARK, le("one\n\u0a00x"));
    await fixture.start("app.log", "tail_from_end = true");
    add(le("y\n"));
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["\u0a00xy"]);
  });

  it("that are too long are split between characters", async () => {
    const long = `x${"😀".repeat(MAX_LINE / 4)}`;
    write(le(`${long}\nafter\n`));
    await fixture.start("app.log", 'encoding = "UTF-16LE"');
    expect(fixture.next.lines.map(({ length }) => length)).toEqual([MAX_LINE / 2 - 1, 2, 5]);
    expect(fixture.next.lines.slice(0, 2).join("")).toBe(long);
  });

  it("with bytes that are none are counted, and the rest of them is kept", async () => {
    write(LE_MARK, le("a"), Buffer.from([0x00, 0xd8]), le("b\nfine\n"));
    await fixture.start();
    expect(fixture.next.lines).toEqual(["a\ufffdb", "fine"]);
    expect(fixture.values()[`logs_source_file_encoding_failures_total{path=${fixture.path("app.log")}}`]).toBe(1);
  });
});

it("reads nothing of a file that has only a mark", async () => {
  write(Buffer.from("\ufeff"));
  await fixture.start();
  fixture.shift("app.log");
  await fixture.pass(6_000_000_000n);
  expect(fixture.next.lines).toEqual([]);
});
