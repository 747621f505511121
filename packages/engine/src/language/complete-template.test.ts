import { describe, expect, it } from "vitest";
import { completeTemplateText } from "./complete-template.ts";

const FIELDS = ["level", "line_no", "a b"];
const labels = (text: string) => {
  const offset = text.indexOf("^");
  const found = completeTemplateText(text.replace("^", ""), offset, FIELDS);
  return found && [text.replace("^", "").slice(found.start, found.end), ...found.items.map(({ label }) => label)];
};

describe("completion in a template", () => {
  it.each([
    ["fields after a dot", "{{ .^", ["", "level", "line_no"]],
    ["those that begin so", "{{ ToUpper .le^vel }}", ["level", "level"]],
    ["functions", "{{ .level | toUpp^", ["toUpp", "ToUpper"]],
    ["none outside of actions", "a .^", undefined],
    ["none in a text", '{{ "x.^', undefined],
  ])("%s", (_, text, wanted) => {
    expect(labels(text)).toEqual(wanted);
  });

  it("has a signature and a description for a function", () => {
    const [first] = completeTemplateText("{{ trunc", 8, [])!.items;
    expect(first).toMatchObject({ label: "trunc", kind: "function" });
    expect(first!.documentation).toContain("trunc");
  });
});
