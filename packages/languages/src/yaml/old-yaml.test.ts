/** Scalars by the rules of Go's `yaml.v2`, and nodes with their places. */
import { describe, expect, it } from "vitest";
import { parseYamlTree, resolveOldScalar } from "./index.ts";

function resolve(text: string) {
  const tree = parseYamlTree(text);
  if (!tree.ok || tree.node === undefined) throw new Error("no node");
  return resolveOldScalar(tree.node);
}

describe("resolveOldScalar", () => {
  it.each([
    ["y", true],
    ["Yes", true],
    ["ON", true],
    ["n", false],
    ["off", false],
    ["yEs", "yEs"],
    ["'yes'", "yes"],
    ["~", null],
    ["010", 8n],
    ["0o17", 15n],
    ["0b1", 1n],
    ["0xFF", 255n],
    ["1_000", 1000n],
    ["1e3", 1000],
    ["1.50", 1.5],
    ["2024-03-10", "2024-03-10"],
    ["2024-03-10T12:00:00Z", "2024-03-10T12:00:00Z"],
    ["!!str yes", "yes"],
    ["!!bool yes", true],
    ["!!float 1", 1],
    ["<<", "<<"],
  ])("%s", (text, value) => {
    expect(resolve(text)).toMatchObject({ value });
  });

  it("refuses a scalar that is not of its tag", () => {
    expect(resolve("!!int yes")).toEqual({ message: expect.stringContaining("!!int") });
  });
});

describe("parseYamlTree", () => {
  it("says where nodes start, in UTF-16 offsets", () => {
    const text = "é: 1\n𝒳: &a [x,\n  'y']\n";
    const tree = parseYamlTree(text);
    expect(tree.ok).toBe(true);
    const root = tree.ok ? tree.node! : undefined;
    expect(root?.items.map(({ start }) => start)).toEqual([0, 3, 5, 9]);
    expect(root?.items[3]?.items.map(({ start }) => text.slice(start, start + 1))).toEqual(["x", "'"]);
  });

  it("has no node for an empty text, and a message for one that is wrong", () => {
    expect(parseYamlTree("# a\n")).toEqual({ ok: true, node: undefined });
    expect(parseYamlTree("a: [")).toEqual({ ok: false, offset: 4, message: expect.stringContaining("did not find") });
    expect(parseYamlTree("x".repeat(1024 * 1024 + 1))).toMatchObject({ ok: false });
  });
});
