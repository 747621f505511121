/** The language as a whole: what templates print and how they fail. Expected values were made with Go 1.26. */
import { describe, expect, it } from "vitest";
import { DATA, output, run } from "./testing.ts";

type Row = readonly [name: string, template: string, expected: string];

const PRINTS: readonly Row[] = [
  ["plain text", "constant text", "constant text"],
  ["empty template", "", ""],
  ["an action", "a {{ .level }} b", "a warn b"],
  ["braces that open nothing", "{ a } }} {b} }}} { {", "{ a } }} {b} }}} { {"],
  ["left trim marker", "one \t\n {{- 2 }}", "one2"],
  ["right trim marker", "{{ 1 -}} \n\t two", "1two"],
  ["a minus without blank is a sign", "a {{-3}} b", "a -3 b"],
  ["trim keeps other white space", "a\u00a0{{- 1 -}}\u00a0b", "a\u00a01\u00a0b"],
  ["comment with trim markers", "a {{- /* note */ -}} b", "ab"],
  ["missing key", "{{ .nope }}|{{ .nope.deeper }}|{{ $x := .nope }}{{ $x }}", "<no value>|<no value>|<no value>"],
  ["nil value", "{{ .nothing }} {{ print .nothing }} {{ print .nope }}", "<no value> <nil> <nil>"],
  ["dot is a sorted map", "{{ . }}", "map[empty: host:web-7 level:warn msg:GET /cart 200 n:12 nothing:<nil> uni:héé]"],
  [
    "integers in every base",
    "{{ 255 }} {{ 0xFF }} {{ 0o377 }} {{ 0377 }} {{ 0b1111_1111 }} {{ 1_000_000 }} {{ +7 }} {{ -0 }}",
    "255 255 255 255 255 1000000 7 0",
  ],
  [
    "floats",
    "{{ 1.0 }} {{ .5 }} {{ 5. }} {{ 1e3 }} {{ 1234567.0 }} {{ 0.00001 }} {{ 1e21 }} {{ 0x1.8p1 }} {{ -0xE }}",
    "1 0.5 5 1000 1.234567e+06 1e-05 1e+21 3 -14",
  ],
  ["characters", "{{ 'a' }} {{ '世' }} {{ '\\n' }} {{ '\\x41' }} {{ '\\'' }}", "97 19990 10 65 39"],
  ["complex", "{{ 2i }} {{ 1+2i }} {{ 1.5-2i }} {{ 0i }}", "(0+2i) (1+2i) (1.5-2i) (0+0i)"],
  ["string escapes", '{{ "\\t\\x41\\u00e9\\U0001F600\\101\\xc3\\xa9" }}|{{ `\\t` }}', "\tAé😀Aé|\\t"],
  ["invalid bytes stay", '{{ "a\\xffb\\xe4\\xb8" }} {{ len "\\xff" }}', "a\udcffb\udce4\udcb8 1"],
  [
    "adjacent literals in print",
    '{{ print 1 2 }}|{{ print "a" 1 2 "b" }}|{{ print 1 true 2.5 }}',
    "1 2|a1 2b|1 true 2.5",
  ],
  [
    "largest integers",
    "{{ 9223372036854775807 }} {{ -9223372036854775808 }}",
    "9223372036854775807 -9223372036854775808",
  ],
  ["declaration and assignment", '[{{ $x := "v" }}]{{ $x }}{{ $x = 2 }}{{ $x }}', "[]v2"],
  ["assignment in a block reaches out", "{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}", "2"],
  ["declaration in a block shadows", "{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ $x }}{{ end }}{{ $x }}", "21"],
  ["variable of an if, in its else", "{{ if $n := len .empty }}x{{ else }}zero{{ $n }}{{ end }}", "zero0"],
  [
    "fields of variables",
    '{{ $d := dict "a" (dict "b" 1) }}{{ $d.a.b }} {{ $d.a }} {{ $d.zz }}',
    "1 map[b:1] <no value>",
  ],
  ["dollar is the data", "{{ with .level }}{{ . }}/{{ $.host }}{{ end }}", "warn/web-7"],
  ["dollar can be shadowed", "{{ $ := 5 }}{{ $ }}", "5"],
  [
    "truth",
    '{{ range list 0 1 -1 0.0 0.1 "" "0" true false (list) (list 0) (dict) (dict "a" 0) nil 0i 1i }}{{ if . }}T{{ else }}F{{ end }}{{ end }}',
    "FTTFTFTTFFTFTFFT",
  ],
  ["else if", '{{ if eq .level "info" }}i{{ else if eq .level "warn" "w" }}w{{ else }}x{{ end }}', "w"],
  ["with and else with", "{{ with .nope }}a{{ else with .host }}h={{ . }}{{ else }}b{{ end }}", "h=web-7"],
  ["range over a list", '{{ range $i, $e := list "x" "y" }}{{ $i }}={{ $e }}{{ . }};{{ end }}', "0=xx;1=yy;"],
  [
    "range over a map",
    '{{ range $k, $v := dict "b" 2 "a" 1 "C" 3 "10" 4 "9" 5 }}{{ $k }}={{ $v }};{{ end }}',
    "10=4;9=5;C=3;a=1;b=2;",
  ],
  [
    "range over an integer",
    '{{ range 3 }}{{ . }}{{ end }} {{ range $i := int64 2 }}{{ printf "%T" $i }}{{ end }} {{ range -1 }}x{{ else }}none{{ end }}',
    "012 int64int64 none",
  ],
  ["range over nothing", "{{ range .nope }}x{{ else }}A{{ end }}{{ range list }}x{{ else }}B{{ end }}", "AB"],
  [
    "range assigns to outer variables",
    '{{ $k := 1 }}{{ $v := 1 }}{{ range $k, $v = list "a" "b" }}{{ end }}{{ $k }}{{ $v }}',
    "1b",
  ],
  ["variables of an empty range in its else", "{{ range $i, $e := list }}{{ else }}{{ $i }}{{ $e }}{{ end }}", "[][]"],
  [
    "break and continue",
    "{{ range until 9 }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if gt . 4 }}{{ break }}{{ end }}{{ . }}{{ end }}",
    "0134",
  ],
  [
    "break leaves the inner loop",
    '{{ range list "a" "b" }}{{ . }}{{ range until 5 }}{{ if gt . 1 }}{{ break }}{{ end }}{{ . }}{{ end }};{{ end }}',
    "a01;b01;",
  ],
  [
    "define and template",
    '{{ define "t" }}<{{ . }}>{{ end }}{{ template "t" .level }}{{ template "t" }}',
    "<warn><<no value>>",
  ],
  ["template before its definition", '{{ template "t" 1 }}{{ define "t" }}[{{ . }}]{{ end }}', "[1]"],
  ["block", '{{ block "b" .host }}<{{ . }}>{{ end }}{{ template "b" 1 }}', "<web-7><1>"],
  ["blank definition is replaced", '{{ define "x" }} {{ end }}{{ define "x" }}real{{ end }}{{ template "x" }}', "real"],
  ["the main template can be defined in itself", '{{ define "pipeline_template" }}inner{{ end }}  ', "inner"],
  [
    "a bounded recursion",
    '{{ define "cd" }}{{ len . }}{{ if . }},{{ template "cd" (slice . 1) }}{{ end }}{{ end }}{{ template "cd" "abc" }}',
    "3,2,1,0",
  ],
  [
    "a pipeline passes the last argument",
    '{{ .level | printf "%s:%s" "lvl" }} {{ "a" | print 1 | print 2 }}',
    "lvl:warn 21a",
  ],
  ["trailing pipe", "{{ .host | }}{{ print 1 | }}", "web-71"],
  ["fields of a parenthesised pipeline", '{{ (dict "a" (dict "b" 1)).a.b }}', "1"],
  ["piped into and, or", '{{ "x" | and true }} {{ "x" | and "" | printf "[%v]" }} {{ "x" | or "" }}', "x [] x"],
  ["and, or evaluate no more than they need", '{{ or .host (fail "no") }} {{ and .empty (fail "no") }}.', "web-7 ."],
  ["float literals as int arguments", "{{ until 2e0 }} {{ until 3.0 }}", "[0 1] [0 1 2]"],
  ["set on dot", '{{ $_ := set . "fresh" "v" }}{{ .fresh }} {{ len . }}', "v 8"],
  ["unicode field names", "{{ .größe }}{{ ._x1 }}", "<no value><no value>"],
  [
    "a variable not declared on the way taken",
    "{{ if false }}{{ $v := 1 }}{{ else }}{{ $v }}{{ end }}",
    'template: pipeline_template:1:40: executing "pipeline_template" at <$v>: undefined variable: $v',
  ],
];

