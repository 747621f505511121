import { describe, expect, it } from "vitest";
import { formatTime } from "./format.ts";
import { guessTimeFormats } from "./guess.ts";
import { compileLayout, LAYOUTS } from "./layout.ts";
import { compileTimestampFormat } from "./loki-timestamp.ts";
import { UTC } from "./zone.ts";

describe("a format guessed from texts", () => {
  it.each([
    [["10/Mar/2024:12:00:00 +0000"], "02/Jan/2006:15:04:05 -0700"],
    [["2024-03-10T12:00:00Z"], "RFC3339"],
    [["2024-03-10T12:00:00.123+01:00", "2024-03-10T12:00:00.5Z"], "RFC3339Nano"],
    [["2024-03-10 12:00:00,123"], "2006-01-02 15:04:05,000"],
    [["2024/03/10 12:00:00"], "2006/01/02 15:04:05"],
    [["Mar 10 12:00:00", "Mar  3 12:00:00"], "Jan _2 15:04:05"],
    [["Sun Mar 10 12:00:00 2024"], "ANSIC"],
    [["Sun, 10 Mar 2024 12:00:00 GMT"], "RFC1123"],
    [["2024-03-10 12:00:00.123 UTC"], "2006-01-02 15:04:05.000 MST"],
    [["0310 12:00:00.000001"], "0102 15:04:05.000000"],
    [["1700000000"], "Unix"],
    [["1700000000.25"], "Unix"],
    [["1700000000123"], "UnixMs"],
    [["1700000000123456789"], "UnixNs"],
    [["17/06/09 20:10:40"], "06/01/02 15:04:05"],
    [["3/10/2024 3:04:05 PM", "3/28/2024 11:04:05 AM"], "1/2/2006 3:04:05 PM"],
    [["20240310T120000"], "20060102T150405"],
    [["20240310T120000.804Z"], "20060102T150405.000Z07:00"],
    [["12:00:01.5"], "15:04:05.0"],
    [["hello"], undefined],
    [["42"], undefined],
    [["12345678901234567"], undefined],
    [[""], undefined],
  ] as const)("%j", (texts, format) => {
    expect(guessTimeFormats(texts)[0]?.format).toBe(format);
  });

  it("lets the texts decide between day and month, and says where they do not", () => {
    expect(guessTimeFormats(["03/04/2024 12:00:00", "25/12/2024 12:00:00"])[0]).toEqual({
      format: "02/01/2006 15:04:05",
      matched: 2,
      total: 2,
      ambiguous: false,
    });
    for (const text of ["03/04/2024 12:00:00", "3/4/2024 2:00:00 PM", "03/04/24 12:00:00"])
      expect(guessTimeFormats([text])[0], text).toMatchObject({ ambiguous: true });
  });

  it("counts the texts that it reads", () => {
    expect(guessTimeFormats(["2024-03-10T12:00:00Z", "yesterday", ""])[0]).toMatchObject({ matched: 1, total: 3 });
  });

  it("reads its own texts, for the named layouts at many times", () => {
    for (const [name, layout] of Object.entries(LAYOUTS)) {
      const texts = [...Array(20).keys()].map((i) =>
        formatTime(compileLayout(layout), {
          nanos: 1_700_000_000_123_456_789n + BigInt(i) * 3_456_789_123_456_789n,
          zone: UTC,
        }),
      );
      if (name === "Layout" || name === "RFC822") continue;
      const [best] = guessTimeFormats(texts);
      if (best === undefined) throw new Error(`${name}: ${texts[0]}`);
      const compiled = compileTimestampFormat(best.format);
      for (const text of texts.slice(0, best.matched === texts.length ? undefined : 1)) {
        expect(compiled.ok && typeof compiled.parse(text, 0n), `${name} ${text} ${best.format}`).toBe("bigint");
      }
    }
  });
});
