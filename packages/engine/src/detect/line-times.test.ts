import { describe, expect, it } from "vitest";
import { readLineTimes } from "./line-times.ts";

const NOW = 1_772_445_600_000_000_000n; // 2026-03-02T10:00:00Z

describe("the times of lines", () => {
  it.each([
    [
      "RFC 3339 in JSON",
      ['{"t":"2026-03-02T10:00:00Z"}', '{"t":"2026-03-02T10:00:01.5Z"}'],
      "2026-03-02T10:00:00Z",
      "1.5s",
    ],
    [
      "an access log",
      ['h - - [10/Mar/2024:12:00:00 +0000] "GET /"', 'h - - [10/Mar/2024:12:01:00 +0000] "GET /"'],
      "2024-03-10T12:00:00Z",
      "1m0s",
    ],
    [
      "syslog, without a year",
      ["Mar  2 09:00:00 host app: a", "Mar  2 09:00:03 host app: b"],
      "2026-03-02T09:00:00Z",
      "3s",
    ],
    [
      "nginx's errors",
      ["2016/10/25 14:49:34 [error] a", "2016/10/25 14:50:34 [error] b"],
      "2016-10-25T14:49:34Z",
      "1m0s",
    ],
    ["Python", ["2005-03-19 15:10:26,618 - a", "2005-03-19 15:10:26,620 - b"], "2005-03-19T15:10:26.618Z", "2ms"],
    [
      "klog",
      ["I0302 09:00:00.000000 1 a.go:1] a", "E0302 09:00:00.250000 1 a.go:1] b"],
      "2026-03-02T09:00:00Z",
      "250ms",
    ],
    ["seconds since 1970", ['{"ts":1700000000.5}', '{"ts":1700000001.5}'], "2023-11-14T22:13:20.5Z", "1s"],
  ])("of %s", (_, lines, start, advance) => {
    expect(readLineTimes(lines, NOW)).toMatchObject({ matched: 2, total: 2, start, advances: [undefined, advance] });
  });

  it("go on from the last where a line has none, or an older one", () => {
    const at = (second: number) => `2026-03-02T10:00:0${second}Z x`;
    const times = readLineTimes(["begin", at(1), "\tat a.b", at(0), at(4), at(4)], NOW)!;
    expect(times).toMatchObject({ start: "2026-03-02T10:00:01Z", matched: 4, total: 6 });
    expect(times.advances).toEqual([undefined, undefined, undefined, undefined, "3s", undefined]);
  });

  it("are none where most lines have none", () => {
    expect(readLineTimes(["a", "b", "2026-03-02T10:00:00Z c"], NOW)).toBeUndefined();
    expect(readLineTimes(["order 1234567890123 of 12345"], NOW)).toBeUndefined();
    expect(readLineTimes([], NOW)).toBeUndefined();
  });
});
