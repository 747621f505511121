import { describe, expect, it } from "vitest";
import { compileTemplate } from "../running/compile.ts";
import { CONSTRUCTORS } from "../testing.ts";

describe("names of the data that a template refers to", () => {
  it.each([
    ["fields", "{{ .b }} {{ .a.x }} {{ .b }}", ["b", "a"]],
    ["arguments and parentheses", "{{ printf .f (len .x) }} {{ (print .y).z }}", ["f", "x", "y"]],
    ["conditions", "{{ if .a }}{{ .b }}{{ else if .c }}{{ .d }}{{ else }}{{ .e }}{{ end }}", ["a", "b", "c", "d", "e"]],
    ["with changes dot", "{{ with .a }}{{ .x }}{{ $.b }}{{ else }}{{ .c }}{{ end }}", ["a", "b", "c"]],
    ["range changes dot", "{{ range .a }}{{ .x }}{{ $.b }}{{ end }}", ["a", "b"]],
    ["with dot keeps it", "{{ with . }}{{ .a }}{{ end }}", ["a"]],
    [
      "index by a constant",
      '{{ index . "user-agent" }} {{ index $ "k" }} {{ index .m "x" }}',
      ["user-agent", "k", "m"],
    ],
    ["templates that get the data", '{{ define "t" }}{{ .a }}{{ $.b }}{{ end }}{{ template "t" . }}', ["a", "b"]],
    ["templates that get a part", '{{ define "t" }}{{ .a }}{{ end }}{{ template "t" .p }}', ["p"]],
    [
      "templates that call themselves",
      '{{ define "t" }}{{ .a }}{{ template "t" . }}{{ end }}{{ template "t" . }}',
      ["a"],
    ],
    ["templates that are not called", '{{ define "t" }}{{ .a }}{{ end }}{{ .b }}', ["b"]],
  ])("%s", (_name, text, fields) => {
    const compiled = compileTemplate(text, { name: "main", functions: [CONSTRUCTORS] });
    expect(compiled.ok && compiled.template.fields).toEqual(fields);
  });
});
