import { describe, expect, it } from "vitest";
import type { ValueType } from "../schema/field.ts";
import { printDefault } from "./print-default.ts";

describe("printDefault", () => {
  const cases: readonly [unknown, ValueType, string][] = [
    ["a\nb", { kind: "string" }, '"a\\nb"'],
    [true, { kind: "bool" }, "true"],
    [1.5, { kind: "float" }, "1.5"],
    [0n, { kind: "duration" }, '"0s"'],
    [90_500_000_000n, { kind: "duration" }, '"1m30s500ms"'],
    [1024 * 1024, { kind: "bytes" }, '"1MiB"'],
    [1500, { kind: "bytes" }, '"1500B"'],
    [["a", "b"], { kind: "list", of: { kind: "string" } }, '["a", "b"]'],
    [new Map(), { kind: "map", of: { kind: "string" } }, "{}"],
    [new Map([["a", "1"]]), { kind: "map", of: { kind: "string" } }, '{ a = "1" }'],
    ["hidden", { kind: "secret" }, "(secret)"],
  ];
  for (const [value, type, text] of cases) it(text, () => expect(printDefault(value, type)).toBe(text));
});
