import { expect, it } from "vitest";
import { sinksFirst } from "./sinks-first.ts";

const order = (components: Readonly<Record<string, readonly string[]>>) =>
  sinksFirst(Object.entries(components).map(([id, forwardTo]) => ({ id, forwardTo }))).map(({ id }) => id);

it.each<[name: string, components: Readonly<Record<string, readonly string[]>>, expected: readonly string[]]>([
  ["none", {}, []],
  ["without connections, as they are written", { a: [], b: [] }, ["a", "b"]],
  ["a chain from its end", { a: ["b"], b: ["c"], c: [] }, ["c", "b", "a"]],
  ["a diamond, its end once", { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }, ["d", "b", "c", "a"]],
  ["what is named twice, once", { a: ["b", "b"], b: [] }, ["b", "a"]],
])("orders %s", (_name, components, expected) => {
  expect(order(components)).toEqual(expected);
});

it("orders a chain that is longer than calls nest", () => {
  const count = 100_000;
  const chain = Array.from({ length: count }, (_, i) => ({
    id: String(i),
    forwardTo: i + 1 < count ? [String(i + 1)] : [],
  }));
  const ordered = sinksFirst(chain);
  expect([ordered.length, ordered[0]!.id, ordered.at(-1)!.id]).toEqual([count, String(count - 1), "0"]);
});
