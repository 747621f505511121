import { describe, expect, it } from "vitest";
import { evaluate } from "../syntax/evaluator.ts";
import { createStandardLibrary, parseFile, type Value } from "../syntax/index.ts";
import { errorText } from "../syntax/value-error.ts";
import { decodeValue } from "./decode-value.ts";
import type { ValueType } from "./field.ts";

const library = createStandardLibrary({});

function evaluateText(expression: string): Value {
  const { file } = parseFile(`a = ${expression}\n`);
  const [statement] = file.body;
  if (statement?.kind !== "attribute") throw new Error("no attribute");
  const evaluated = evaluate(statement.value, { lookup: (name) => library.get(name) });
  if (!evaluated.ok) throw new Error(evaluated.diagnostics[0]!.message);
  return evaluated.value;
}

/** The decoded value, or the error's text. */
function decode(expression: string, type: ValueType): unknown {
  const decoded = decodeValue(evaluateText(expression), type);
  return decoded.ok ? decoded.value : errorText(decoded.error);
}

const STRING: ValueType = { kind: "string" };
const ENUM: ValueType = {
  kind: "enum",
  values: [
    { value: "a", doc: "" },
    { value: "b", doc: "" },
  ],
};

describe("decodeValue", () => {
  const CASES: [string, ValueType, unknown][] = [
    ['"x"', STRING, "x"],
    ["null", STRING, ""],
    ["12", STRING, "12"],
    ["1.50", STRING, "1.5"],
    ["1e21", STRING, "1000000000000000000000"],
    ["true", STRING, "expected string, got bool"],
    ["[1]", STRING, "expected string, got array"],
    ['encoding.from_base64("aGk=")', STRING, "hi"],
    ['"x"', { kind: "secret" }, "x"],
    ["null", { kind: "secret" }, ""],
    ["12", { kind: "secret" }, "12"],
    ['convert.nonsensitive("x")', STRING, "x"],
    ['"x"', { kind: "language", language: "re2" }, "x"],
    ["true", { kind: "bool" }, true],
    ["null", { kind: "bool" }, false],
    ['"true"', { kind: "bool" }, "expected bool, got string"],
    ["1", { kind: "bool" }, "expected bool, got number"],
    ["7", { kind: "int" }, 7],
    ["7.9", { kind: "int" }, 7],
    ["-7.9", { kind: "int" }, -7],
    ["null", { kind: "int" }, 0],
    ['"7"', { kind: "int" }, 7],
    ['"-7"', { kind: "int" }, -7],
    ['"7.9"', { kind: "int" }, 7],
    ['"+7"', { kind: "int" }, "expected number, got string"],
    ['""', { kind: "int" }, "expected number, got string"],
    ['" 7"', { kind: "int" }, "expected number, got string"],
    ["18446744073709551615", { kind: "int" }, -1],
    ["1e300", { kind: "int" }, -(2 ** 63)],
    ["true", { kind: "int" }, "expected number, got bool"],
    ["0.5", { kind: "float" }, 0.5],
    ['"1e3"', { kind: "float" }, 1000],
    ['"-1.5"', { kind: "float" }, "expected number, got string"],
    ['"1e400"', { kind: "float" }, "expected number, got string"],
    ['"1m30s"', { kind: "duration" }, 90_000_000_000n],
    ["null", { kind: "duration" }, 0n],
    ["3", { kind: "duration" }, 'time: missing unit in duration "3"'],
    ['"8KB"', { kind: "bytes" }, 8192],
    ["null", { kind: "bytes" }, 0],
    ['"a"', ENUM, "a"],
    ["null", ENUM, ""],
    ['"c"', ENUM, 'must be one of "a", "b"'],
    ['["a", 1]', { kind: "list", of: STRING }, ["a", "1"]],
    ["null", { kind: "list", of: STRING }, []],
    ['["a", [true]]', { kind: "list", of: STRING }, "expected string, got array"],
    ['"a"', { kind: "list", of: STRING }, "expected array, got string"],
    [
      '{ b = 1, "__proto__" = "x" }',
      { kind: "map", of: STRING },
      new Map([
        ["b", "1"],
        ["__proto__", "x"],
      ]),
    ],
    ["null", { kind: "map", of: STRING }, new Map()],
    ["{ b = true }", { kind: "map", of: STRING }, "expected string, got bool"],
    ["[1]", { kind: "map", of: STRING }, "expected object, got array"],
    ['"a"', { kind: "capsule", capsule: "logs-receiver" }, "expected capsule, got string"],
  ];
  it.each(CASES)("%s as %o", (expression, type, wanted) => {
    expect(decode(expression, type)).toEqual(wanted);
  });
});
