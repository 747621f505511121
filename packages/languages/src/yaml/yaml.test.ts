import { describe, expect, it } from "vitest";
import { parseYaml, type YamlValue } from "./index.ts";

/** As plain data; what JSON has no exact number for as text. */
function plain(value: YamlValue): unknown {
  switch (typeof value) {
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "boolean":
    case "string":
      return value;
  }
  if (value === null) return null;
  if (!("allText" in value)) return value.map(plain);
  if (!value.allText) return "map[interface {}]interface {}";
  return Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)]));
}

// What Go's yaml.v3 reads.
const values: [document: string, wanted: unknown][] = [
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
  ["- - 1\n  - 2\n- 3\n", [[1, 2], 3]],
  ["a: # c\n  - 1 # d\n# e\n  - 2\n", { a: [1, 2] }],
  ["---\na: 1\n---\nb: 2\n", { a: 1 }],
  ["%YAML 1.1\n---\na\n", "a"],
  ["a: !!str 1\n", { a: "1" }],
  ["a: [1,\n  2,\n  3]\n", { a: [1, 2, 3] }],
  ["a: {\n b: 1,\n}\n", { a: { b: 1 } }],
  ["a: #x\n", { a: null }],
  ["a: b#c\n", { a: "b#c" }],
  ["a: x:y\n", { a: "x:y" }],
  ["url: http://x/y\n", { url: "http://x/y" }],
  ['a: "\\x41\\u00e9\\n"\n', { a: "Aé\n" }],
  ["- \n- a\n", [null, "a"]],
  ["a:\nb:\n", { a: null, b: null }],
  ["key: >\n  folded\n    more\n  back\n", { key: "folded\n  more\nback\n" }],
  ["x: [a b, c  d]\n", { x: ["a b", "c  d"] }],
  ["a: 12345678901234567890\nb: 123456789012345678901\n", { a: "12345678901234567890", b: 123456789012345680000 }],
  ["  a: 1\n  b: 2\n", { a: 1, b: 2 }],
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
  ["a: |\n", { a: "" }],
  ["-1", -1],
  ["a : 1\n", { a: 1 }],
  ['"a": 1\n"b" : 2', { a: 1, b: 2 }],
  ["a: &anc\n  - 1\nb: *anc\n", { a: [1], b: [1] }],
  ["{a, b: , c}", { a: null, b: null, c: null }],
  ["a: ~\nb: ''\nc: \"\"\n", { a: null, b: "", c: "" }],
  ["a: 1 # c\nb: 2#d\n", { a: 1, b: "2#d" }],
  ["- |\n x\n- >\n y\n", ["x\n", "y\n"]],
  ["é: ü\n", { é: "ü" }],
  ['a: ["x":1]\n', { a: [{ x: 1 }] }],
  ["a: 'x'\n'b': y\n", { a: "x", b: "y" }],
  ["<<: {a: 1}\nb: 2\n", { b: 2, a: 1 }],
  ["a: |\n  x\n# c\nb: 1\n", { a: "x\n", b: 1 }],
  ["a: 1:30\n", { a: "1:30" }],
  ["a: ''''\n", { a: "'" }],
  ["- 'a'\n-\n  b: c\n- d\n", ["a", { b: "c" }, "d"]],
  ["a:   \n  x\n  y\n\n  z\n", { a: "x y\nz" }],
  ['a: !foo 3\nb: !!float 3\nc: !!binary aGk=\nd: ! 3\ne: !!int "5"\n', { a: "3", b: 3, c: "hi", d: 3, e: 5 }],
  ["2001-01-01: 1", "map[interface {}]interface {}"],
  ["? a\n: 1\n? b\n", { a: 1, b: null }],
  ["'<<': {a: 1}\n", { "<<": { a: 1 } }],
  ["<<: [{a: 1, b: 2}, {a: 3, c: 4}]\nb: 5\n", { b: 5, a: 1, c: 4 }],
  ["a: <<\n", { a: "<<" }],
  [
    "a: 0x\nb: 0o8\nc: 1__0\nd: _1\ne: 1_\nf: +.5\ng: 1.\ni: -0\nk: 0b2\nl: -0x1f\nm: 0x1_f\n",
    { a: "0x", b: "0o8", c: 10, d: "_1", e: 1, f: 0.5, g: 1, i: 0, k: "0b2", l: -31, m: 31 },
  ],
  ["a: 1\r\nb: 2\r\n", { a: 1, b: 2 }],
  ["﻿a: 1", { a: 1 }],
  ["a: 1\n---\nb: [\n", { a: 1 }],
  ["~: 1", "map[interface {}]interface {}"],
  [
    "a: -9223372036854775808\nb: 9223372036854775807\nc: 18446744073709551615\n",
    { a: "-9223372036854775808", b: "9223372036854775807", c: "18446744073709551615" },
  ],
];

