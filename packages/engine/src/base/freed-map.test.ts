import { expect, it } from "vitest";
import { FreedMap } from "./freed-map.ts";

it("gives values by their keys, in the order in which they were set, until they are deleted", () => {
  const map = new FreedMap<number, string>();
  for (const key of [3, 1, 2]) map.set(key, `v${key}`);
  map.set(1, "new");
  map.delete(3);
  map.delete(7);
  expect([...map.keys()].map((key) => [key, map.get(key)])).toEqual([
    [2, "v2"],
    [1, "new"],
  ]);
  expect(map.get(3)).toBeUndefined();
});
