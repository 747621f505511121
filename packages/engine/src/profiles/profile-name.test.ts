import { describe, expect, it } from "vitest";
import { METRIC_NAME } from "./labels.ts";
import { parseProfileName } from "./profile-name.ts";

describe("the name of a profile", () => {
  it.each<[name: string, text: string, labels: Record<string, string>]>([
    ["without labels", "my.app/cpu-1_x", { [METRIC_NAME]: "my.app/cpu-1_x" }],
    ["with an open brace and nothing in it", "a{", { [METRIC_NAME]: "a" }],
    ["with labels", "a{b=c,d.e=f}", { [METRIC_NAME]: "a", b: "c", "d.e": "f" }],
    ["with blanks around everything", " a\n{ b = c } ", { [METRIC_NAME]: "a", b: "c" }],
    ["with blanks as Go has them", "a{b=\u0085c\u00a0,d=\ufeffe}", { [METRIC_NAME]: "a", b: "c", d: "\ufeffe" }],
    ["with quotes, which are part of the value", 'a{b="c"}', { [METRIC_NAME]: "a", b: '"c"' }],
    ["with = and { in a value", "a{b=c={,d==}", { [METRIC_NAME]: "a", b: "c={", d: "=" }],
    ["with empty values", "a{b=,c=}", { [METRIC_NAME]: "a", b: "", c: "" }],
    ["with a key twice: the last wins", "a{b=c,b=d}", { [METRIC_NAME]: "a", b: "d" }],
    ["that it overrides itself", "a{__name__=z}", { [METRIC_NAME]: "z" }],
    ["with a brace that ends a pair only", "a{b=c}x=y}", { [METRIC_NAME]: "a", b: "c", x: "y" }],
    ["with a brace that ends the name", "a{b=c}}x=y}", { [METRIC_NAME]: "a", b: "c" }],
    ["with a pair that is not closed", "a{b=c,d=e", { [METRIC_NAME]: "a", b: "c" }],
    ["with a key that is not closed", "a{b=c}x=y", { [METRIC_NAME]: "a", b: "c" }],
    ["with a key that has no value, at the end", "a{b}", { [METRIC_NAME]: "a" }],
  ])("%s", (_name, text, labels) => {
    expect(parseProfileName(text)).toEqual({ ok: true, labels: new Map(Object.entries(labels)) });
  });

  it.each([
    ["nothing", "", "service name is required"],
    ["labels alone", "{a=b}", "service name is required"],
    ["a blank inside", "a\tb", "invalid service name: a\tb: character is not allowed: '\\t'"],
    ["a letter of another script", "Zürich", "invalid service name: Zürich: character is not allowed: 'ü'"],
    ["what was not UTF-8", "\ufffda", "invalid service name: \ufffda: character is not allowed: '\ufffd'"],
    ["an empty key", "a{=c}", "label name is required"],
    ["a key that is glued to the next", "a{b,c=d}", "invalid label name: b,c: character is not allowed: ','"],
    ["a slash in a key", "a{b/c=d}", "invalid label name: b/c: character is not allowed: '/'"],
    ["braces after braces", "a{b=c}{d=e}", "invalid label name: {d: character is not allowed: '{'"],
  ])("is refused: %s", (_name, text, message) => {
    expect(parseProfileName(text)).toEqual({ ok: false, message });
  });

  it("takes time in proportion to its length, whatever is in it", () => {
    const name = `a{${"b=c,".repeat(200_000)}`;
    expect(parseProfileName(name)).toEqual({
      ok: true,
      labels: new Map([
        [METRIC_NAME, "a"],
        ["b", "c"],
      ]),
    });
  });
});
