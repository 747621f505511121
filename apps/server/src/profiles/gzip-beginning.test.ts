import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { describeBody } from "./advice.ts";
import { beginningOf } from "./gzip-beginning.ts";

const LINES = Buffer.from("main;work 1\n".repeat(100_000));

describe("the beginning of what is compressed", () => {
  it.each<[name: string, bytes: Buffer]>([
    ["a short text", Buffer.from("main;work 1\n")],
    ["lines that are the same", LINES],
    ["zeros", Buffer.alloc(1 << 20)],
    ["a text, and then zeros", Buffer.concat([LINES.subarray(0, 120), Buffer.alloc(1 << 20)])],
    ["what is hardly smaller", Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31) % 251))],
  ])("is what it became, and not much: %s", (_name, bytes) => {
    const { bytes: begin, isCut } = beginningOf(gzipSync(bytes));
    expect(isCut).toBe(begin.length < bytes.length);
    expect(begin.length).toBeGreaterThanOrEqual(Math.min(12, bytes.length));
    expect(begin.length).toBeLessThan(100_000);
    expect(bytes.subarray(0, begin.length).equals(begin)).toBe(true);
  });

  it("is nothing where it is broken", () => {
    expect(beginningOf(Uint8Array.of(0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)).bytes).toHaveLength(0);
  });

  it("says what it is", () => {
    expect(describeBody(gzipSync(LINES)).format).toBe("folded");
    expect(describeBody(gzipSync(Buffer.from([0x0a, 0x04, 0x08, 0x01, 0x10, 0x02]))).format).toBe("pprof");
  });
});
