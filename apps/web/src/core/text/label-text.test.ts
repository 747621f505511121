import { describe, expect, it } from "vitest";
import { formatLabels, parseLabels } from "./label-text.ts";

describe("parseLabels", () => {
  const good: readonly [string, string, Record<string, string>][] = [
    ["nothing", "", {}],
    ["one", 'job="nginx"', { job: "nginx" }],
    ["two with blanks", ' job = "nginx" , env="prod" ', { job: "nginx", env: "prod" }],
    ["in braces", '{app="shop", level="info"}', { app: "shop", level: "info" }],
    ["a comma at the end", 'a="1",', { a: "1" }],
    ["names that are not identifiers", 'k8s-app="x", 1st="y"', { "k8s-app": "x", "1st": "y" }],
    ["escapes", 'a="say \\"hi\\"\\n"', { a: 'say "hi"\n' }],
    ["a comma inside a value", 'a="x,y", b="{z}"', { a: "x,y", b: "{z}" }],
    ["the last of a repeated name", 'a="1", a="2"', { a: "2" }],
  ];
  for (const [name, text, labels] of good) it(name, () => expect(parseLabels(text)).toEqual({ ok: true, labels }));

  const bad: readonly [string, string, string][] = [
    ["no value", "job", 'expected = after "job"'],
    ["no quotes", "job=nginx", 'the value of "job" must be in double quotes'],
    ["an open quote", 'job="nginx', 'the value of "job" is not closed'],
    ["no comma", 'a="1" b="2"', 'expected a comma after the value of "a"'],
    ["no name", '="1"', 'expected a label name, found "="'],
    ["an unknown escape", 'a="\\q"', 'the value of "a" has an unknown escape'],
  ];
  for (const [name, text, message] of bad)
    it(`refuses ${name}`, () => expect(parseLabels(text)).toEqual({ ok: false, message }));
});

it("writes labels as Loki does", () => {
  expect(formatLabels({ app: "shop", level: 'a"b' })).toBe('{app="shop", level="a\\"b"}');
});
