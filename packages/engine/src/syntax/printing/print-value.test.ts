import { unquote } from "@sluice/languages/gonumber";
import { describe, expect, it } from "vitest";
import { isValidIdentifier, quoteString } from "../characters.ts";
import { parseExpression } from "../parse.ts";
import { array, bool, capsule, float, int, NULL, object, secret, string, uint, type Value } from "../value.ts";
import { printValueLiteral } from "./print-value.ts";

describe("printValueLiteral", () => {
  const cases: [name: string, value: Value, text: string][] = [
    ["null", NULL, "null"],
    ["integers", array([int(-5), uint(2n ** 64n - 1n)]), "[-5, 18446744073709551615]"],
    [
      "floats without exponents",
      array([float(1e21), float(1.5), float(1e-7)]),
      "[1000000000000000000000, 1.5, 0.0000001]",
    ],
    ["texts", string('a"\n\u0001é\u00ad'), '"a\\"\\n\\x01é\\u00ad"'],
    ["sorted objects", object({ "b c": bool(true), a: object({}) }), '{\n\ta = {},\n\t"b c" = true,\n}'],
    ["capsules", capsule("loki.LogsReceiver", 1), 'capsule("loki.LogsReceiver")'],
    ["secrets", secret("x"), "(secret)"],
  ];
  it.each(cases)("%s", (_, value, text) => {
    expect(printValueLiteral(value)).toBe(text);
  });

  it("ends somewhere", () => {
    let value: Value = NULL;
    for (let i = 0; i < 5000; i++) value = array([value]);
    expect(printValueLiteral(value)).toContain('"…"');
  });
});

describe("quoteString", () => {
  it.each(["", "plain", 'q"uo\\te', "\0\x07\b\f\n\r\t\v\x7f", "é🐢\u2028\ufeff", "\u{e000}\u{10ffff}"])(
    "reads back %j",
    (text) => {
      const quoted = quoteString(text);
      expect(parseExpression(quoted).diagnostics).toEqual([]);
      expect(unquote(quoted)).toBe(text);
    },
  );
});

describe("isValidIdentifier", () => {
  it.each(["a", "_", "a1", "größe", "a١"])("takes %s", (name) => expect(isValidIdentifier(name)).toBe(true));
  it.each(["", "1a", "a-b", "a b", "true", "null", '"a"', "²"])("refuses %j", (name) =>
    expect(isValidIdentifier(name)).toBe(false),
  );
});
