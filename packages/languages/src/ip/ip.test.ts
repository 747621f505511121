import { describe, expect, it } from "vitest";
import { parseIp } from "./index.ts";

// What Go's net.ParseIP gives, followed by To4.
const CASES: readonly (readonly [text: string, hex: string | undefined])[] = [
  ["1.2.3.4", "01020304"],
  ["255.255.255.255", "ffffffff"],
  ["01.2.3.4", undefined],
  ["1.2.3", undefined],
  ["1.2.3.4.", undefined],
  ["256.1.1.1", undefined],
  ["1.2.3.4:80", undefined],
  [" 1.2.3.4", undefined],
  ["٣.1.1.1", undefined],
  ["::", "00000000000000000000000000000000"],
  ["::1", "00000000000000000000000000000001"],
  ["::1.2.3.4", "00000000000000000000000001020304"],
  ["::ffff:1.2.3.4", "01020304"],
  ["::FFFF:0102:0304", "01020304"],
  ["2001:DB8:1:0:0:0:0:1", "20010db8000100000000000000000001"],
  ["1:2:3:4:5:6:7:8", "00010002000300040005000600070008"],
  ["1:2:3:4:5:6:1.2.3.4", "00010002000300040005000601020304"],
  ["1:2:3:4:5:6:7::", "00010002000300040005000600070000"],
  ["::2:3:4:5:6:7:8", "00000002000300040005000600070008"],
  ["1:2:3:4:5:6:7", undefined],
  ["1::2:3:4:5:6:7:8", undefined],
  ["1:2:3:4::5:6:7:8", undefined],
  ["1:2:3:4:5:6:7:8::", undefined],
  ["1:2:3:4:5:6:7:1.2.3.4", undefined],
  ["1::2::3", undefined],
  [":1:2:3:4:5:6:7", undefined],
  ["1:2:3:4:5:6:7:", undefined],
  [":::", undefined],
  ["::1:", undefined],
  ["12345::", undefined],
  ["g::", undefined],
  ["fe80::1%eth0", undefined],
  ["::1.2.3.04", undefined],
  ["::1.2.3.4:5", undefined],
  ["1.2.3.4::", undefined],
  ["", undefined],
  ["bogus", undefined],
  ["1".repeat(100_000), undefined],
];

describe("parseIp", () => {
  it.each(CASES)("%j", (text, hex) => {
    const bytes = parseIp(text);
    expect(bytes && Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(hex);
  });
});
