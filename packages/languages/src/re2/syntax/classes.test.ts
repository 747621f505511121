import { describe, expect, it } from "vitest";
import { Op } from "./ast.ts";
import { MAX_CODE_POINT, simpleFold } from "./classes.ts";
import { parsePattern } from "./parser.ts";

/** The code points that a one-class pattern matches, as count and rolling sum. */
function summarize(pattern: string): [number, number] {
  const result = parsePattern(pattern);
  if (!result.ok) throw new Error(result.message);
  const { op, runes } = result.parsed.root;
  const ranges = op === Op.Any ? [0, MAX_CODE_POINT] : runes;
  let count = 0;
  let sum = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    for (let c = ranges[i]!; c <= ranges[i + 1]!; c++) {
      count++;
      sum = (sum * 31 + c) % 1000003;
    }
  }
  return [count, sum];
}

describe("named classes have the code points of Go's tables (Unicode 15)", () => {
  const cases: [pattern: string, count: number, sum: number][] = [
    ["\\p{Any}", 1114112, 955100],
    ["(?i)\\p{Any}", 1114112, 955100],
    ["\\p{Assigned}", 288767, 322539],
    ["(?i)\\p{Assigned}", 288767, 322539],
    ["\\p{ASCII}", 128, 441431],
    ["(?i)\\p{ASCII}", 130, 234282],
    ["\\p{L}", 136104, 875804],
    ["(?i)\\p{L}", 136105, 610807],
    ["\\p{LC}", 4095, 686994],
    ["(?i)\\p{LC}", 4095, 686994],
    ["\\p{Lu}", 1831, 339633],
    ["(?i)\\p{Lu}", 3212, 548505],
    ["\\p{Ll}", 2233, 828239],
    ["(?i)\\p{Ll}", 3624, 933014],
    ["\\p{Lt}", 31, 786748],
    ["(?i)\\p{Lt}", 66, 236645],
    ["\\p{Lm}", 397, 285940],
    ["(?i)\\p{Lm}", 397, 285940],
    ["\\p{Lo}", 131612, 185571],
    ["(?i)\\p{Lo}", 131612, 185571],
    ["\\p{M}", 2450, 740139],
    ["(?i)\\p{M}", 2453, 454998],
    ["\\p{Mn}", 1985, 681592],
    ["(?i)\\p{Mn}", 1988, 464053],
    ["\\p{Mc}", 452, 316704],
    ["(?i)\\p{Mc}", 452, 316704],
    ["\\p{Me}", 13, 92464],
    ["(?i)\\p{Me}", 13, 92464],
    ["\\p{N}", 1831, 992232],
    ["(?i)\\p{N}", 1831, 992232],
    ["\\p{Nd}", 680, 81320],
    ["(?i)\\p{Nd}", 680, 81320],
    ["\\p{Nl}", 236, 578405],
    ["(?i)\\p{Nl}", 236, 578405],
    ["\\p{No}", 915, 540400],
    ["(?i)\\p{No}", 915, 540400],
    ["\\p{P}", 842, 346280],
    ["(?i)\\p{P}", 842, 346280],
    ["\\p{Pc}", 10, 734382],
    ["(?i)\\p{Pc}", 10, 734382],
    ["\\p{Pd}", 26, 926353],
    ["(?i)\\p{Pd}", 26, 926353],
    ["\\p{Ps}", 79, 341581],
    ["(?i)\\p{Ps}", 79, 341581],
    ["\\p{Pe}", 77, 237040],
    ["(?i)\\p{Pe}", 77, 237040],
    ["\\p{Pi}", 12, 809109],
    ["(?i)\\p{Pi}", 12, 809109],
    ["\\p{Pf}", 10, 577171],
    ["(?i)\\p{Pf}", 10, 577171],
    ["\\p{Po}", 628, 954031],
    ["(?i)\\p{Po}", 628, 954031],
    ["\\p{S}", 7770, 239591],
    ["(?i)\\p{S}", 7770, 239591],
    ["\\p{Sm}", 948, 951717],
    ["(?i)\\p{Sm}", 948, 951717],
    ["\\p{Sc}", 63, 691577],
    ["(?i)\\p{Sc}", 63, 691577],
    ["\\p{Sk}", 125, 438398],
    ["(?i)\\p{Sk}", 125, 438398],
    ["\\p{So}", 6634, 538911],
    ["(?i)\\p{So}", 6634, 538911],
    ["\\p{Z}", 19, 587678],
    ["(?i)\\p{Z}", 19, 587678],
    ["\\p{Zs}", 17, 425894],
    ["(?i)\\p{Zs}", 17, 425894],
    ["\\p{C}", 965096, 627569],
    ["(?i)\\p{C}", 965096, 627569],
    ["\\p{Cc}", 65, 512514],
    ["(?i)\\p{Cc}", 65, 512514],
    ["\\p{Cf}", 170, 267686],
    ["(?i)\\p{Cf}", 170, 267686],
    ["\\p{Co}", 137468, 694372],
    ["(?i)\\p{Co}", 137468, 694372],
    ["\\p{Cs}", 2048, 40136],
    ["(?i)\\p{Cs}", 2048, 40136],
    ["\\p{Cn}", 825345, 79676],
    ["(?i)\\p{Cn}", 825345, 79676],
    ["\\p{Letter}", 136104, 875804],
    ["(?i)\\p{Letter}", 136105, 610807],
    ["\\p{uppercase letter}", 1831, 339633],
    ["(?i)\\p{uppercase letter}", 3212, 548505],
    ["\\p{Decimal_Number}", 680, 81320],
    ["(?i)\\p{Decimal_Number}", 680, 81320],
    ["\\p{greek}", 518, 465043],
    ["(?i)\\p{greek}", 520, 310449],
    ["\\p{Latin}", 1481, 331787],
    ["(?i)\\p{Latin}", 1481, 331787],
    ["\\p{CYRILLIC}", 506, 376047],
    ["(?i)\\p{CYRILLIC}", 506, 376047],
    ["\\p{Han}", 98408, 852284],
    ["(?i)\\p{Han}", 98408, 852284],
    ["\\p{Arabic}", 1368, 981244],
    ["(?i)\\p{Arabic}", 1368, 981244],
    ["\\p{Hebrew}", 134, 428559],
    ["(?i)\\p{Hebrew}", 134, 428559],
    ["\\p{Thai}", 86, 301864],
    ["(?i)\\p{Thai}", 86, 301864],
    ["\\p{Hangul}", 11739, 790827],
    ["(?i)\\p{Hangul}", 11739, 790827],
    ["\\p{Hiragana}", 381, 324420],
    ["(?i)\\p{Hiragana}", 381, 324420],
    ["\\p{Katakana}", 321, 217273],
    ["(?i)\\p{Katakana}", 321, 217273],
    ["\\p{Common}", 8301, 692599],
    ["(?i)\\p{Common}", 8303, 22344],
    ["\\p{Inherited}", 657, 493297],
    ["(?i)\\p{Inherited}", 660, 15642],
    ["\\p{Braille}", 256, 747934],
    ["(?i)\\p{Braille}", 256, 747934],
    ["\\p{Nko}", 62, 527286],
    ["(?i)\\p{Nko}", 62, 527286],
    ["\\p{Adlam}", 88, 428505],
    ["(?i)\\p{Adlam}", 88, 428505],
    ["\\p{Yi}", 1220, 932087],
    ["(?i)\\p{Yi}", 1220, 932087],
    ["\\P{Lu}", 1112281, 583073],
    ["(?i)\\P{Lu}", 1110900, 384614],
    ["(?i)[a-z]", 54, 262527],
    ["(?i)[^a-z]", 1114058, 644592],
    ["(?i)[ſ-ⱥ]", 11132, 471641],
    ["(?i)[\\x00-\\x{1FFFF}]", 131072, 221301],
    ["(?i)[[:upper:]]", 54, 262527],
    ["(?i)[[:^upper:]]", 1114058, 644592],
    ["(?i)\\w", 65, 94579],
    ["(?i)\\W", 1114047, 470808],
    ["[\\D\\S]", 1114112, 955100],
    ["[^\\PL]", 136104, 875804],
    ["(?i)[Ǆ-ǌ]", 9, 89916],
  ];
  it.each(cases)("%s", (pattern, count, sum) => {
    expect(summarize(pattern)).toEqual([count, sum]);
  });
});

describe("simpleFold", () => {
  it("gives Go's orbits for every code point", () => {
    let count = 0;
    let sum = 0;
    for (let c = 0; c <= MAX_CODE_POINT; c++) {
      const folded = simpleFold(c);
      if (folded === c) continue;
      count++;
      sum = (sum * 31 + folded) % 1000003;
    }
    expect([count, sum]).toEqual([2878, 505402]);
  });

  it.each([
    ["k", "\u212a"],
    ["\u212a", "K"],
    ["K", "k"],
    ["s", "ſ"],
    ["σ", "Σ"],
    ["ς", "σ"],
    ["1", "1"],
  ])("%s leads to %s", (from, to) => {
    expect(simpleFold(from.codePointAt(0)!)).toBe(to.codePointAt(0));
  });
});
