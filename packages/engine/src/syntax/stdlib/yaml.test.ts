import { describe, expect, it } from "vitest";
import { array, bool, capsule, float, int, NULL, object, string, uint } from "../value.ts";
import { parseYamlText } from "./yaml.ts";

describe("encoding.from_yaml", () => {
  it.each([
    ["a: [1, -1, 1.0, true, ~, x]\n", object({ a: array([int(1), int(-1), float(1), bool(true), NULL, string("x")]) })],
    ["[9223372036854775807, 9223372036854775808]", array([int(2n ** 63n - 1n), uint(2n ** 63n)])],
    ["1: a\n", capsule("map[interface {}]interface {}", object({ 1: string("a") }))],
    ["", NULL],
    ["a: 1\na: 2\n", { refused: 'yaml: unmarshal errors:\n  line 2: mapping key "a" already defined at line 1' }],
  ])("%j", (document, wanted) => {
    expect(parseYamlText(document)).toEqual(wanted);
  });
});
