/** Refused templates: Go's messages (made with Go 1.26) and their places. */
import { describe, expect, it } from "vitest";
import { output } from "../testing.ts";
import { parseTemplate } from "./parse.ts";

type Row = readonly [name: string, template: string, expected: string];

const REFUSED: readonly Row[] = [
  ["unclosed action", "a {{ .x ", "template: pipeline_template:1: unclosed action"],
  [
    "unclosed action over lines",
    "a\n{{ .x\n",
    "template: pipeline_template:3: unclosed action started at pipeline_template:2",
  ],
  ["unclosed if", "{{ if .x }}a", "template: pipeline_template:1: unexpected EOF"],
  ["end without block", "a{{ end }}", "template: pipeline_template:1: unexpected {{end}}"],
  ["else without if", "a{{ else }}b", "template: pipeline_template:1: unexpected {{else}}"],
  [
    "two elses",
    "{{ if true }}a{{ else }}b{{ else }}c{{ end }}",
    "template: pipeline_template:1: expected end; found {{else}}",
  ],
  ["empty action", "a{{ }}", "template: pipeline_template:1: missing value for command"],
  ["unknown function", "{{ toupper .x }}", 'template: pipeline_template:1: function "toupper" not defined'],
  ["undefined variable", "{{ $y }}", 'template: pipeline_template:1: undefined variable "$y"'],
  [
    "variable out of scope",
    "{{ if true }}{{ $v := 1 }}{{ end }}{{ $v }}",
    'template: pipeline_template:1: undefined variable "$v"',
  ],
  [
    "outer variable in define",
    '{{ $v := 1 }}{{ define "t" }}{{ $v }}{{ end }}',
    'template: pipeline_template:1: undefined variable "$v"',
  ],
  ["unterminated string", '{{ "abc }}', "template: pipeline_template:1: unterminated quoted string"],
  ["unterminated raw string", "{{ `abc }}", "template: pipeline_template:1: unterminated raw quoted string"],
  ["newline in a string", '{{ "a\nb" }}', "template: pipeline_template:1: unterminated quoted string"],
  ["unknown escape", '{{ "a\\qb" }}', "template: pipeline_template:1: invalid syntax"],
  ["bad number", "{{ 12abc }}", 'template: pipeline_template:1: bad number syntax: "12a"'],
  [
    "number too large",
    "{{ 99999999999999999999 }}",
    'template: pipeline_template:1: integer overflow: "99999999999999999999"',
  ],
  ["leading zero", "{{ 089 }}", 'template: pipeline_template:1: integer overflow: "089"'],
  ["unclosed comment", "a{{/* never }}", "template: pipeline_template:1: unclosed comment"],
  ["comment away from the delimiter", "a{{ /* c */ }}", 'template: pipeline_template:1: unexpected "/" in command'],
  ["text after a comment", "a{{/* c */ .x }}", "template: pipeline_template:1: comment ends before closing delimiter"],
  ["unclosed parenthesis", "{{ (print 1 }}", "template: pipeline_template:1: unclosed left paren"],
  ["extra parenthesis", "{{ print 1) }}", "template: pipeline_template:1: unexpected right paren"],
  ["pipe first", "{{ | .x }}", 'template: pipeline_template:1: unexpected "|" in command'],
  ["literal after a pipe", "{{ .x | 5 }}", "template: pipeline_template:1: non executable command in pipeline stage 2"],
  ["hyphen in a field", "{{ .user-agent }}", "template: pipeline_template:1: bad character U+002D '-'"],
  ["field of a number", "{{ 1.x }}", 'template: pipeline_template:1: bad number syntax: "1.x"'],
  ["field of a string", '{{ "a".x }}', 'template: pipeline_template:1: unexpected . after term "\\"a\\""'],
  ["field of nil", "{{ nil.x }}", 'template: pipeline_template:1: unexpected . after term "nil"'],
  [
    "break outside a loop",
    "{{ if true }}{{ break }}{{ end }}",
    "template: pipeline_template:1: {{break}} outside {{range}}",
  ],
  [
    "break in a block inside a loop",
    '{{ range 3 }}{{ block "b" . }}{{ break }}{{ end }}{{ end }}',
    "template: pipeline_template:1: {{break}} outside {{range}}",
  ],
  ["range without a value", "{{ range }}x{{ end }}", "template: pipeline_template:1: missing value for range"],
  [
    "three range variables",
    "{{ range $a, $b, $c := 1 }}{{ end }}",
    "template: pipeline_template:1: too many declarations in range",
  ],
  [
    "two variables outside range",
    "{{ $a, $b := 1 }}",
    "template: pipeline_template:1: too many declarations in command",
  ],
  [
    "range comma without variable",
    "{{ range $a, 1 }}{{ end }}",
    "template: pipeline_template:1: range can only initialize variables",
  ],
  [
    "define inside a block",
    '{{ if true }}{{ define "x" }}{{ end }}{{ end }}',
    "template: pipeline_template:1: unexpected <define> in command",
  ],
  [
    "define without a name",
    "{{ define x }}{{ end }}",
    'template: pipeline_template:1: unexpected "x" in define clause',
  ],
  ["template without a name", "{{ template x }}", 'template: pipeline_template:1: unexpected "x" in template clause'],
  [
    "template defined twice",
    '{{ define "x" }}1{{ end }}{{ define "x" }}2{{ end }}',
    'template: pipeline_template:1: template: multiple definition of template "x"',
  ],
  [
    "block without a pipeline",
    '{{ block "x" }}1{{ end }}',
    "template: pipeline_template:1: missing value for block clause",
  ],
  ["joined operands", '{{ print "a""b" }}', 'template: pipeline_template:1: unexpected "\\"b\\"" in operand'],
  [
    "parenthesis directly after an operand",
    "{{ print(1) }}",
    'template: pipeline_template:1: unexpected "(" in operand',
  ],
  ["operator", "{{ .a + .b }}", 'template: pipeline_template:1: illegal number syntax: "+"'],
  ["comparison sign", '{{ if .a == "x" }}y{{ end }}', 'template: pipeline_template:1: unexpected "=" in operand'],
  ["empty character", "{{ '' }}", "template: pipeline_template:1: invalid syntax"],
  ["long character", "{{ 'ab' }}", "template: pipeline_template:1: malformed character constant: 'ab'"],
  ["unterminated character", "{{ 'a }}", "template: pipeline_template:1: unterminated character constant"],
  ["bad complex", "{{ 1i+2i }}", "template: pipeline_template:1: syntax error scanning complex number"],
  [
    "else if in with",
    "{{ with .x }}a{{ else if .y }}b{{ end }}",
    "template: pipeline_template:1: unexpected <if> in input",
  ],
  ["unrecognised character", "{{ é☺ }}", "template: pipeline_template:1: bad character U+263A '☺'"],
  ["control character", "{{ \u0001 }}", "template: pipeline_template:1: unrecognized character in action: U+0001"],
  ["lone colon", "{{ $x : 1 }}", 'template: pipeline_template:1: undefined variable "$x"'],
  [
    "long item",
    '{{ print "abcdefghijkl""mnopqrstuvwxyz" }}',
    'template: pipeline_template:1: unexpected "\\"mnopqrstu"... in operand',
  ],
  [
    "error on a later line",
    "a\n\nb {{ if true }}\n{{ .x | }}\n{{ nope }}{{ end }}",
    'template: pipeline_template:5: function "nope" not defined',
  ],
  [
    "action started on an earlier line",
    '{{ print\n\n "a\n }}',
    "template: pipeline_template:3: unterminated quoted string in action started at pipeline_template:1",
  ],
  ["malformed field", "{{ .x.1y }}", 'template: pipeline_template:1: bad number syntax: ".1y"'],
  ["bad name of a template", '{{ template "\\q" }}', "template: pipeline_template:1: invalid syntax"],
  [
    "missing value in parentheses",
    "{{ print () }}",
    "template: pipeline_template:1: missing value for parenthesized pipeline",
  ],
];

