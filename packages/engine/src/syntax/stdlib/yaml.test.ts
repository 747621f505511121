import { describe, expect, it } from "vitest";
import type { Value } from "../value.ts";
import { parseYaml } from "./yaml.ts";

/** As plain data; what JSON has no number for as text. */
function plain(value: Value): unknown {
  switch (value.type) {
    case "null":
      return null;
    case "bool":
    case "string":
      return value.value;
    case "number":
      if (value.kind === "uint") return String(value.value);
      return Number.isFinite(Number(value.value)) ? Number(value.value) : String(value.value);
    case "array":
      return value.items.map(plain);
    case "object":
      return Object.fromEntries([...value.fields].map(([key, field]) => [key, plain(field)]));
    case "capsule":
      return value.name;
    case "function":
      return "function";
  }
}

// What Go's yaml.v3 reads.
const cases: [document: string, wanted: unknown][] = [
  ["a: 1\nb: [x, 2.5]\nc: null\n", { a: 1, b: ["x", 2.5], c: null }],
  ["", null],
  ["~", null],
  ["a", "a"],
  ["- 1\n- 2\n", [1, 2]],
  ["- a: 1\n  b: 2\n- c\n", [{ a: 1, b: 2 }, "c"]],
  ["a:\n- 1\n- 2\nb: 3\n", { a: [1, 2], b: 3 }],
  ["a:\n  b:\n    c: d\n", { a: { b: { c: "d" } } }],
  ["a: |\n  x\n   y\n\n  z\nb: >\n  x\n  y\n\n  z\n", { a: "x\n y\n\nz\n", b: "x y\nz\n" }],
  ["a: |-\n  x\n", { a: "x" }],
  ["a: |+\n  x\n\n\nb: 1\n", { a: "x\n\n\n", b: 1 }],
  ["a: >-\n  x\n  y\n", { a: "x y" }],
  ["'a b': \"c\\td\"\n", { "a b": "c\td" }],
  ["a: 'it''s'\n", { a: "it's" }],
  ["a: &x 1\nb: *x\n", { a: 1, b: 1 }],
  ["base: &b\n  x: 1\n  y: 2\nd:\n  <<: *b\n  y: 3\n", { base: { x: 1, y: 2 }, d: { y: 3, x: 1 } }],
  ['{a: 1, b: [c, {d: e}], "f":g}', { a: 1, b: ["c", { d: "e" }], f: "g" }],
  ["[a, b: c, [d]]", ["a", { b: "c" }, ["d"]]],
  ["a: x y z\n  w\n", { a: "x y z w" }],
  ['a: "x\n  y\n\n  z"\n', { a: "x y\nz" }],
  [
    "a: 010\nb: 0o10\nc: 0x1F\nd: 0b11\ne: 1_000\nf: 1e3\ng: .5\nh: -1\ni: +1\nj: 08\n",
    { a: 8, b: 8, c: 31, d: 3, e: 1000, f: 1000, g: 0.5, h: -1, i: 1, j: 8 },
  ],
  ["a: yes\nb: True\nc: NULL\nd: .inf\ne: .nan\n", { a: "yes", b: true, c: null, d: "Infinity", e: "NaN" }],
  [
    "a: 2001-01-01\nb: 2001-12-14t21:59:43.10-05:00\nc: 2001-12-15 2:59:43.10\n",
    { a: "2001-01-01T00:00:00Z", b: "2001-12-14T21:59:43.1-05:00", c: "2001-12-15T02:59:43.1Z" },
  ],
  ["1: a\n", "map[interface {}]interface {}"],
  ["a: 1\na: 2\n", { refused: 'yaml: unmarshal errors:\n  line 2: mapping key "a" already defined at line 1' }],
  ["a: b: c\n", { refused: "yaml: mapping values are not allowed in this context" }],
  ["a:\n\t- b\n", { refused: "yaml: line 2: found character that cannot start any token" }],
  ["- - 1\n  - 2\n- 3\n", [[1, 2], 3]],
  ["a: # c\n  - 1 # d\n# e\n  - 2\n", { a: [1, 2] }],
  ["---\na: 1\n---\nb: 2\n", { a: 1 }],
  ["%YAML 1.1\n---\na\n", "a"],
  ["a: !!str 1\n", { a: "1" }],
  ["a: [1,\n  2,\n  3]\n", { a: [1, 2, 3] }],
  ["a: {\n b: 1,\n}\n", { a: { b: 1 } }],
  ["a: #x\n", { a: null }],
  ["a: b#c\n", { a: "b#c" }],
  ["a: 'x' y\n", { refused: "yaml: did not find expected key" }],
  ["a: *nope\n", { refused: "yaml: unknown anchor 'nope' referenced" }],
  ["a: x:y\n", { a: "x:y" }],
  ["url: http://x/y\n", { url: "http://x/y" }],
  ['a: "\\x41\\u00e9\\n"\n', { a: "Aé\n" }],
  ['a: "\\q"\n', { refused: "yaml: found unknown escape character" }],
  ["- \n- a\n", [null, "a"]],
  ["a:\nb:\n", { a: null, b: null }],
  ["key: >\n  folded\n    more\n  back\n", { key: "folded\n  more\nback\n" }],
  ["a: -\n", { refused: "yaml: found character that cannot start any token" }],
  ["a: - b\n", { refused: "yaml: found character that cannot start any token" }],
  ["x: [a b, c  d]\n", { x: ["a b", "c  d"] }],
  ["a: 12345678901234567890\nb: 123456789012345678901\n", { a: "12345678901234567890", b: 123456789012345680000 }],
  ["  a: 1\n  b: 2\n", { a: 1, b: 2 }],
  ["a: 1\n b: 2\n", { refused: "yaml: line 2: mapping values are not allowed in this context" }],
  ["a\nb: c\n", { refused: "yaml: line 2: mapping values are not allowed in this context" }],
  ["a: 'multi\n  line'\n", { a: "multi line" }],
  ['k: "a \\\n  b"\n', { k: "a b" }],
  ["a: |2\n   x\n  y\n", { a: " x\ny\n" }],
  [
    "scrape_configs:\n- job_name: x\n  static_configs:\n  - targets: [localhost]\n    labels:\n      a: b\n  pipeline_stages:\n  - json:\n      expressions:\n        x: y.z\n  - regex:\n      expression: '^(?P<a>.*)$'\n",
    {
      scrape_configs: [
        {
          job_name: "x",
          static_configs: [{ targets: ["localhost"], labels: { a: "b" } }],
          pipeline_stages: [{ json: { expressions: { x: "y.z" } } }, { regex: { expression: "^(?P<a>.*)$" } }],
        },
      ],
    },
  ],
  ['a: "x\n', { refused: "yaml: found unexpected end of stream" }],
  ["[a", { refused: "yaml: did not find expected ',' or ']'" }],
  ["{a: 1", { refused: "yaml: did not find expected ',' or '}'" }],
  ["a: |\n", { a: "" }],
  ["-1", -1],
  ["a: - 1\n   - 2\n", { refused: "yaml: found character that cannot start any token" }],
  ["a : 1\n", { a: 1 }],
  ['"a": 1\n"b" : 2', { a: 1, b: 2 }],
  ["a: &anc\n  - 1\nb: *anc\n", { a: [1], b: [1] }],
  ["? [a]\n: 1\n", { refused: "yaml: explicit keys are not available here" }],
  ["[a]: 1\n", { refused: "yaml: mapping values are not allowed in this context" }],
  ["{a, b: , c}", { a: null, b: null, c: null }],
  ["a: ~\nb: ''\nc: \"\"\n", { a: null, b: "", c: "" }],
  ["a: @x\n", { refused: "yaml: found character that cannot start any token" }],
  ["a: `x`\n", { refused: "yaml: found character that cannot start any token" }],
  ["a: %x\n", { refused: "yaml: found character that cannot start any token" }],
  ["a: 1 # c\nb: 2#d\n", { a: 1, b: "2#d" }],
  ["- |\n x\n- >\n y\n", ["x\n", "y\n"]],
  ["a:\n  - b\n c: d\n", { refused: "yaml: line 3: did not find expected key" }],
  ["é: ü\n", { é: "ü" }],
  ['a: ["x":1]\n', { a: [{ x: 1 }] }],
  ["a: 'x'\n'b': y\n", { a: "x", b: "y" }],
  ["<<: {a: 1}\nb: 2\n", { b: 2, a: 1 }],
  ["a: |\n  x\n# c\nb: 1\n", { a: "x\n", b: 1 }],
  ["a: x # c\n  y\n", { refused: "yaml: line 2: did not find expected key" }],
  ["a: [a,,b]\n", { refused: "yaml: did not find expected node content" }],
  ["a: [,]\n", { refused: "yaml: did not find expected node content" }],
  ["a: 1:30\n", { a: "1:30" }],
  ["a: ''''\n", { a: "'" }],
  ["- 'a'\n-\n  b: c\n- d\n", ["a", { b: "c" }, "d"]],
  ["a:   \n  x\n  y\n\n  z\n", { a: "x y\nz" }],
];

describe("parseYaml", () => {
  it.each(cases)("%j", (document, wanted) => {
    const result = parseYaml(document);
    expect("refused" in result ? result : plain(result)).toEqual(wanted);
  });

  it.each([
    ["flow lists", "[".repeat(100_000)],
    ["block lists", "- ".repeat(100_000)],
    ["mappings", Array.from({ length: 1000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
  ])("does not follow %s without end", (_, document) => {
    expect(parseYaml(document)).toMatchObject({ refused: expect.stringContaining("exceeded max depth") });
  });
});
