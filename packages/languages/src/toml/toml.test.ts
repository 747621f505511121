import { describe, expect, it } from "vitest";
import { MAX_TOML_DEPTH, parseToml } from "./index.ts";

describe("parseToml", () => {
  it("reads tables, arrays of tables and literal texts", () => {
    const text = `title = "t"\n[extend]\nuseDefault = true\n[[rules]]\nid = "a"\nregex = '''a\\d'''\nentropy = 3.5\n[[rules.allowlists]]\nregexes = ["x"]\n`;
    expect(parseToml(text)).toEqual({
      ok: true,
      table: {
        title: "t",
        extend: { useDefault: true },
        rules: [{ id: "a", regex: "a\\d", entropy: 3.5, allowlists: [{ regexes: ["x"] }] }],
      },
    });
  });

  it.each([
    ["a = ", 1],
    ["a = 1\na = 2", 2],
    ["[a\n", 1],
    ['a = "\u0000"', 1],
    ["__proto__ = 1", 1],
    ["a.__proto__.b = 1", 1],
    ["n = 9223372036854775807", 1],
  ])("says in which line it is wrong: %j", (text, line) => {
    const result = parseToml(text);
    expect(result).toMatchObject({ ok: false, line });
    expect(result.ok ? "" : result.message).toMatch(/^[^\n]+$/);
  });

  it.each(["[", "{a="])("bounds how deep arrays and tables lie: %s", (open) => {
    const close = open === "[" ? "]" : "}";
    const nested = (depth: number) => `a = ${open.repeat(depth)}${open === "[" ? "" : "1"}${close.repeat(depth)}`;
    expect([parseToml(nested(MAX_TOML_DEPTH - 1)).ok, parseToml(nested(100_000)).ok]).toEqual([true, false]);
  });
});
