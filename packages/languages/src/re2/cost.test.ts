import { describe, expect, it } from "vitest";
import { analyzeCost } from "./cost.ts";
import { AnalysisBudget, describeRegex } from "./index.ts";
import { PropertyCache } from "./properties.ts";
import { parsePattern } from "./syntax/parser.ts";

function classOf(pattern: string): string {
  const description = describeRegex(pattern);
  if (description === undefined) throw new Error("refused");
  const { costClass } = description;
  return costClass.kind === "polynomial" ? `n^${costClass.degree}` : costClass.kind;
}

describe("classes of cost", () => {
  it.each<[pattern: string, expected: string, why: string]>([
    ["abc", "linear", "no loop"],
    ["\\d{4}-\\d{2}", "linear", "short counts are not loops"],
    ["^a*b", "linear", "one start, one loop"],
    ["a*b", "n^2", "every start runs through the same letters"],
    ["\\d+", "linear", "the first digit decides"],
    [".*", "linear", "matches at once"],
    ["level=(\\w+)", "linear", "the loop cannot read a start of another match"],
    ["error.*timeout", "n^2", "the loop can read starts of other matches"],
    ["^.*foo.*bar", "n^2", "the second loop can begin at every foo"],
    [".*foo.*bar", "n^3", "and every start"],
    ["^a*a*a*b", "n^3", "three loops over one letter"],
    ['^(\\S+) - (\\S+) \\[([^\\]]+)\\] "([^"]*)" (\\d{3})$', "linear", "every loop ends where it must"],
    ["[a-z0-9_.-]+@[a-z0-9-]+(?:\\.[a-z]{2,})+", "n^2", "only the search overlaps with the first loop"],
    ['"(?:[^"\\\\]|\\\\.)*"', "n^2", "the branches exclude each other"],
    ['^(?:[^"\\\\]|\\\\.)*"', "linear", "and with one start only"],
    ["(?:ab|cd)*x", "n^2", "one way around"],
    ["(a+)+$", "exponential", "a loop of loops"],
    ["(?:a|aa)+$", "exponential", "two ways to read aa"],
    ["(?:a|b|ab)+c", "exponential", "two ways to read ab"],
    ["(?:x+x+)+y", "exponential", "two ways to divide"],
    ["^(?:\\w+\\s?)*$", "exponential", "the blank is optional"],
    ["^(?:\\w+\\s)*$", "linear", "the blank is not"],
    ["(?:a?)*b", "n^2", "without its empty rounds a loop over one letter"],
    ["(?:a*)*b", "exponential", "written natively, still a loop of loops"],
    ["x.{0,500}y", "n^2", "a long count is a loop"],
    ["^(?:.*,){5}x", "n^5", "short loops of loops are written out"],
    ["(?m)^\\s*at (.*)$", "n^2", "blanks take line ends, so that lines overlap"],
  ])("%s is %s: %s", (pattern, expected) => {
    expect(classOf(pattern)).toBe(expected);
  });

  it("gives up, and says exponential, where the automaton is too large", () => {
    expect(classOf(`(?:${Array.from({ length: 400 }, (_, i) => `w${(i * 7919) % 10007}x`).join("|")})*y`)).toBe(
      "exponential",
    );
  });

  it.each<[why: string, pattern: string, most: number]>([
    ["each of a log line's fields once", "(\\S+) ".repeat(12), 3_000],
    ["a degree above what is asked", ".*a".repeat(100), 5_000],
    ["and far above it", ".*a".repeat(900), 40_000],
    ["too many states", ".*a".repeat(1100), 60_001],
    ["loops that never hand over", "[^,]*,".repeat(30), 40_000],
    ["more of them than are looked at", "(?:ab)*c".repeat(300), 200_010],
    ["one loop of many states", `(?:${"[ab]".repeat(600)})*c`, 200_010],
  ])("looks at no more than it must: %s", (_why, pattern, most) => {
    const budget = new AnalysisBudget(1e9);
    const parsed = parsePattern(pattern);
    if (!parsed.ok) throw new Error("refused");
    analyzeCost(parsed.parsed.root, new PropertyCache(), budget);
    expect(1e9 - budget.left).toBeGreaterThan(0);
    expect(1e9 - budget.left).toBeLessThan(most);
  });

  it("says exponential of what is left when the steps for all patterns are used up", () => {
    const analysis = new AnalysisBudget(100);
    const kinds = ["a*b", "(?:ab)*c(?:ab)*c(?:ab)*c", "a*b", "abc"].map(
      (pattern) => describeRegex(pattern, { analysis })!.costClass.kind,
    );
    expect(kinds).toEqual(["polynomial", "exponential", "exponential", "linear"]);
    expect(analysis.left).toBe(0);
  });

  it("lets choices outside loops shorten the texts for the native form", () => {
    const limit = (pattern: string) => describeRegex(pattern)!.nativeLimit;
    expect(limit("(?:a|b)(?:c|d)e")).toBe(2 ** 24);
    expect(limit("(?:a|ab)(?:c|bcd)(?:d|de)(?:e|ef)(?:f|fg)x")).toBeLessThan(2 ** 24);
    expect(limit("a?".repeat(40) + "a".repeat(40))).toBe(0);
  });

  it.each([
    ["^(?:a|b)*c", "ab"],
    ["a*b", "a"],
    ["^a*a*a*b", "a"],
    [".*foo.*bar", "foo"],
    ["([a-z]+)@([a-z]+)\\.", "a@"],
  ])("keeps %s affordable at its longest text", (pattern, pump) => {
    const { nativeSource, nativeLimit } = describeRegex(pattern)!;
    const text = pump.repeat(Math.min(nativeLimit, 1 << 20) / pump.length);
    // A class that were too good would make this run into the test's time limit.
    expect(new RegExp(nativeSource!, "u").exec(text)).toBeNull();
  });
});
