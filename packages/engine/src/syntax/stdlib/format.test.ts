import { describe, expect, it } from "vitest";
import {
  array,
  capsule,
  float,
  int,
  NULL,
  object,
  optionalSecret,
  secret,
  string,
  uint,
  type Value,
} from "../value.ts";
import { formatValues } from "./format.ts";

const receiver = capsule("loki.LogsReceiver", {});

describe("formatValues", () => {
  // What is plain is tested with fmt itself (languages/gotemplate/print.test.ts); these are values of the configuration only.
  const cases: [format: string, arg: Value, text: string][] = [
    ["%T", uint(5), "int"],
    ["%T %[1]d", uint(2n ** 63n), "uint64 9223372036854775808"],
    [
      "%#v",
      array([int(1), NULL, object({ b: float(1.5) })]),
      '[]interface {}{1, interface {}(nil), map[string]interface {}{"b":1.5}}',
    ],
    ["%v %[1]q %[1]x %[1]T", secret("ab"), 'ab "ab" 6162 alloytypes.Secret'],
    ["%d", secret("ab"), "%!d(alloytypes.Secret=ab)"],
    ["%v %+[1]v %[1]T", optionalSecret("x", true), "{true x} {IsSecret:true Value:x} alloytypes.OptionalSecret"],
    ["%v %[1]T", receiver, 'capsule("loki.LogsReceiver") loki.LogsReceiver'],
  ];
  it.each(cases)("%s", (format, arg, text) => {
    expect(formatValues(format, [arg])).toBe(text);
  });

  it("bounds values that repeat or nest without end", () => {
    let wide: Value = string("x");
    for (let i = 0; i < 40; i++) wide = array([wide, wide]);
    expect(formatValues("%v", [wide])).toMatchObject({ refused: "more than 1000000 elements to print" });
    let deep: Value = string("x");
    for (let i = 0; i < 10_000; i++) deep = array([deep]);
    expect(formatValues("%v", [deep])).toMatchObject({ refused: "value nested deeper than 500 levels" });
  });
});
