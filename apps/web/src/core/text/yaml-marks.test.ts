import { expect, it } from "vitest";
import { markYaml } from "./yaml-marks.ts";

const marked = (text: string) =>
  markYaml(text.split("\n")).map((parts) =>
    parts
      .map(({ kind, text }) =>
        kind === "plain" ? text : `${{ key: "K", string: "S", number: "N", comment: "C" }[kind]}<${text}>`,
      )
      .join(""),
  );

it("keys, texts, numbers and comments are marked differently", () =>
  expect(
    marked(`- name: 504 gets severity="error" # why
  entry: { line: 'a: "b" # c', labels: { job: nginx }, advance: 1.5s }
  clock: 2026-01-15T08:00:00Z
  metrics:
    'n_total{a="b"}': 4
  # nothing: 5
  url: http://a:80/b`),
  ).toEqual([
    `- K<name>: N<504> gets severity=S<"error"> C<# why>`,
    `  K<entry>: { K<line>: S<'a: "b" # c'>, K<labels>: { K<job>: nginx }, K<advance>: N<1.5s> }`,
    "  K<clock>: N<2026-01-15T08:00:00Z>",
    "  K<metrics>:",
    `    K<'n_total{a="b"}'>: N<4>`,
    "  C<# nothing: 5>",
    "  K<url>: http://a:80/b",
  ]));

it("what stands in a block text is text, whatever it looks like", () =>
  expect(
    marked(`- name: a
  entry:
    line: |-
      key: value

      # no comment
    labels: { a: b }
- line: >
    more: text
  next: 1
- - |
    item: text
- a: b`),
  ).toEqual([
    "- K<name>: a",
    "  K<entry>:",
    "    K<line>: |-",
    "S<      key: value>",
    "S<>",
    "S<      # no comment>",
    "    K<labels>: { K<a>: b }",
    "- K<line>: >",
    "S<    more: text>",
    "  K<next>: N<1>",
    "- - |",
    "S<    item: text>",
    "- K<a>: b",
  ]));

it("nothing of a line is lost", () => {
  for (const line of ["", "  ", "\t- x", "a: \ud800b: 'open", "- - {]}: ü ✓ | x", 'a: "unclosed', "日本: 語 # ö"])
    expect(
      markYaml([line])[0]!
        .map(({ text }) => text)
        .join(""),
    ).toBe(line);
});
