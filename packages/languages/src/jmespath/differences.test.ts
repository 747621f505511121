import { search } from "@jmespath-community/jmespath";
import { describe, expect, it } from "vitest";
import { DIFFERENCES } from "../../conformance/jmespath-differences.ts";
import { LimitError } from "../base/limit-error.ts";
import { compileJmesPath, type Value } from "./index.ts";

type JsonValue = Parameters<typeof search>[0];

function ofLibrary(expression: string, data: unknown): string {
  try {
    return JSON.stringify(search(data as JsonValue, expression));
  } catch (error) {
    return `error ${(error as Error).message}`;
  }
}

function ofOurs(expression: string, data: unknown): string {
  const compiled = compileJmesPath(expression);
  if (!compiled.ok) return `error ${compiled.message}`;
  const result = compiled.expression.search(data as Value);
  return result.ok ? JSON.stringify(result.value) : `error ${result.message}`;
}

describe("differences between the library and the original", () => {
  it.each(DIFFERENCES)("$what ($expression)", ({ expression, data = null, library, ours }) => {
    expect(ofOurs(expression, data)).toBe(ours);
    const found = ofLibrary(expression, data);
    // A mended library shows here: the entry and its wrap go.
    expect(found.startsWith("error ") ? found.slice(0, library.length) : found).toBe(library);
    expect(library).not.toBe(ours);
  });

  const DEEP = 200_000;
  const nested = (depth: number): Value => {
    let value: Value = null;
    for (let i = 0; i < depth; i++) value = [value];
    return value;
  };

  it("bounds what overflows the library's stack: nesting of expressions and of data", () => {
    const brackets = "[".repeat(DEEP);
    expect(() => search(null, brackets)).toThrow(RangeError);
    expect(compileJmesPath(brackets)).toMatchObject({ ok: false });
    const data = { a: nested(DEEP), b: nested(DEEP) };
    expect(() => search(data as JsonValue, "a == b")).toThrow(RangeError);
    expect(ofOurs("a == b", data)).toBe("true");
    expect(ofOurs("length(to_string(a))", data)).toBe(String(2 * DEEP + 4));
  });

  it("takes long lists and texts that overflow the library's stack", () => {
    const data = { numbers: Array.from({ length: DEEP }, (_, i) => i), text: "x".repeat(DEEP) };
    for (const [expression, ours] of [
      ["max(numbers)", String(DEEP - 1)],
      ["length(reverse(text))", String(DEEP)],
      [`length(zip(${"`[]`, ".repeat(DEEP)}numbers))`, "0"],
    ] as const) {
      expect(() => search(data, expression), expression).toThrow(RangeError);
      expect(ofOurs(expression, data)).toBe(ours);
    }
  });

  it("bounds work that the library does not", () => {
    expect(() => ofOurs("pad_left('x', `1e9`)", null)).toThrow(LimitError);
    expect(() =>
      ofOurs(
        "map(&map(&@, $), @)",
        Array.from({ length: 4000 }, () => 0),
      ),
    ).toThrow(LimitError);
  });
});
