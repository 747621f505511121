import { describe, expect, it } from "vitest";
import { createLogfmtScanner } from "./index.ts";
import { learnRecordShape, pairValue } from "./shape.ts";

const KEYS = ["level", "msg", "flag", "n"];
const isWanted = (key: string) => KEYS.includes(key);
const SAMPLE = 'level=warn  msg="disk full" path=/x flag n=5 n=6 ';

/** The pairs that a shape learned from `sample` finds in `text`; undefined where it does not match. */
function byShape(sample: string, text: string): string[] | undefined {
  const shape = learnRecordShape(sample, isWanted);
  const groups = shape?.expression.exec(text);
  return groups == null ? undefined : shape!.pairs.map((pair) => `${pair.key}=${pairValue(pair, groups)}`);
}

/** The same by a scanner that has read nothing before. */
function general(text: string) {
  const pairs: string[] = [];
  const error = createLogfmtScanner(KEYS)(text, (key, value) => pairs.push(`${key}=${value}`));
  return { pairs, error };
}

describe("learnRecordShape", () => {
  const matching: [name: string, text: string][] = [
    ["the text itself", SAMPLE],
    ["a bare value in quotes, and the other way round", 'level="very bad"  msg=full path="" flag n="5" n= '],
    ["values beyond ASCII", 'level=é  msg="\ud83d\ude00 \ud83d" path=C:\\x flag n=- n=\u007f '],
  ];
  it.each(matching)("reads %s as the scanner does", (_, text) => {
    expect(general(text)).toEqual({ pairs: byShape(SAMPLE, text), error: undefined });
  });

  const others: [name: string, text: string][] = [
    ["an escape in quotes", 'level=a  msg="\\n" path=/x flag n=5 n=6 '],
    ["a second equals", "level=a  msg=b path=/x?q=1 flag n=5 n=6 "],
    ["a quote in a value", 'level=a"  msg=b path=/x flag n=5 n=6 '],
    ["no blank behind quotes", 'level="a"msg=b path=/x flag n=5 n=6 '],
    ["another record", `${SAMPLE}\nlevel=x`],
    ["a carriage return", `${SAMPLE}\r`],
    ["a value for a flag", SAMPLE.replace("flag", "flag=1")],
  ];
  it.each(others)("does not match %s", (_, text) => {
    expect(byShape(SAMPLE, text)).toBeUndefined();
  });

  it.each(["=x", "é=1", 'a"b"', "a=1\nb=2", 'a="\\n"', Array(65).fill("k=1").join(" ")])(
    "does not learn %j",
    (text) => {
      expect(learnRecordShape(text, isWanted)).toBeUndefined();
    },
  );

  it("reads on in the same way when the scanner has learned the shape", () => {
    const pairs: string[] = [];
    const scan = createLogfmtScanner(KEYS);
    const texts = Array.from({ length: 200 }, (_, i) =>
      SAMPLE.replace("6", String(i)).replace("/x", i % 9 ? "/" : "="),
    );
    for (const text of texts) {
      pairs.length = 0;
      const error = scan(text, (key, value) => pairs.push(`${key}=${value}`));
      expect({ pairs, error }).toEqual(general(text));
    }
  });
});
