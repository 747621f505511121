import { describe, expect, it } from "vitest";
import { compileJmesPath } from "../jmespath/index.ts";
import { createJsonPathReader, type JsonPath, parseJsonObject } from "./index.ts";

const PATHS = ["a", "b.c", "l[0]", "l[-1]", "missing", "a.deeper", "l.name", "b[0]"];
const EXPRESSIONS = PATHS.map((path) => {
  const compiled = compileJmesPath(path);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.expression;
});

/** A reader that has learned the shape of `text`. */
function learned(text: string, paths: readonly JsonPath[] = EXPRESSIONS.map(({ path }) => path!)) {
  const read = createJsonPathReader(paths);
  for (let i = 0; i < 64; i++) expect(read(text)).toBeUndefined();
  return read;
}

/** What evaluating the paths on the parsed text gives. */
function general(text: string): unknown {
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return undefined;
  return EXPRESSIONS.map((expression) => {
    const result = expression.search(parsed.value);
    return result.ok ? result.value : result.message;
  });
}

const SAMPLE = '{"a":"x", "b":{"c":1.5,"d":true},"l":["p",null],"e":{},"f":[]}\n';

describe("createJsonPathReader", () => {
  it("reads what the general way reads, once a shape is known", () => {
    expect(learned(SAMPLE)(SAMPLE)).toEqual(["x", 1.5, "p", null, null, null, null, null]);
  });

  const same: [name: string, text: string][] = [
    ["other values", SAMPLE.replace("x", "y z é\ud83d\ude00").replace("1.5", "-0").replace("true", "false")],
    ["an exponent written in a text", SAMPLE.replace("x", "1e999")],
    ["half a pair", SAMPLE.replace("x", "\ud83d")],
    ["an integer that loses precision", SAMPLE.replace("1.5", "9007199254740993")],
    ["the empty text", SAMPLE.replace("x", "")],
  ];
  it.each(same)("reads %s", (_, text) => {
    const values = learned(SAMPLE)(text);
    expect(values).toBeDefined();
    expect(values).toEqual(general(text));
  });

  const left: [name: string, text: string][] = [
    ["escapes", SAMPLE.replace("x", "\\n")],
    ["control characters", SAMPLE.replace("x", "\t")],
    ["an exponent", SAMPLE.replace("1.5", "1e5")],
    ["leading zeros", SAMPLE.replace("1.5", "01.5")],
    ["a point without digits", SAMPLE.replace("1.5", "1.")],
    ["a number out of range", SAMPLE.replace("1.5", "9".repeat(400))],
    ["another type", SAMPLE.replace('"x"', "7")],
    ["a longer list", SAMPLE.replace("null", "null,1")],
    ["one more field", SAMPLE.replace('"e"', '"z":1,"e"')],
    ["other blanks", SAMPLE.replace(" ", "")],
    ["something behind it", `${SAMPLE}x`],
    ["a long text", SAMPLE.replace("x", "x".repeat(3000))],
  ];
  it.each(left)("leaves %s to the general reader", (_, text) => {
    expect(learned(SAMPLE)(text)).toBeUndefined();
  });

  const unlearned: [name: string, text: string, paths?: readonly JsonPath[]][] = [
    ["a repeated key", '{"a":1,"a":2}'],
    ["a path to an object", SAMPLE, [["b"]]],
    ["a path to a list", SAMPLE, [["l"]]],
    ["malformed texts", '{"a":1,}'],
    ["other values than objects", "[1]"],
    ["deep nesting", `{"a":${"[".repeat(20)}${"]".repeat(20)}}`],
    ["very many fields", `{${Array.from({ length: 65 }, (_, i) => `"k${i}":1`).join()}}`],
  ];
  it.each(unlearned)("does not learn from %s", (_, text, paths) => {
    expect(learned(text, paths)(text)).toBeUndefined();
  });
});
