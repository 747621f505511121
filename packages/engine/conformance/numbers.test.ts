import { describe, expect, it } from "vitest";
import { createStandardLibrary, evaluate, parseFile } from "../src/syntax/index.ts";
import { valueToJson } from "./value-json.ts";

/** Results of Alloy's own evaluator: what a number is shown as, and its text; an error where it has none. */
const RECORDED: readonly [expression: string, type: string, text: string][] = [
  ["9223372036854775808", "uint", "9223372036854775808"],
  ["18446744073709551615 + 1", "int", "0"],
  ["1 - 18446744073709551615", "int", "2"],
  ["9223372036854775808 * -1", "int", "-9223372036854775808"],
  ["18446744073709551615 - 18446744073709551615", "int", "0"],
  ["18446744073709551615 + 9223372036854775808", "int", "9223372036854775807"],
  ["9223372036854775808 + 9223372036854775808", "int", "0"],
  ["18446744073709551615 / 3", "int", "0"],
  ["18446744073709551615 / 9223372036854775808", "int", "1"],
  ["18446744073709551615 - 9223372036854775808 / 9223372036854775808", "uint", "18446744073709551614"],
  ["18446744073709551615 % 9223372036854775808", "int", "9223372036854775807"],
  ["(18446744073709551615 / 9223372036854775808) % 18446744073709551615", "int", "1"],
  ["9223372036854775807 + 1", "int", "-9223372036854775808"],
  ["2 ^ 64", "int", "0"],
  ['base64_decode("AQL/")[2]', "int", "255"],
  ['base64_decode("AQL/")[0] - base64_decode("AQL/")[1]', "uint", "18446744073709551615"],
  ['base64_decode("AQL/")[0] - 2', "int", "-1"],
  ["1e308 * 10", "float", "+Inf"],
  ["-1e308 * 10", "float", "-Inf"],
  ["2.0 ^ 1024", "float", "+Inf"],
  ["1e308 ^ 2", "float", "+Inf"],
  ["0.0 ^ -1", "float", "+Inf"],
  ["-8.0 ^ 0.5", "float", "NaN"],
  ["(1e308 * 10) - (1e308 * 10)", "float", "NaN"],
  ["1 / (1e308 * 10)", "float", "0"],
];

function evaluated(expression: string) {
  const [statement] = parseFile(`x = ${expression}\n`).file.body;
  if (statement?.kind !== "attribute") throw new Error("no attribute");
  const library = createStandardLibrary();
  const result = evaluate(statement.value, { lookup: (name) => library.get(name) });
  return result.ok ? valueToJson(result.value) : result.diagnostics[0]!.message;
}

describe("numbers of the configuration language", () => {
  it.each(RECORDED)("%s", (expression, type, text) => {
    expect(evaluated(expression)).toMatchObject({ type, text });
  });

  it("has a value for what JSON has no number for", () => {
    expect(["1e308 * 10", "-1e308 * 10", "-8.0 ^ 0.5"].map((one) => JSON.stringify(evaluated(one)))).toEqual([
      '{"type":"float","value":"+Inf","text":"+Inf"}',
      '{"type":"float","value":"-Inf","text":"-Inf"}',
      '{"type":"float","value":"NaN","text":"NaN"}',
    ]);
  });

  it.each(["1 / 0", "1 % 0", "1 / 0.0", "1.5 % 0", "18446744073709551615 / (1 - 1)"])("refuses %s", (expression) => {
    expect(evaluated(expression)).toMatch(/divide by zero error$/);
  });
});
