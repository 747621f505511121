import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { floorDiv, formatRfc3339, parseRfc3339 } from "./time.ts";

describe("parseRfc3339", () => {
  const GOOD: [string, bigint][] = [
    ["1970-01-01T00:00:00Z", 0n],
    ["2024-03-10T12:00:00.000000001Z", 1710072000000000001n],
    ["2024-03-10T12:00:00,5Z", 1710072000500000000n],
    ["2024-03-10t12:00:00z", 1710072000000000000n],
    ["2024-03-10T13:30:00+01:30", 1710072000000000000n],
    ["2024-03-10T07:00:00-05:00", 1710072000000000000n],
    ["2024-02-29T00:00:00Z", 1709164800000000000n],
    ["0001-01-01T00:00:00Z", -62135596800000000000n],
    ["1969-12-31T23:59:59.9Z", -100000000n],
    ["2024-03-10T12:00:00.1234567899Z", 1710072000123456789n],
  ];
  it.each(GOOD)("%s", (text, wanted) => {
    expect(parseRfc3339(text)).toBe(wanted);
  });

  const BAD = [
    "",
    "2024-03-10",
    "2024-03-10T12:00:00",
    "2023-02-29T00:00:00Z",
    "2024-13-01T00:00:00Z",
    "2024-00-01T00:00:00Z",
    "2024-04-31T00:00:00Z",
    "2024-03-10T24:00:00Z",
    "2024-03-10T12:60:00Z",
    "2024-03-10T12:00:60Z",
    "2024-03-10T12:00:00.Z",
    "2024-03-10T12:00:00+0100",
    "2024-03-10T12:00:00+24:00",
    " 2024-03-10T12:00:00Z",
  ];
  it.each(BAD)("refuses %j", (text) => {
    expect(parseRfc3339(text)).toBeUndefined();
  });
});

describe("formatRfc3339", () => {
  const CASES: [bigint, string][] = [
    [0n, "1970-01-01T00:00:00Z"],
    [1n, "1970-01-01T00:00:00.000000001Z"],
    [-1n, "1969-12-31T23:59:59.999999999Z"],
    [1_500_000_000n, "1970-01-01T00:00:01.5Z"],
    [253402300800_000_000_000n, "+010000-01-01T00:00:00Z"],
    [9_000_000_000_000_000_000_000_000n, "9000000000000000sZ"],
  ];
  it.each(CASES)("%s", (at, wanted) => {
    expect(formatRfc3339(at)).toBe(wanted);
  });

  it("is read back unchanged", () => {
    const from0To9999 = fc.bigInt({ min: -62167219200_000_000_000n, max: 253402300799_999_999_999n });
    fc.assert(
      fc.property(from0To9999, (at) => {
        expect(parseRfc3339(formatRfc3339(at))).toBe(at);
      }),
    );
  });
});

describe("floorDiv", () => {
  const CASES: [bigint, bigint, bigint][] = [
    [7n, 2n, 3n],
    [-7n, 2n, -4n],
    [7n, -2n, -4n],
    [-7n, -2n, 3n],
    [-4n, 2n, -2n],
  ];
  it.each(CASES)("%s / %s", (a, b, wanted) => {
    expect(floorDiv(a, b)).toBe(wanted);
  });
});