const FAILS: readonly Row[] = [
  [
    "nil is not a command",
    "{{ nil }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <nil>: nil is not a command',
  ],
  [
    "field of a text",
    "x\n é {{ .host.name }}",
    'template: pipeline_template:2:12: executing "pipeline_template" at <.host.name>: can\'t evaluate field name in type interface {}',
  ],
  [
    "field of a nil",
    "{{ .nothing.x }}",
    'template: pipeline_template:1:11: executing "pipeline_template" at <.nothing.x>: nil pointer evaluating interface {}.x',
  ],
  [
    "field of a variable",
    "{{ $a := .host }}{{ $a.b }}",
    'template: pipeline_template:1:22: executing "pipeline_template" at <$a.b>: can\'t evaluate field b in type string',
  ],
  [
    "field of a list",
    "{{ (list 1).x }}",
    'template: pipeline_template:1:9: executing "pipeline_template" at <1>: can\'t evaluate field x in type []interface {}',
  ],
  [
    "argument to a field",
    "{{ .host 1 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <.host>: host is not a method but has arguments',
  ],
  [
    "argument to a literal",
    '{{ "a" "b" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <"a">: can\'t give argument to non-function "a"',
  ],
  [
    "argument to a variable",
    "{{ $x := 1 }}{{ $x 2 }}",
    'template: pipeline_template:1:16: executing "pipeline_template" at <$x>: can\'t give argument to non-function $x',
  ],
  [
    "piped into a field",
    "{{ 1 | .host }}",
    'template: pipeline_template:1:7: executing "pipeline_template" at <.host>: host is not a method but has arguments',
  ],
  [
    "argument to parentheses",
    "{{ (print 1) 2 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <(print 1) 2>: can\'t give argument to non-function print 1',
  ],
  [
    "too few arguments",
    "{{ ToUpper }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <ToUpper>: wrong number of args for ToUpper: want 1 got 0',
  ],
  [
    "too many arguments",
    '{{ ToUpper .host "x" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <ToUpper>: wrong number of args for ToUpper: want 1 got 2',
  ],
  [
    "too few for a variadic function",
    "{{ printf }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <printf>: wrong number of args for printf: want at least 1 got 0',
  ],
  [
    "piped value counts",
    "{{ 1 | ne 2 3 }}",
    'template: pipeline_template:1:7: executing "pipeline_template" at <ne>: wrong number of args for ne: want 2 got 3',
  ],
  [
    "number for a string",
    "{{ ToUpper 5 }}",
    'template: pipeline_template:1:11: executing "pipeline_template" at <5>: expected string; found 5',
  ],
  [
    "variable of another type",
    "{{ $n := 5 }}{{ ToUpper $n }}",
    'template: pipeline_template:1:24: executing "pipeline_template" at <$n>: wrong type for value; expected string; got int',
  ],
  [
    "missing key for a string",
    "{{ ToUpper .nope }}",
    'template: pipeline_template:1:11: executing "pipeline_template" at <.nope>: invalid value; expected string',
  ],
  [
    "nil value for a string",
    "{{ ToUpper .nothing }}",
    'template: pipeline_template:1:11: executing "pipeline_template" at <.nothing>: wrong type for value; expected string; got interface {}',
  ],
  [
    "nil for a string",
    "{{ ToUpper nil }}",
    'template: pipeline_template:1:11: executing "pipeline_template" at <nil>: cannot assign nil to string',
  ],
  [
    "piped nothing for a string",
    "{{ .nope | ToUpper }}",
    'template: pipeline_template:1:11: executing "pipeline_template" at <ToUpper>: invalid value; expected string',
  ],
  [
    "int64 for an int",
    "{{ until (int64 3) }}",
    'template: pipeline_template:1:16: executing "pipeline_template" at <3>: wrong type for value; expected int; got int64',
  ],
  [
    "fraction for an int",
    "{{ until 3.5 }}",
    'template: pipeline_template:1:9: executing "pipeline_template" at <3.5>: expected integer; found 3.5',
  ],
  [
    "string for an int",
    '{{ until "3" }}',
    'template: pipeline_template:1:9: executing "pipeline_template" at <"3">: expected integer; found "3"',
  ],
  [
    "nil in a chain",
    "{{ (nil).x }}",
    'template: pipeline_template:1:4: executing "pipeline_template" at <nil>: nil is not a command',
  ],
  [
    "integer overflow",
    "{{ 9223372036854775808 }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <9223372036854775808>: 9223372036854775808 overflows int',
  ],
  [
    "range over a text",
    "{{ range .host }}{{ end }}",
    'template: pipeline_template:1:9: executing "pipeline_template" at <.host>: range can\'t iterate over web-7',
  ],
  [
    "range over an integer with two variables",
    "{{ range $i, $e := 3 }}{{ end }}",
    'template: pipeline_template:1:19: executing "pipeline_template" at <3>: can\'t use 3 to iterate over more than one variable',
  ],
  [
    "range over a float",
    "{{ range 2.5 }}{{ end }}",
    'template: pipeline_template:1:9: executing "pipeline_template" at <2.5>: range can\'t iterate over 2.5',
  ],
  [
    "undefined template",
    'x{{ template "nope" }}',
    'template: pipeline_template:1:13: executing "pipeline_template" at <{{template "nope"}}>: template "nope" not defined',
  ],
  [
    "a failure inside a template",
    '{{ define "t" }}mid {{ fail "stop" }}{{ end }}{{ template "t" }}',
    'template: pipeline_template:1:23: executing "t" at <fail "stop">: error calling fail: stop',
  ],
  [
    "a failing function in an argument",
    '{{ print (ToUpper (fail "100%")) }}',
    'template: pipeline_template:1:19: executing "pipeline_template" at <fail "100%">: error calling fail: 100%',
  ],
  [
    "function result has no field",
    "{{ hello.x }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <hello>: can\'t evaluate field x in type string',
  ],
  [
    "call of a text",
    "{{ call .host }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <call .host>: error calling call: non-function .host of type string',
  ],
  [
    "call of nothing",
    "{{ call .nope }}",
    'template: pipeline_template:1:3: executing "pipeline_template" at <call .nope>: error calling call: call of nil',
  ],
  [
    "a bad expression",
    '{{ regexReplaceAll "(" "a" "b" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <regexReplaceAll "(" "a" "b">: error calling regexReplaceAll: regexp: Compile(`(`): error parsing regexp: missing closing ): `(`',
  ],
  [
    "a dictionary for a text",
    "{{ ToUpper (dict) }}",
    'template: pipeline_template:1:12: executing "pipeline_template" at <dict>: wrong type for value; expected string; got map[string]interface {}',
  ],
  [
    "a list for a map",
    '{{ set (list) "a" 1 }}',
    'template: pipeline_template:1:8: executing "pipeline_template" at <list>: wrong type for value; expected map[string]interface {}; got []interface {}',
  ],
  [
    "nil map",
    '{{ set nil "a" 1 }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <set nil "a" 1>: error calling set: assignment to entry in nil map',
  ],
];

describe("templates print what Go prints", () => {
  it.each(PRINTS)("%s", (_name, template, expected) => {
    expect(output(template)).toBe(expected);
  });
});

describe("templates fail at run time with Go's texts", () => {
  it.each(FAILS)("%s", (_name, template, expected) => {
    expect(run(template)).toEqual({ ok: false, message: expected, limit: undefined });
  });
});

describe("data", () => {
  it("is read lazily, by the names that the template asks for", () => {
    const asked: string[] = [];
    const values = new Proxy(DATA, {
      getOwnPropertyDescriptor(target, name) {
        asked.push(String(name));
        return Object.getOwnPropertyDescriptor(target, name);
      },
    });
    expect(output("{{ .level }} {{ .host }}", values)).toBe("warn web-7");
    expect(asked).toEqual(["level", "host"]);
  });

  it("is not changed by a template that sets keys", () => {
    const values = { ...DATA };
    expect(output('{{ $_ := set . "level" "x" }}{{ .level }}', values)).toBe("x");
    expect(values).toEqual(DATA);
  });
});
