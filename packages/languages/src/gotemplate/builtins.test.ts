/** The language's own functions: values and error texts, made with Go 1.26. */
import { describe, expect, it } from "vitest";
import { defineFunction } from "./functions.ts";
import { intParam, stringParam } from "./parameters.ts";
import { output } from "./testing.ts";
import { INT64, STRING } from "./types.ts";
import { GoFunc } from "./value.ts";

type Row = readonly [name: string, template: string, expected: string];

const CASES: readonly Row[] = [
  ["eq with several candidates", '{{ eq .level "info" "warn" }} {{ eq 3 1 2 }} {{ eq 1 1 }}', "true false true"],
  [
    "comparison of texts by bytes",
    '{{ lt "a" "b" }} {{ lt "B" "a" }} {{ gt "10" "9" }} {{ le "é" "f" }} {{ lt "\\uffff" "😀" }}',
    "true true false false true",
  ],
  [
    "comparison of numbers",
    "{{ lt 1 2 }} {{ le 2 2 }} {{ gt 2 3 }} {{ ge 3 3 }} {{ ne 1 2 }} {{ lt 1.5 2.5 }} {{ gt -1 -2 }}",
    "true true false true true true true",
  ],
  [
    "comparison with nothing",
    '{{ eq .nope nil }} {{ eq .nope "x" }} {{ ne .nope "x" }} {{ eq nil nil }} {{ eq (list) nil }} {{ eq .nothing .nope }}',
    "true false true true false true",
  ],
  [
    "integers of different types",
    '{{ eq (int64 5) 5 }} {{ lt 4 (int64 5) }} {{ eq (index "a" 0) 97 }} {{ lt -1 (index "a" 0) }} {{ ge (index "a" 0) -1 }}',
    "true true true true true",
  ],
  ["complex numbers", "{{ eq 1i 1i }} {{ eq 1i 2i }}", "true false"],
  ["not", '{{ not "" }} {{ not 1 }} {{ not .nope }}', "true false true"],
  ["len", '{{ len "abc" }} {{ len .uni }} {{ len (list 1 2) }} {{ len (dict "a" 1) }} {{ len . }}', "3 5 2 1 7"],
  [
    "index",
    '{{ index (list "a" "b") 1 }} {{ index (dict "a" (list 1 2)) "a" 1 }} {{ index . "level" }} {{ index . "nope" }} {{ index "az" 1 }} {{ index "é" 1 }} {{ index (list 1) }}',
    "b 2 warn <no value> 122 169 [1]",
  ],
  [
    "slice of the language",
    '{{ slice "héllo" 1 3 }} {{ slice "abc" }} {{ slice "abc" 1 }} {{ slice (list 1 2 3) 1 2 }} {{ slice (list 1 2 3) 0 1 2 }}',
    "é abc bc [2] [1]",
  ],
  [
    "print, println",
    '{{ print nil .nope }}|{{ println "a" 1 "b" }}|{{ println }}|{{ print }}',
    "<nil> <nil>|a 1 b\n|\n|",
  ],
  [
    "html",
    '{{ html "<a href=\\"x\\">it\'s & ok</a>\\x00" }} {{ html 5 }} {{ html .nope }} {{ html "a" 1 2 "<" }}',
    "&lt;a href=&#34;x&#34;&gt;it&#39;s &amp; ok&lt;/a&gt;� 5 &lt;no value&gt; a1 2&lt;",
  ],
  [
    "js",
    '{{ js "it\'s \\"x\\" <b> & = \\\\ / \\n\\t é ☺ \\u2028 \\u00a0 \\ufeff \\x7f" }} {{ js 1 "<" nil }}',
    'it\\\'s \\"x\\" \\u003Cb\\u003E \\u0026 \\u003D \\\\ / \\u000A\\u0009 é ☺ \\u2028 \\u00A0 \\uFEFF \u007f 1\\u003C\\u003Cno value\\u003E',
  ],
  [
    "urlquery",
    '{{ urlquery "a b&c=d/e?f+g%h~i-j_k.l*m(é)" }} {{ urlquery "x" 1 "y" }} {{ urlquery "\\xff" }}',
    "a+b%26c%3Dd%2Fe%3Ff%2Bg%25h~i-j_k.l%2Am%28%C3%A9%29 x1y %FF",
  ],
  [
    "int with float",
    "{{ eq 1 1.0 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <eq 1 1.0>: error calling eq: incompatible types for comparison: int and float64',
  ],
  [
    "int with text",
    "{{ eq .n 12 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <eq .n 12>: error calling eq: incompatible types for comparison: string and int',
  ],
  [
    "type clash before a later match",
    '{{ eq "a" 5 "a" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <eq "a" 5 "a">: error calling eq: incompatible types for comparison: string and int',
  ],
  ["match before a type clash", '{{ eq "a" "a" 5 }}', "true"],
  [
    "ordering bools",
    "{{ lt false true }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <lt false true>: error calling lt: invalid type for comparison',
  ],
  [
    "ordering lists",
    "{{ lt (list 1) (list 2) }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <lt (list 1) (list 2)>: error calling lt: invalid type for comparison',
  ],
  [
    "ordering with nothing",
    '{{ lt .nope "a" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <lt .nope "a">: error calling lt: invalid type for comparison',
  ],
  [
    "comparing lists",
    "{{ eq (list 1) (list 1) }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <eq (list 1) (list 1)>: error calling eq: non-comparable type [%!s(int=1)]: []interface {}',
  ],
  [
    "comparing a list with a map",
    "{{ eq (list 1) (dict) }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <eq (list 1) (dict)>: error calling eq: non-comparable types [%!s(int=1)]: []interface {}, map[string]interface {}: map[]',
  ],
  ["comparing a list with nil", "{{ eq nil (list 1) }}", "false"],
  [
    "eq with one argument",
    "{{ eq 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <eq 1>: error calling eq: missing argument for comparison',
  ],
  [
    "ne with three",
    "{{ ne 1 2 3 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <ne>: wrong number of args for ne: want 2 got 3',
  ],
  [
    "ordering int and text",
    '{{ le 1 "a" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <le 1 "a">: error calling le: incompatible types for comparison: int and string',
  ],
  [
    "len of a number",
    "{{ len 5 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <len 5>: error calling len: len of type int',
  ],
  [
    "len of a missing key",
    "{{ len .nope }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <len .nope>: error calling len: reflect: call of reflect.Value.Type on zero Value',
  ],
  [
    "len of nil",
    "{{ len .nothing }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <len .nothing>: error calling len: len of nil pointer',
  ],
  [
    "index out of range",
    "{{ index (list 1 2) 2 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <index (list 1 2) 2>: error calling index: reflect: slice index out of range',
  ],
  [
    "index beyond the end",
    "{{ index (list 1 2) 3 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <index (list 1 2) 3>: error calling index: index out of range: 3',
  ],
  [
    "index of a text at its end",
    '{{ index "ab" 2 }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <index "ab" 2>: error calling index: reflect: string index out of range',
  ],
  [
    "negative index",
    "{{ index (list 1) -1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <index (list 1) -1>: error calling index: index out of range: -1',
  ],
  [
    "index by a text",
    '{{ index (list 1) "a" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <index (list 1) "a">: error calling index: cannot index slice/array with type string',
  ],
  [
    "index by nothing",
    "{{ index (list 1) .nope }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <index (list 1) .nope>: error calling index: cannot index slice/array with nil',
  ],
  [
    "index of nothing",
    "{{ index .nope 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <index .nope 1>: error calling index: index of untyped nil',
  ],
  [
    "index of nil inside",
    "{{ index (list nil) 0 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <index (list nil) 0 1>: error calling index: index of nil pointer',
  ],
  [
    "index of a number",
    "{{ index 5 0 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <index 5 0>: error calling index: can\'t index item of type int',
  ],
  [
    "map by a number",
    '{{ index (dict "a" 1) 5 }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <index (dict "a" 1) 5>: error calling index: value has type int; should be string',
  ],
  [
    "map by nothing",
    '{{ index (dict "a" 1) nil }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <index (dict "a" 1) nil>: error calling index: value is nil; should be of type string',
  ],
  [
    "slice of a number",
    "{{ slice 5 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <slice 5 1>: error calling slice: can\'t slice item of type int',
  ],
  [
    "slice beyond the end",
    '{{ slice "abc" 1 9 }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <slice "abc" 1 9>: error calling slice: index out of range: 9',
  ],
  [
    "slice the wrong way",
    '{{ slice "abc" 2 1 }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <slice "abc" 2 1>: error calling slice: invalid slice index: 2 > 1',
  ],
  [
    "slice of a text with three",
    '{{ slice "abc" 0 1 2 }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <slice "abc" 0 1 2>: error calling slice: cannot 3-index slice a string',
  ],
  [
    "slice with four",
    "{{ slice (list 1) 0 1 1 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <slice (list 1) 0 1 1 1>: error calling slice: too many slice indexes: 4',
  ],
  [
    "slice of nothing",
    "{{ slice .nope 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <slice .nope 1>: error calling slice: slice of untyped nil',
  ],
  [
    "printf without a format",
    "{{ printf 5 }}",
    'template: pipeline_template:1:10: executing "pipeline_template" at <5>: expected string; found 5',
  ],
];

