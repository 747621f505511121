import { describe, expect, it } from "vitest";
import { readAmount } from "./amount.ts";

describe("an amount", () => {
  it.each([
    ["0.5", 0.5],
    ["0,5", 0.5],
    ["0.125", 0.125],
    ["12,25", 12.25],
    [" 1000 ", 1000],
    ["1,000", 1000],
    ["1,000,000", 1_000_000],
    ["1.000.000", 1_000_000],
    ["1.000,50", 1000.5],
    ["1,000.50", 1000.5],
    ["1'000'000", 1_000_000],
    ["1 000 000", 1_000_000],
    ["10k", 10_000],
    ["2,5 M", 2_500_000],
    ["1.5G", 1_500_000_000],
    ["1e3", 1000],
  ])("is read from %s", (text, amount) => {
    expect(readAmount(text)).toEqual({ ok: true, amount });
  });

  it.each([
    "abc",
    "-1",
    "0",
    "",
    "1,2,3",
    "1.00.000",
    "1,000,50",
    "1..5",
    "k",
    "10kk",
    "1e99",
    "99999999999999999",
    ",",
  ])("is refused from %j", (text) => {
    expect(readAmount(text)).toEqual({ ok: false, message: expect.stringContaining("Expected a number above 0") });
  });

  it("that can be read two ways is asked about, unless it counts something", () => {
    expect(readAmount("1.500")).toEqual({
      ok: false,
      message: "1.500 can be read two ways. Write 1500 or 1.50.",
    });
    expect(readAmount("1.500", true)).toEqual({ ok: true, amount: 1500 });
  });
});
