import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = parseRfc3339("2026-11-25T20:00:00Z")!;
const two = (n: number) => String(n).padStart(2, "0");

function read(lines: readonly string[]) {
  const { text, stages } = propose(lines, { start: START });
  const { outputs } = preview(
    text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  );
  return {
    text,
    said: stages.flatMap(({ evidence }) => evidence).join("; "),
    values: outputs.map(({ entry }) => ({ ...Object.fromEntries(entry.metadata), ...entry.labels.toRecord() })),
  };
}
const rows = (count: number, row: (i: number, two: string) => string) =>
  Array.from({ length: count }, (_, i) => row(i, two(i)));

describe("a comment that names the columns", () => {
  const NAMES =
    "date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) sc-status time-taken";
  const w3c = rows(
    40,
    (i, n) =>
      `2026-11-25 08:${n}:00 10.0.0.5 GET ${i % 2 === 0 ? "/" : `/a${i}`} ${["-", "id=5&page=2", "id=7"][i % 3]} 443 ${i % 2 === 0 ? "-" : "CORP\\jdoe"} 203.0.113.${i} Mozilla/5.0+(X) ${[200, 304, 404][i % 3]} ${i * 7}`,
  );

  it("is the truth about them, whatever the values are", () => {
    const { values, said } = read(["#Software: IIS", `#Fields: ${NAMES}`, ...w3c]);
    for (const [i, one] of values.filter((value) => value.sc_status !== undefined).entries())
      expect(one).toMatchObject({
        sc_status: String([200, 304, 404][i % 3]),
        cs_uri_stem: i % 2 === 0 ? "/" : `/a${i}`,
        c_ip: `203.0.113.${i}`,
      });
    expect(values[3 + 1]!.cs_uri_query).toBe("id=7");
    expect(values[2 + 1]!.cs_uri_query).toBe("id=5&page=2");
    expect(values[3]!.cs_username).toBe("CORP\\jdoe");
    expect(said).not.toContain("(the same in all)");
  });

  it("may name columns in quotes", () => {
    const { values } = read([
      "#Fields: date time c-ip cs-bytes cs(User-Agent) x-note",
      ...rows(
        20,
        (i, n) =>
          `2026-11-25 08:${n}:00 10.0.0.${i} ${i} "Mozilla/5.0 (X; ${i})" ${i % 2 === 0 ? `plain${i}` : `"two ${i}"`}`,
      ),
    ]);
    expect(values[1]).toMatchObject({ c_ip: "10.0.0.0", cs_user_agent: "Mozilla/5.0 (X; 0)", x_note: "plain0" });
    expect(values[2]).toMatchObject({ c_ip: "10.0.0.1", cs_user_agent: "Mozilla/5.0 (X; 1)", x_note: "two 1" });
  });
});

describe("the first key of a query", () => {
  it.each([
    ["between blanks", " "],
    ["between commas", ","],
  ])("is a part of the value: %s", (_, by) => {
    const lines = rows(30, (i, n) =>
      [
        `2026-11-25T08:${n}:00Z`,
        `10.0.0.${i}`,
        "GET",
        `/a${i}`,
        `id=${i}&page=${i % 4}`,
        `${200 + i}`,
        `${i * 7}`,
      ].join(by),
    );
    const { text, values } = read(lines);
    expect(text).not.toContain("id=(");
    expect(Object.values(values[3]!)).toContain("id=3&page=3");
  });
});
