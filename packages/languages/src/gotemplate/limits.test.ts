/** Limits: every template ends soon, with an error that names the limit. */
import { describe, expect, it } from "vitest";
import { MAX_BLOCK_DEPTH, MAX_PAREN_DEPTH, MAX_TEMPLATE_LENGTH } from "./limits.ts";
import { output, run } from "./testing.ts";

const refused = (message: string): string => `template: pipeline_template:1: ${message}`;
const nested = (open: string, inner: string, close: string, count: number): string =>
  open.repeat(count) + inner + close.repeat(count);
const recursive = (open: string, close: string): string =>
  `{{define "r"}}${nested(open, '{{template "r" .}}', close, 40)}{{end}}{{template "r" .}}`;

describe("nesting in the text", () => {
  it.each([
    ["parentheses up to the bound", `{{ ${nested("(", "print 1", ")", MAX_PAREN_DEPTH)} }}`, "1"],
    [
      "parentheses beyond it",
      `{{ ${nested("(", "1", ")", MAX_PAREN_DEPTH + 1)} }}`,
      refused("max expression depth exceeded"),
    ],
    ["blocks up to the bound", nested("{{if true}}", "x", "{{end}}", MAX_BLOCK_DEPTH), "x"],
    [
      "blocks beyond it",
      nested("{{if true}}", "x", "{{end}}", MAX_BLOCK_DEPTH + 1),
      refused("max block depth exceeded"),
    ],
    ["loops up to the bound", nested("{{range 1}}", "x", "{{end}}", MAX_BLOCK_DEPTH), "x"],
    ["many ends without blocks", "{{end}}".repeat(1000), refused("unexpected {{end}}")],
    ["a long chain of else if", `{{if .empty}}${"{{else if .empty}}".repeat(5000)}{{else}}x{{end}}`, "x"],
    ["a long chain of fields", `{{ .nope${".y".repeat(20000)} }}`, "<no value>"],
    ["a long pipeline", `{{ 1${" | print".repeat(5000)} }}`, "1"],
    [
      "a long text",
      "x".repeat(MAX_TEMPLATE_LENGTH + 1),
      refused(`template is longer than ${MAX_TEMPLATE_LENGTH} characters`),
    ],
  ])("%s", (_name, template, expected) => {
    expect(output(template)).toBe(expected);
  });
});

const BOUNDED: readonly (readonly [name: string, template: string, limit: string])[] = [
  ["recursion", '{{define "r"}}{{template "r" .}}{{end}}{{template "r" .}}', "template-depth"],
  ["recursion through blocks", recursive("{{if true}}", "{{end}}"), "template-depth"],
  ["recursion through loops", recursive("{{range 1}}", "{{end}}"), "template-depth"],
  [
    "recursion in turns",
    '{{define "a"}}{{template "b"}}{{end}}{{define "b"}}{{template "a"}}{{end}}{{template "a"}}',
    "template-depth",
  ],
  ["a long loop", "{{range 1000000000000}}{{end}}", "template-work"],
  ["loops in loops", "{{range 100000}}{{range 100000}}{{end}}{{end}}", "template-work"],
  ["a long output", `{{range 100000}}${"x".repeat(1000)}{{end}}`, "template-output"],
  ["a text doubled again and again", '{{$s := "ab"}}{{range 60}}{{$s = print $s $s}}{{end}}', "template-work"],
  [
    "a wide format",
    `{{printf "${"%1000000d".repeat(20)}" 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1}}`,
    "template-output",
  ],
  ["a map that holds itself", '{{$d := dict}}{{$_ := set $d "d" $d}}{{$d}}', "template-value-depth"],
  ["data that holds themselves", '{{$_ := set . "d" .}}{{print .}}', "template-value-depth"],
  ["a deep list", "{{$l := list}}{{range 1000}}{{$l = list $l}}{{end}}{{$l}}", "template-value-depth"],
  [
    "a small list that prints long",
    "{{$l := list 1}}{{range 60}}{{$l = list $l $l}}{{end}}{{$l}}",
    "template-elements",
  ],
  [
    "work on long texts",
    '{{$a := printf "%1000000d" 1}}{{range 1000000}}{{$x := TrimSpace $a}}{{end}}',
    "template-work",
  ],
  [
    "a replacement much longer than the text",
    '{{$a := printf "%100000d" 1}}{{Replace $a "" $a -1}}',
    "template-output",
  ],
  ["matches everywhere", '{{$a := printf "%100000d" 1}}{{regexReplaceAll "" $a $a}}', "template-work"],
];

describe("work at run time", () => {
  it.each(BOUNDED)("%s", (_name, template, limit) => {
    expect(run(template)).toMatchObject({
      ok: false,
      limit,
      message: expect.stringMatching(/^template: pipeline_template:1:/),
    });
  });
});
