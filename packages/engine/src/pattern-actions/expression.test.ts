import { compileRegex } from "@sluice/languages/re2";
import { describe, expect, it } from "vitest";
import { generateLabelled } from "../../bench/labelled/generate.ts";
import { SYSTEMS } from "../../bench/labelled/systems.ts";
import { PatternMiner } from "../patterns/index.ts";
import { expressionInSteps, type PatternExpression, type PlacedLine } from "./expression.ts";

function expressionOf(lines: readonly PlacedLine[]): PatternExpression | undefined {
  const steps = expressionInSteps(lines);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const placed = (own: readonly string[], others: readonly string[] = []): PlacedLine[] => [
  ...own.map((line) => ({ line, own: true })),
  ...others.map((line) => ({ line, own: false })),
];

it("never holds a secret, even one that all lines have", () => {
  const token = ["ghp_", "a1B2c3D4".repeat(5)].join("");
  const found = expressionOf(placed([`push with ${token} done`, `push with ${token} done`]));
  expect(found).toMatchObject({ own: 2, matched: 2 });
  expect(found!.text).not.toContain("a1B2c3D4");
});

describe("an expression of lines", () => {
  const docker = (log: string) => JSON.stringify({ log: `${log}\n`, stream: "stdout", time: "2026-01-15T08:00:00Z" });
  const json = (msg: string) => JSON.stringify({ level: "info", msg, n: 1 });
  const cases: readonly [name: string, own: readonly string[], want: string][] = [
    ["writes constants out", ["disk a.b is full", "disk a.b is full"], "^disk a\\.b is full$"],
    ["has a class for what varies", ["took 12 ms in x1", "took 7 ms in y2"], "^took \\d+ ms in \\S+$"],
    [
      "takes signs and fractions only where there are some",
      ["at -1 of 2", "at 3 of 2.5"],
      "^at [-+]?\\d+ of [-+]?\\d+(?:\\.\\d+)?$",
    ],
    ["reads quoted texts to their end", ['said "a \\"b\\"" now', 'said "c" now'], '^said "(?:[^"\\\\]|\\\\.)*" now$'],
    ["allows the blanks that lines have", ["a  1 b", "a 2 b"], "^a\\s+\\d+ b$"],
    [
      "leaves the head out",
      ["2026-01-15T08:00:00Z INFO login of u1", "2026-01-15T08:00:01Z WARN login of u2"],
      "login of \\S+$",
    ],
    [
      "stands in CRI",
      ["2026-01-15T08:00:00Z stdout F login of u1", "2026-01-15T08:00:00Z stdout F login of u2"],
      "login of \\S+$",
    ],
    ["stands in Docker's JSON", [docker('say "hi" to u1'), docker('say "hi" to u2')], 'say \\\\"hi\\\\" to \\S+'],
    ["stands in JSON with a message", [json("login of u1"), json("login of u2")], "login of \\S+"],
    [
      "is of the whole line where that has no message",
      ['{"a":1,"b":"x"}', '{"a":2,"b":"y"}'],
      '^\\{"a":\\d+,"b":"(?:[^"\\\\]|\\\\.)*"\\}$',
    ],
    ["is of the first line of a block", ["fault 1\n  at a.b", "fault 2\n  at c.d"], "^fault \\d+"],
    [
      "has no back quote and no line end in it",
      ["run `ls` 1\tnow", "run `ls` 2\tnow"],
      "^run \\x60ls\\x60 \\d+\\x09now$",
    ],
    ["takes lists and times with blanks", ["ids 1, 2 at", "ids 3 at"], "^ids .+? at$"],
    ["takes several shapes", ['{"a":1}', '{"a":1,"b":2}'], '(?:^\\{"a":\\d+\\}$|^\\{"a":\\d+,"b":\\d+\\}$)'],
  ];
  it.each(cases)("%s", (_, own, want) => {
    const found = expressionOf(placed(own));
    expect(found).toEqual({ text: want, own: own.length, matched: own.length, others: 0 });
    expect(compileRegex(found!.text).ok).toBe(true);
  });

  it("is narrower where other lines would match as well", () => {
    const found = expressionOf(placed(["open a1 now", "open b2 now"], ["open /x now"]));
    expect(found).toMatchObject({ text: "^open \\w+ now$", others: 0 });
  });

  it("counts the other lines that it cannot tell apart", () => {
    expect(expressionOf(placed(["open a1", "open b2"], ["open c3", "close c3"]))).toMatchObject({
      matched: 2,
      others: 1,
    });
  });

  it("is none without lines, and bounded for long ones", () => {
    expect(expressionOf(placed([], ["a"]))).toBeUndefined();
    const long = (n: number) => Array.from({ length: 900 }, (_, i) => `field${i}=${n + i}`).join(" ");
    const found = expressionOf(placed([long(1), long(2)]));
    expect(found).toMatchObject({ own: 2, matched: 2 });
    expect(found!.text.length).toBeLessThanOrEqual(2000);
    const wide = expressionOf(placed(["x".repeat(10_000), "x".repeat(10_000)]));
    expect(wide).toMatchObject({ matched: 2 });
  });
});

it("matches all lines of each pattern of sixteen systems, and those of no other in nineteen of twenty", () => {
  let patterns = 0;
  let exact = 0;
  for (const system of SYSTEMS) {
    const lines = generateLabelled(system, 300).map(({ line }) => line);
    const miner = new PatternMiner();
    const numbers = miner.add(lines);
    for (const { number, template } of miner.report().patterns) {
      const own = (line: string, i: number) => numbers[i] === number && miner.valuesIn(line, number) !== undefined;
      const found = expressionOf(lines.map((line, i) => ({ line, own: own(line, i) })));
      expect(found?.matched, `${system.name}: ${template}`).toBe(found?.own);
      patterns++;
      if (found?.others === 0) exact++;
    }
  }
  expect(exact / patterns).toBeGreaterThan(0.95);
});
