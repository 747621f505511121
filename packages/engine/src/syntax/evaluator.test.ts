import { describe, expect, it } from "vitest";
import { createScope, evaluate } from "./evaluator.ts";
import { parseFile } from "./parse.ts";
import { printValueLiteral } from "./printing/print-value.ts";
import { createStandardLibrary } from "./stdlib/standard-library.ts";
import { capsule, object, optionalSecret, secret, string, type Value } from "./value.ts";

// What Alloy gives for each expression: the value as it prints it and the kind of a number, or the message with the
// byte column (from 1, within the expression) where it points.

const scope = createScope(createStandardLibrary());

function show(expression: string): string {
  const { file, diagnostics } = parseFile(`v = ${expression}`);
  expect(diagnostics).toEqual([]);
  const [statement] = file.body;
  if (statement?.kind !== "attribute") throw new Error("not an attribute");
  const result = evaluate(statement.value, scope, file);
  if (result.ok) {
    const { value } = result;
    return printValueLiteral(value) + (value.type === "number" ? ` ${value.kind}` : "");
  }
  const [diagnostic] = result.diagnostics;
  const { column } = file.lines.position(diagnostic!.span!.start);
  return `error at ${column - 4}: ${diagnostic!.message}`;
}

describe("literals", () => {
  const cases: [expression: string, shown: string][] = [
    ["42", "42 int"],
    ["010", "8 int"],
    ["08", "8 float"],
    ["9223372036854775807", "9223372036854775807 int"],
    ["9223372036854775808", "9223372036854775808 uint"],
    ["18446744073709551616", "18446744073709552000 float"],
    ["0777777777777777777777777", "777777777777777800000000 float"],
    ["1.50", "1.5 float"],
    [".5", "0.5 float"],
    ["5.", "5 float"],
    ["1e21", "1000000000000000000000 float"],
    ["1e-7", "0.0000001 float"],
    ["1e400", 'error at 1: strconv.ParseFloat: parsing "1e400": value out of range'],
    ["null", "null"],
    ["true", "true"],
    ['"a\\tb\\x41\\101\\u00e9\\U0001F600"', '"a\\tbAAé😀"'],
    ['"\\xc3\\xa9"', '"é"'],
    ["`a\\n`", '"a\\\\n"'],
    [
      '{ "" = 1, "a\\tb" = 2, a = 1, a = 3 }',
      '{\n\t"\\\\\\"\\\\\\"" = 1,\n\ta          = 3,\n\t"a\\\\\\\\tb"  = 2,\n}',
    ],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("arithmetic", () => {
  const cases: [expression: string, shown: string][] = [
    ["1 + 2 * 3", "7 int"],
    ["-2 ^ 2", "4 int"],
    ["2 ^ 3 ^ 2", "512 int"],
    ["2 ^ -1", "2 int"],
    ["2 ^ 63", "-9223372036854775808 int"],
    ["2 ^ 64", "0 int"],
    ["2.0 ^ -1", "0.5 float"],
    ["0.1 ^ 10", "0.00000000010000000000000011 float"],
    ["7 / -2", "-3 int"],
    ["-7 % 3", "-1 int"],
    ["7.5 % 2", "1.5 float"],
    ["9223372036854775807 + 1", "-9223372036854775808 int"],
    ["9223372036854775808 * 2", "0 int"],
    ["9223372036854775808 + -1", "9223372036854775807 int"],
    ["9223372036854775808 / -1", "-9223372036854775808 int"],
    ["1 + 0.5", "1.5 float"],
    ["1 / 0", "error at 5: 0 divide by zero error"],
    ["1 % 0.0", "error at 5: 0.0 divide by zero error"],
    ["1 / -0.0", "error at 5: -0.0 divide by zero error"],
    ["-(9223372036854775808)", "-9223372036854775808 int"],
    ["--1", "1 int"],
    ['"a" + "b"', '"ab"'],
    ['"a" + 1', "error at 7: 1 should be string, got number"],
    ['1 + "a"', 'error at 5: "a" should be number, got string'],
    ["[1] + [2]", "error at 1: [1] should be one of [number string capsule] for binop +, got array"],
    ["-true", "error at 2: true should be number, got bool"],
    ["!1", "error at 2: 1 should be bool, got number"],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("comparison and logic", () => {
  const cases: [expression: string, shown: string][] = [
    ["1 == 1.0", "true"],
    ['1 == "1"', "false"],
    ["null == false", "false"],
    ["[1, {a = [2]}] == [1, {a = [2.0]}]", "true"],
    ["{a = 1} == {b = 1}", "false"],
    ["string.join == string.join", "false"],
    ['"B" < "a"', "true"],
    ['"é" > "z"', "true"],
    ['"\\uffff" < "\\U0001F600"', "true"],
    ["9223372036854775808 > -1", "false"],
    ["2 >= 2.0", "true"],
    ["true < false", "error at 1: true should be one of [number string] for binop <, got bool"],
    ["1 < 2 < 3", "error at 1: 1 < 2 should be one of [number string] for binop <, got bool"],
    ['1 < "2"', 'error at 5: "2" should be number, got string'],
    ["true || false && false", "true"],
    ["true || 1", "error at 9: 1 should be one of [bool] for binop ||, got number"],
    ["false && (1 / 0 == 1)", "error at 15: 0 divide by zero error"],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("access, index and call", () => {
  const cases: [expression: string, shown: string][] = [
    ["[10, 20][1]", "20 int"],
    ["[10, 20][1.9]", "20 int"],
    ["[10, 20][2]", "error at 10: 2 index 2 is out of range of array with length 2"],
    ["[10][-1]", "error at 6: -1 index -1 is out of range of array with length 1"],
    ['[1]["0"]', 'error at 5: "0" should be number, got string'],
    ["{x = {y = 5}}.x.y", "5 int"],
    ['{x = 1}["x"]', "1 int"],
    ['{x = 1}["z"]', "null"],
    ["{x = 1}.z", 'error at 9: field "z" does not exist'],
    ["{x = 1}[0]", "error at 9: 0 should be string, got number"],
    ["(5).x", 'error at 1: (5) cannot access field "x" on value of type number'],
    ['("abc")[0]', 'error at 1: ("abc") expected object or array, got string'],
    ["[1].x", 'error at 1: [1] cannot access field "x" on value of type array'],
    ["nope", 'error at 1: identifier "nope" does not exist'],
    ["[nope.x]", 'error at 2: identifier "nope" does not exist'],
    ["(1)(2)", "error at 1: (1) should be function, got number"],
    ["constants.nope", 'error at 11: field "nope" does not exist'],
    ["string.join.x", 'error at 1: string.join cannot access field "x" on value of type function'],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("places of errors", () => {
  const cases: [expression: string, shown: string][] = [
    ["array.concat([1], 1, [1])", "error at 23: 1 should be array, got number"],
    ["array.concat(1, [1])", "error at 18: 1 should be array, got number"],
    ["array.concat([2], [1, 300], 300)", "error at 29: 300 should be array, got number"],
    ['array.concat("", "")', 'error at 18: "" should be array, got string'],
    ['string.join(["a", [1]], ",")', "error at 19: [1] should be string, got array"],
    ['string.join("a", ",")', 'error at 13: "a" should be array, got string'],
    ['string.to_upper(string.to_upper("a"), "b")', "error at 17: string.to_upper expected 1 args, got 2"],
    ['string.join(["a"])', "error at 1: string.join expected 2 args, got 1"],
    ["string.format()", "error at 1: string.format expected at least 1 args, got 0"],
    ["string.to_upper({a = 1,\n b = [\n1]})", "error at 17: {a = 1,\n\tb = [\n\t\t1],\n} should be string, got object"],
    ["encoding.to_json(1)", "error at 1: encoding.to_json jsonEncode only supports map"],
    ["(string.to_upper)(true)", "error at 19: true should be string, got bool"],
    ["string.to_upper((true))", "error at 17: (true) should be string, got bool"],
  ];
  it.each(cases)("%s", (expression, shown) => {
    expect(show(expression)).toBe(shown);
  });
});

describe("scope", () => {
  const receiver = capsule("loki.LogsReceiver", {});
  const names = new Map<string, Value>([
    ["logs", object({ write: object({ out: object({ receiver }) }) })],
    ["target", capsule("discovery.Target", {}, new Map([["a", string("x")]]))],
    ["plain", optionalSecret("p", false)],
    ["hidden", optionalSecret("h", true)],
    ["secret", secret("s")],
  ]);
  const run = (expression: string) => {
    const { file } = parseFile(`v = ${expression}`);
    const [statement] = file.body;
    if (statement?.kind !== "attribute") throw new Error("not an attribute");
    return evaluate(statement.value, createScope(names, createStandardLibrary()), file);
  };
  const shown = (expression: string) => {
    const result = run(expression);
    return result.ok ? printValueLiteral(result.value) : result.diagnostics[0]?.message;
  };

  it("passes on a component's exports unchanged", () => {
    const result = run("[logs.write.out.receiver]");
    expect(result.ok && result.value.type === "array" && result.value.items[0]).toBe(receiver);
    expect(shown("logs.write.out.receiver")).toBe('capsule("loki.LogsReceiver")');
    expect(shown("logs.write.nope.receiver")).toBe('field "nope" does not exist');
    expect(shown("logs.write.out.receiver.x")).toBe(
      "logs.write.out.receiver expected object or array or a capsule convertible to an object, got capsule",
    );
  });

  it("reads capsules that are objects", () => {
    expect(shown("target.a")).toBe('"x"');
    expect(shown('target["b"]')).toBe("null");
    expect(shown("target")).toBe('{\n\ta = "x",\n}');
  });

  it.each([
    ['plain + "x"', '"px"'],
    ['"x" == plain', "false"],
    ['hidden + "x"', "(secret)"],
    ["secret + plain", "(secret)"],
    ["plain + hidden == hidden", "false"],
    ["convert.nonsensitive(secret + hidden)", '"sh"'],
    ["string.to_upper(plain)", '"P"'],
    ["string.to_upper(hidden)", "hidden secrets may not be converted into strings"],
    ['secret - "x"', "secret should be one of [number] for binop -, got capsule"],
  ])("keeps secrets: %s", (expression, wanted) => {
    expect(shown(expression)).toBe(wanted);
  });

  it("asks the host for the environment, and reports if there is none", () => {
    const library = createStandardLibrary({ env: (name) => (name === "HOME" ? "/root" : undefined) });
    const { file } = parseFile('v = sys.env("HOME") + env("NOPE")');
    const [statement] = file.body;
    if (statement?.kind !== "attribute") throw new Error("not an attribute");
    expect(evaluate(statement.value, createScope(library), file)).toMatchObject({ ok: true, value: string("/root") });
    expect(shown('sys.env("HOME")')).toBe("sys.env environment variables are not available here");
  });
});

describe("limits", () => {
  it.each([
    ["nested encoding", 'encoding.to_base64("x")', (e: string) => `encoding.to_base64(${e})`],
    ["replacing by more", '"xx"', (e: string) => `string.replace(${e}, "x", "xxxx")`],
    ["formatting twice", '"x"', (e: string) => `string.format("%[1]s%[1]s", ${e})`],
  ])("bounds what functions produce: %s", (_, start, wrap) => {
    let expression = start;
    for (let i = 0; i < 100; i++) expression = wrap(expression);
    expect(show(expression)).toContain("result is longer than 4194304 characters");
  });

  it("raises to any power at once", () => {
    expect(show("3 ^ 9223372036854775807")).toBe("-6148914691236517205 int");
  });

  it("refuses lists that would repeat themselves without end", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 20; i++)
      lines.push(
        `a${i}: &a${i} [${Array(8)
          .fill(`*a${i - 1}`)
          .join(", ")}]`,
      );
    expect(show(`encoding.from_yaml(\`${lines.join("\n")}\`)`)).toContain("excessive aliasing");
  });
});
