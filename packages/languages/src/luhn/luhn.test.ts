import { describe, expect, it } from "vitest";
import { createLuhnRedactor, type Stretch } from "./index.ts";

interface Options {
  min?: number;
  delimiters?: string;
  skips?: Stretch[];
}

function redact(text: string, options: Options = {}): string {
  const redactor = createLuhnRedactor({
    minLength: options.min ?? 13,
    replacement: "#",
    delimiters: options.delimiters ?? "",
  });
  return redactor(text, options.skips);
}

describe("createLuhnRedactor", () => {
  const cases: [name: string, text: string, want: string, options?: Options][] = [
    ["a valid number", "card 4023319055607716 charged", "card # charged"],
    ["letters around it", "a4023319055607716b", "a#b"],
    ["an invalid number", "card 4023319055607717", "card 4023319055607717"],
    ["one of two", "4023319055607717 and 4023319055607716", "4023319055607717 and #"],
    ["several", "4023319055607716,4200198830178;374491002817368", "#,#;#"],
    ["twelve digits", "n=865012349870", "n=865012349870"],
    ["the whole run counts", "94023319055607716", "94023319055607716"],
    ["a smaller least length", "79921 18 18 34 0 00 59", "# # # # 0 # #", { min: 2 }],
    ["length one", "0 1 18", "# 1 #", { min: 1 }],
    ["a larger least length", "374491002817368 4023319055607716", "374491002817368 #", { min: 16 }],
    ["all zeros", "id 0000000000000 end", "id # end"],
    ["leading zeros do not count against 64 bits", "0000000000000000000012344", "#"],
    ["the largest of 64 bits", "9223372036854775791 9223372036854775817", "# 9223372036854775817"],
    ["digits of other scripts stay", "\u0664\u0660 4023319055607716", "\u0664\u0660 #"],
    ["digits of other scripts spoil the run", "\u0967\u09684023319055607716", "\u0967\u09684023319055607716"],
    ["astral digits spoil the run", "\u{1d7d8}4023319055607716", "\u{1d7d8}4023319055607716"],
    ["a digit of another script after it", "4023319055607716\u0967", "4023319055607716\u0967"],
    ["dashes split by default", "4023-3190-5560-7716", "4023-3190-5560-7716"],
    ["delimiters join", "4023-3190 5560.7716 ok", "# ok", { delimiters: "- ." }],
    ["several delimiters between digits", "4023--3190  5560-7716", "#", { delimiters: "- " }],
    ["a delimiter after it stays", "4023319055607716-rest", "#-rest", { delimiters: "-" }],
    ["a delimiter at the end stays", "4023319055607716-", "#-", { delimiters: "-" }],
    ["of several after it, the last stays", "4023319055607716 -. x", "# x", { delimiters: "- ." }],
    ["delimiters in front stay", "--4023319055607716", "--#", { delimiters: "-" }],
    ["an invalid number keeps its delimiters", "40233190-55607717--x", "40233190-55607717--x", { delimiters: "-" }],
    ["delimiters join neighbours", "12 4023319055607716", "12 4023319055607716", { delimiters: " " }],
    ["a protected number", "a4023319055607716 4023319055601230", "a4023319055607716 #", { skips: [[0, 17]] }],
    ["a stretch that covers a part", "4023319055607716", "#", { skips: [[0, 8]] }],
    [
      "two stretches that touch",
      "4023319055607716",
      "#",
      {
        skips: [
          [0, 8],
          [8, 16],
        ],
      },
    ],
    ["nothing", "", ""],
  ];
  it.each(cases)("%s", (_, text, want, options) => {
    expect(redact(text, options)).toBe(want);
  });
});
