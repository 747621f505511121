import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = parseRfc3339("2026-11-25T15:00:00Z")!;
const repeat = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i));
const time = (i: number) => `2026-11-25 14:10:${10 + i}`;
const keptOf = (lines: readonly string[]) =>
  preview(
    propose(lines, { start: START }).text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  ).outputs.map(({ entry }) => ({ ...Object.fromEntries(entry.metadata ?? []), ...entry.labels.toRecord() }));

describe("values between separators", () => {
  it.each([",", ";"])("are called as a header says, separated by %s", (by) => {
    const rows = repeat(20, (i) => [time(i), i % 2 === 0 ? "INFO" : "ERROR", `u${i}`, `order ${i} placed`].join(by));
    const kept = keptOf([["date", "level", "user", "message"].join(by), ...rows]);
    expect(kept).toHaveLength(20);
    expect(kept[0]).toMatchObject({ level: "info", user: "u0" });
    expect(kept[1]).toMatchObject({ level: "error", user: "u1" });
  });

  it("know a header that occurs again, as in files that were put together", () => {
    const header = "time,level,host,id,count";
    const rows = repeat(20, (i) => `${time(i)},INFO,web-${i % 3},${1000 + i},${i}`);
    const kept = keptOf([header, ...rows, header, ...rows]);
    expect(kept).toHaveLength(40);
    expect(kept[0]).toMatchObject({ host: "web-0", id: "1000" });
  });

  it("are called as headers of different orders agree, and by no name where they do not", () => {
    const rows = repeat(20, (i) => `${time(i)},INFO,u${i},${1000 + i},${i}`);
    const others = repeat(20, (i) => `${time(i)},INFO,${2000 + i},x${i},${i}`);
    const lines = ["time,level,user,id,n", ...rows, "time,level,id,user,n", ...others];
    const kept = keptOf(lines);
    expect(kept).toHaveLength(40);
    expect(kept[0]).toEqual({ level: "info", column_3: "u0", column_4: "1000", n: "0" });
    expect(kept[20]).toEqual({ level: "info", column_3: "2000", column_4: "x0", n: "0" });
    const header = propose(lines, { start: START }).stages.find(({ id }) => id === "header");
    expect(header!.evidence).toContain("they differ: columns of two names have none");
  });

  it.each<[string, string, Record<string, string>]>([
    [
      "a name twice and a column without one",
      "time,level,user,,ms,ms",
      { user: "u19", column_4: "x19", ms: "38", ms_2: "57" },
    ],
    ["letters of any language", "time,level,größe,a,b,c", { gr_e: "u19", a: "x19", b: "38", c: "57" }],
    ["a comment", "#time,level,user,a,b,c", { user: "u19", a: "x19", b: "38", c: "57" }],
  ])("are called by a header with %s", (_, header, expected) => {
    const rows = repeat(20, (i) => `${time(i)},${i % 2 === 0 ? "INFO" : "ERROR"},u${i},x${i},${2 * i},${3 * i}`);
    const kept = keptOf([header, ...rows]);
    expect(kept.at(-1)).toEqual({ level: "error", ...expected });
    expect(kept.filter(({ level }) => level === "level")).toEqual([]);
  });

  it("drop a header and nothing else, as it is said, and it counts as no entry that is unread", () => {
    const rows = repeat(20, (i) => `${time(i)};${i % 2 === 0 ? "INFO" : "ERROR"};u${i};${i}`);
    const { stages, figures, text } = propose(["at (UTC);severity;user;n", ...rows], { start: START });
    const header = stages.find(({ id }) => id === "header");
    expect(header).toMatchObject({ taken: true, evidence: ["1 of 21: at (UTC);severity;user;n"] });
    expect(figures).toMatchObject({ dropped: 1, parsed: 20, unparsed: 0, leveled: 20, timed: 20, streams: 2 });
    expect(text.indexOf("stage.drop")).toBeLessThan(text.indexOf("stage.regex"));
    expect(text).toContain("`^at \\(UTC\\);severity;user;n$`");
  });

  it("are read by the header of lines between tabs that begin with a time and a level", () => {
    const rows = repeat(20, (i) => [`2026-11-25`, `14:10:${10 + i}`, "INFO", `u${i}`, `${i}`].join("\t"));
    expect(keptOf([["day", "clock", "level", "user", "n"].join("\t"), ...rows])[3]).toMatchObject({
      level: "info",
      user: "u3",
      n: "3",
    });
  });

  it("take a first line of values for no header", () => {
    const kept = keptOf(repeat(20, (i) => `alice,${time(i)},shop,${i},paid`));
    expect(kept[0]).toMatchObject({ column_4: "0" });
  });

  it("have all names or none", () => {
    const kept = keptOf(repeat(20, (i) => `${time(i)},10.0.0.${i},https://a.example/${i},${i},b${i}`));
    expect(Object.keys(kept[0]!)).toEqual(["column_2", "column_3", "column_4", "column_5"]);
  });

  it("lose their quotes, and hold the separator in them", () => {
    const kept = keptOf(
      repeat(20, (i) => `${time(i)},"u${i}",${i % 2 === 0 ? `"a, ""b"" ${i}"` : `c${i}`},shop,"x${i}"`),
    );
    expect(kept[0]).toMatchObject({ column_2: "u0", column_3: 'a, "b" 0', column_5: "x0" });
    expect(kept[1]).toMatchObject({ column_2: "u1", column_3: "c1", column_5: "x1" });
  });

  it("follow a head that is none of them", () => {
    const kept = keptOf(
      repeat(20, (i) => `<14>Nov 25 14:10:${10 + i} fw-1 1,2026/11/25 14:10:${10 + i},0${i},END,10.1.2.${i},,${i * 7}`),
    );
    expect(kept[3]).toMatchObject({ host: "fw-1", column_5: "10.1.2.3", column_7: "21" });
  });

  it("are no sentence with commas", () => {
    const lines = repeat(20, (i) => `${time(i)} INFO sold ${i}, 2, 3, 4, 5 and 6 pieces to u${i}, v, w and x`);
    expect(propose(lines, { start: START }).text).not.toContain("column_");
  });
});