describe("the language's functions", () => {
  it.each(CASES)("%s", (_name, template, expected) => {
    expect(output(template)).toBe(expected);
  });
});

describe("call", () => {
  const twice = defineFunction({
    name: "twice",
    params: [intParam("count", INT64), stringParam("text")],
    result: STRING,
    doc: "The text repeated that many times.",
    example: { call: 'twice 2 "ab"', gives: "abab" },
    call: ([count, text]) => text.repeat(count),
  });
  const data = { f: new GoFunc(twice) };

  it.each([
    ["converts integers into each other", '{{ call .f 2 "ab" }}', "abab"],
    [
      "checks the number of arguments",
      "{{ call .f 2 }}",
      'template: pipeline_template:1:3: executing "pipeline_template" at <call .f 2>: error calling call: wrong number of args for .f: got 1 want 2',
    ],
    [
      "checks their types",
      '{{ call .f "x" "ab" }}',
      'template: pipeline_template:1:3: executing "pipeline_template" at <call .f "x" "ab">: error calling call: arg 0: value has type string; should be int64',
    ],
    [
      "functions do not print",
      "{{ .f }}",
      'template: pipeline_template:1:3: executing "pipeline_template" at <{{.f}}>: can\'t print {{.f}} of type func(int64, string) string',
    ],
  ])("%s", (_name, template, expected) => {
    expect(output(template, data)).toBe(expected);
  });
});
