import { describe, expect, it } from "vitest";
import { parseExpression, parseFile } from "./parse.ts";
import { findReferences, pathOf, walkStatements } from "./references.ts";

describe("findReferences", () => {
  it.each([
    ["logs.write.out.receiver", ["logs.write.out.receiver"]],
    ["[a.b, c]", ["a.b", "c"]],
    ["a.b[0].c[d.e]", ["a.b", "d.e"]],
    ["string.format(x.y, {k = z}) + (-w)", ["string.format", "x.y", "z", "w"]],
    ['"text" + 1', []],
  ])("%s", (text, paths) => {
    const references = findReferences(parseExpression(text).expression);
    expect(references.map((r) => r.path.join("."))).toEqual(paths);
    expect(references.map((r) => text.slice(r.span.start, r.span.end))).toEqual(paths);
  });

  it("knows what is a path", () => {
    expect(pathOf(parseExpression("a.b.c").expression)).toEqual(["a", "b", "c"]);
    expect(pathOf(parseExpression("a[0].b").expression)).toBeUndefined();
  });
});

describe("walkStatements", () => {
  it("visits outer statements first and passes the blocks around", () => {
    const seen: string[] = [];
    walkStatements(parseFile("a {\n\tb = 1\n\tc {\n\t\td = 2\n\t}\n}\ne = 3\n").file.body, (statement, parents) => {
      seen.push([...parents, statement].map((s) => s.name).join("/"));
    });
    expect(seen).toEqual(["a", "a/b", "a/c", "a/c/d", "e"]);
  });
});