describe("templates are refused with Go's texts", () => {
  it.each(REFUSED)("%s", (_name, template, expected) => {
    expect(output(template)).toBe(expected);
  });
});

/** What is marked in the text: the span between the angle quotes. */
const PLACES: readonly (readonly [name: string, marked: string])[] = [
  ["an unknown function", "é {{ «toupper» .x }}"],
  ["an undefined variable", "{{ print «$y» }}"],
  ["a number", "{{ print «99999999999999999999» }}"],
  ["an unexpected item", "{{ .a «=» 1 }}"],
  ["a string with a bad escape", '{{ «"\\q"» }}'],
  ["an unterminated string", '{{ «"abc }}»'],
  ["a character after a field", "{{ «.user»-agent }}"],
  ["a break outside a loop", "{{ «break» }}"],
  ["an end without a block", "{{ end «}}»"],
  ["the end of the text", "{{ if .x }}a«»"],
  ["an unclosed action", "a {{ .x «»"],
];

describe("the place of a mistake", () => {
  it.each(PLACES)("%s", (_name, marked) => {
    const start = marked.indexOf("«");
    const end = marked.indexOf("»") - 1;
    const result = parseTemplate("t", marked.replace(/[«»]/g, ""), () => false || marked.includes("print"));
    expect(result).toMatchObject({ ok: false, start, end });
  });
});