// What it refuses, in its words.
const refusals: [document: string, message: string][] = [
  ["a: 1\na: 2\n", 'yaml: unmarshal errors:\n  line 2: mapping key "a" already defined at line 1'],
  ["a: b: c\n", "yaml: mapping values are not allowed in this context"],
  ["a:\n\t- b\n", "yaml: line 2: found character that cannot start any token"],
  ["a: 'x' y\n", "yaml: did not find expected key"],
  ["a: *nope\n", "yaml: unknown anchor 'nope' referenced"],
  ['a: "\\q"\n', "yaml: found unknown escape character"],
  ["a: -\n", "yaml: block sequence entries are not allowed in this context"],
  ["a: - b\n", "yaml: block sequence entries are not allowed in this context"],
  ["a: 1\n b: 2\n", "yaml: line 2: mapping values are not allowed in this context"],
  ["a\nb: c\n", "yaml: line 2: mapping values are not allowed in this context"],
  ['a: "x\n', "yaml: line 2: found unexpected end of stream"],
  ["[a", "yaml: line 1: did not find expected ',' or ']'"],
  ["{a: 1", "yaml: line 1: did not find expected ',' or '}'"],
  ["a: - 1\n   - 2\n", "yaml: block sequence entries are not allowed in this context"],
  ["? [a]\n: 1\n", "yaml: invalid map key: a sequence"],
  ["[a]: 1\n", "yaml: invalid map key: a sequence"],
  ["a: @x\n", "yaml: found character that cannot start any token"],
  ["a: `x`\n", "yaml: found character that cannot start any token"],
  ["a: %x\n", "yaml: found character that cannot start any token"],
  ["a:\n  - b\n c: d\n", "yaml: line 2: did not find expected key"],
  ["a: x # c\n  y\n", "yaml: line 1: did not find expected key"],
  ["a: [a,,b]\n", "yaml: did not find expected node content"],
  ["a: [,]\n", "yaml: did not find expected node content"],
  ["a: !!int x", "yaml: cannot decode !!str `x` as a !!int"],
  ["&a [*a]", "yaml: anchor 'a' value contains itself"],
  ["<<: 3\n", "yaml: map merge requires map or sequence of maps as the value"],
  ['a: "\\ud800"', "yaml: found invalid Unicode character escape code"],
  ["a: b\u0007", "yaml: control characters are not allowed"],
  [
    "a: &b 1\na: 2\nc: 3\nc: 4\n",
    'yaml: unmarshal errors:\n  line 2: mapping key "a" already defined at line 1\n  line 4: mapping key "c" already defined at line 3',
  ],
  ["a: *x y: 1\n", "yaml: mapping values are not allowed in this context"],
  ["{a: b}: c\n", "yaml: invalid map key: a mapping"],
];

describe("parseYaml", () => {
  it.each(values)("%j", (document, wanted) => {
    const result = parseYaml(document);
    expect(result.ok ? plain(result.value) : result.message).toEqual(wanted);
  });

  it.each(refusals)("refuses %j", (document, message) => {
    expect(parseYaml(document)).toEqual({ ok: false, message });
  });

  it("keeps integers exact and floats apart from them", () => {
    expect(parseYaml("[9007199254740993, 1.0, 1e30]")).toEqual({
      ok: true,
      value: [9007199254740993n, 1, 1e30],
    });
  });

  it.each([
    ["flow lists", "[".repeat(20_000)],
    ["flow mappings", "{a: ".repeat(20_000)],
    ["block lists", "- ".repeat(20_000)],
    ["mappings", Array.from({ length: 1000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
  ])("does not follow %s without end", (_, document) => {
    expect(parseYaml(document)).toEqual({ ok: false, message: "yaml: exceeded max depth of 250" });
  });

  it("does not follow aliases that multiply", () => {
    const lists = [..."abcdefgh"].map((name, i) => {
      const item = i === 0 ? "x" : `*${"abcdefgh"[i - 1]}`;
      return `${name}: &${name} [${Array(10).fill(item).join(", ")}]`;
    });
    expect(parseYaml(lists.join("\n"))).toEqual({
      ok: false,
      message: "yaml: document contains excessive aliasing",
    });
  });

  it("bounds the text", () => {
    expect(parseYaml("#".repeat(1024 * 1024 + 1))).toMatchObject({ ok: false });
  });
});
