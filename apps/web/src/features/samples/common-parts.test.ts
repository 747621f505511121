import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { commonParts, partsOf } from "./common-parts.ts";

/** The line as a row shows it. */
const shown = (line: string, lines: readonly string[]): string =>
  partsOf(line, commonParts(lines))
    .map(({ text, isLeftOut }) => (isLeftOut ? "…" : text))
    .join("");

const haproxy = Array.from(
  { length: 40 },
  (_, i) =>
    `Nov 24 14:03:${10 + i} lb01 haproxy[2211]: 10.0.0.${i}:5${i} [24/Nov/2026] web~ app/s${i % 3} 0/0/1 ${i * 7}`,
);
const access = Array.from(
  { length: 20 },
  (_, i) => `10.0.0.${i} - - "GET /p/${i} HTTP/1.1" ${i % 4 === 0 ? 404 : 200} ${i * 31}`,
);

describe("rows of lines that have much in common", () => {
  it.each<[string, readonly string[], number, string]>([
    ["leave out beginning and middle", haproxy, 3, "…13 …10.0.0.3:53 …app/s0 …21"],
    ["keep what varies in some lines", access, 1, "10.0.0.1 …/p/1 …200 31"],
    ["end the beginning at a break within a word", ["2026-01-15T08:00:01 a", "2026-01-15T08:00:12 b"], 0, "…01 a"],
    ["of two lines show where they differ", ["Jan 15 host x: a", "Jan 15 host x: b"], 1, "…b"],
    ["show little that is common", ["abc: 1", "abc: 2"], 0, "abc: 1"],
    ["show a line alone", ["a line alone, however long"], 0, "a line alone, however long"],
    ["show lines that are all the same", ["the same in each", "the same in each"], 0, "the same in each"],
    ["ignore empty lines", ["", "2026-01-15 one", "2026-01-15 two"], 1, "…one"],
    ["show an odd line whole", [...haproxy, "panic: out of memory"], 40, "panic: out of memory"],
    ["show an empty line as empty", [...haproxy, ""], 40, ""],
  ])("%s", (_, lines, index, row) => {
    expect(shown(lines[index]!, lines)).toBe(row);
  });

  it("still leave out what all lines except an odd one have in common", () => {
    expect(shown(haproxy[0]!, [...haproxy, "panic: out of memory"])).toBe("…10 …10.0.0.0:50 …app/s0 …0");
  });

  it("have their whole line in their parts, and leave out only what nearly all lines have at that place", () => {
    const word = fc.constantFrom("a", "error", "2026-01-15T08:00:01", "host", "10.0.0.1", "  ", "é", "\t");
    const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    const lines = fc
      .tuple(line, fc.array(line, { minLength: 1, maxLength: 20 }))
      .map(([start, all]) => all.map((one) => `${start} ${one}`));
    fc.assert(
      fc.property(lines, line, (all, odd) => {
        const common = commonParts(all);
        for (const one of [...all, odd]) {
          const parts = partsOf(one, common);
          expect(parts.map(({ text }) => text).join("")).toBe(one);
          expect(parts.every(({ text, from }) => one.startsWith(text, from))).toBe(true);
          let at = 0;
          const isCommon: boolean[] = [];
          for (const [place, own] of (one.match(/\S+\s*|\s+/g) ?? []).entries()) {
            const { beginning, words } = common;
            const begins = place === beginning.place && own.startsWith(beginning.text) ? beginning.text.length : 0;
            const length = own === words[place] ? own.length : begins;
            for (let i = 0; i < own.length; i++) isCommon[at++] = i < length;
          }
          for (const { text, from } of parts.filter(({ isLeftOut }) => isLeftOut))
            expect(isCommon.slice(from, from + text.length)).toEqual(Array(text.length).fill(true));
        }
      }),
    );
  });
});

it("reads only the first words, however long the lines are", () => {
  const long = "word ".repeat(30_000);
  const lines = Array.from({ length: 500 }, (_, i) => `2026-01-15 host ${i} ${long}`);
  const matchAll = String.prototype.matchAll;
  let read = 0;
  const spy = vi.spyOn(String.prototype, "matchAll").mockImplementation(function* (this: string, pattern: RegExp) {
    for (const match of matchAll.call(this, pattern)) {
      read++;
      yield match;
    }
  } as typeof matchAll);
  commonParts(lines);
  spy.mockRestore();
  expect(read).toBe(500 * 32);
});
