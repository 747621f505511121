import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compileLayout,
  fixedZone,
  formatTime,
  type GoTime,
  LAYOUTS,
  loadZone,
  parseInstant,
  parseTime,
  UTC,
  type Zone,
} from "./index.ts";
import { parseGeneral } from "./parse.ts";
import { readInstant, ZoneRecords } from "./zone-records.ts";

// One seed, so that a run can be repeated.
fc.configureGlobal({ seed: 20_260_115 });

type Row = [layout: string, text: string, zone: string, time: string | null, error: string | null];

/** `seconds.nanoseconds abbreviation offset`, as the Go program that made the rows printed it. */
function describeTime(time: GoTime): string {
  const nanos = ((time.nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const seconds = (time.nanos - nanos) / 1_000_000_000n;
  return `${seconds}.${nanos.toString().padStart(9, "0")} ${formatTime("MST -07:00:00", time)}`;
}

const records = new ZoneRecords(process.versions.tz ?? "");

describe("parseTime", () => {
  const rows = readFileSync(new URL("./testdata/parse.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");

  it("agrees with Go 1.26 on times, zones and error texts, by either road", () => {
    let fast = 0;
    for (const line of rows) {
      const [text, value, zoneName, time, error] = JSON.parse(line) as Row;
      const zone = loadZone(zoneName) as Zone;
      const layout = compileLayout(text);
      for (const result of [parseTime(layout, value, zone), parseGeneral(layout, value, zone)]) {
        const found = result.ok ? describeTime(result.time) : result.message;
        if (found !== time && time !== null && records.isRevised([readInstant(zoneName, time)])) continue;
        expect(found, line).toBe(time ?? error);
      }
      if (layout.fast?.parse(value)) fast++;
    }
    expect(rows.length).toBeGreaterThan(1000);
    expect(fast).toBeGreaterThan(100);
  });

  it.each<[string, string, string, string]>([
    ["a wrong word", "Jan 2", "Fev 3", 'parsing time "Fev 3" as "Jan 2": cannot parse "Fev 3" as "Jan"'],
    ["a range", "15:04", "24:00", 'parsing time "24:00": hour out of range'],
    ["a day that the month lacks", "2006-01-02", "2023-02-29", 'parsing time "2023-02-29": day out of range'],
    ["text left over", "2006", "2024x", 'parsing time "2024x": extra text: "x"'],
    [
      "bytes in quotes",
      "2006",
      "\u00e9\n",
      'parsing time "\\xc3\\xa9\\x0a" as "2006": cannot parse "\\xc3\\xa9\\x0a" as "2006"',
    ],
    [
      "part of a character",
      "\u00e9",
      "\u00e8",
      'parsing time "\\xc3\\xa8" as "\\xc3\\xa9": cannot parse "\\xa8" as "\\xc3\\xa9"',
    ],
  ])("words %s as Go does", (_name, layout, text, message) => {
    const result = parseTime(compileLayout(layout), text);
    expect(result.ok ? "" : result.message).toBe(message);
  });

  it("repeats no field's mistake when a later chunk overwrites it", () => {
    const result = parseTime(compileLayout("2006:02 _2"), "2024:4  24");
    expect(result.ok).toBe(false);
  });

  it("gives the same instant as parseTime, and as the general parser, for texts near to valid", () => {
    const layouts = [
      LAYOUTS.RFC3339Nano,
      LAYOUTS.ANSIC,
      "02/Jan/2006:15:04:05 -0700",
      "2006-01-02 15:04:05,000",
      "Mon Jan _2 15:04:05.000 Z0700 2006",
    ];
    const zones = [UTC, loadZone("America/New_York") as Zone, fixedZone("", 3600)];
    fc.assert(
      fc.property(
        fc.constantFrom(...layouts),
        fc.bigInt({ min: -(1n << 62n), max: 1n << 62n }),
        fc.constantFrom(...zones),
        fc.nat(40),
        fc.constantFrom("", " ", "0", "9", "Z", "-", ".", "\u00e9"),
        fc.boolean(),
        (text, nanos, zone, at, insert, cut) => {
          const layout = compileLayout(text);
          const good = formatTime(layout, { nanos, zone });
          const value = good.slice(0, at) + insert + good.slice(cut ? at + 1 : at);
          const result = parseTime(layout, value, zone);
          const general = parseGeneral(layout, value, zone);
          expect(result.ok ? describeTime(result.time) : result.message).toBe(
            general.ok ? describeTime(general.time) : general.message,
          );
          const instant = parseInstant(layout, value, zone);
          expect(typeof instant === "bigint" ? instant : undefined).toBe(result.ok ? result.time.nanos : undefined);
        },
      ),
      { numRuns: 250 },
    );
  });
});

describe("layouts", () => {
  it("round-trip: a layout with date, time, fraction and offset reads back what it wrote", () => {
    const date = fc.constantFrom(
      "2006-01-02",
      "02/Jan/2006",
      "Monday, 2 January 2006",
      "2006 002",
      "Mon Jan _2 2006",
      "20060102",
    );
    const clock = fc.constantFrom(
      "15:04:05.000000000",
      "3:4:5.999999999 PM",
      "03.04.05,000000000pm",
      "150405.999999999",
    );
    const offset = fc.constantFrom("-07:00:00", "Z070000", "-070000 MST", "Z07:00:00");
    const zone = fc.integer({ min: -86_000, max: 86_000 }).filter((n) => n !== -1 && Math.abs(n) >= 60);
    fc.assert(
      fc.property(
        date,
        clock,
        offset,
        fc.constantFrom(" ", "T", " at ", "_"),
        fc.bigInt({ min: -62_000_000_000n * 10n ** 9n, max: 253_000_000_000n * 10n ** 9n }),
        zone,
        (d, c, o, between, nanos, seconds) => {
          const layout = compileLayout(`${d}${between}${c} ${o}`);
          const text = formatTime(layout, { nanos, zone: fixedZone("XYZ", seconds) });
          const result = parseTime(layout, text);
          expect(result.ok ? result.time.nanos : result.message).toBe(nanos);
          if (result.ok) expect(formatTime(layout, result.time).replace(" XYZ", "")).toBe(text.replace(" XYZ", ""));
        },
      ),
    );
  });

  it("takes any text as a layout, and formats literal text unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const layout = compileLayout(text);
        expect(
          layout.chunks.reduce((n, chunk) => n + chunk.prefix.length + chunk.text.length, layout.tail.length),
        ).toBe(text.length);
      }),
    );
  });
});
