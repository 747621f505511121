import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MAX_LOG_BYTES, readHead, readLogFile as readUpTo } from "./log-file.ts";

const LINES = "grüße\n漢字\n";
const readLogFile = (bytes: Uint8Array<ArrayBuffer>) => readUpTo(bytes, MAX_LOG_BYTES);
const bytesOf = (bytes: Uint8Array) => Uint8Array.from(bytes);

describe("the text of a log file", () => {
  it.each([
    ["UTF-8", Buffer.from(LINES)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${LINES}`)],
    ["UTF-16, little-endian", Buffer.from(`\ufeff${LINES}`, "utf16le")],
    ["UTF-16, big-endian", Buffer.from(`\ufeff${LINES}`, "utf16le").swap16()],
    ["gzip", gzipSync(LINES)],
  ])("in %s", async (_, bytes) => {
    expect(await readLogFile(bytesOf(bytes))).toEqual({ ok: true, text: LINES, broken: false });
  });

  it.each([
    ["xz", Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), /compressed with xz: unpack/],
    ["a gzip that is cut off", gzipSync(LINES).subarray(0, 14), /damaged or cut off/],
    ["a gzip of too much", gzipSync(Buffer.alloc(51 * 2 ** 20)), /more than 50 MiB after/],
  ])("not in %s", async (_, bytes, why) => {
    expect(await readLogFile(bytesOf(bytes))).toMatchObject({ ok: false, why: expect.stringMatching(why) });
  });

  it("marks bytes that are not text", async () => {
    const latin1 = Buffer.from("caf\u00e9 ok\n", "latin1");
    expect(await readLogFile(bytesOf(latin1))).toEqual({ ok: true, text: "caf\ufffd ok\n", broken: true });
    expect(await readLogFile(bytesOf(gzipSync(latin1)))).toMatchObject({ broken: true });
    // A text may contain that character itself.
    expect(await readLogFile(bytesOf(Buffer.from("\ufffd")))).toMatchObject({ broken: false });
  });

  it("is empty for an empty file", async () => {
    expect(await readLogFile(new Uint8Array())).toEqual({ ok: true, text: "", broken: false });
  });

  it("shows in its beginning, even if it is compressed and too large to read", async () => {
    const large = Buffer.from(`first ${LINES}`.repeat(100_000));
    for (const bytes of [large, gzipSync(large)])
      expect(await readHead(new Blob([bytesOf(bytes)]))).toMatchObject({
        ok: true,
        text: expect.stringMatching(/^first grüße\n/),
      });
    expect(await readHead(new Blob([bytesOf(Buffer.from("PK\u0003\u0004"))]))).toMatchObject({ ok: false });
  });
});
