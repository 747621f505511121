import { expect, it } from "vitest";
import { sortLabels } from "./labels.ts";

it.each([
  [
    ["b", "", "a", "é", "ab", "B"],
    ["B", "a", "ab", "b", "é"],
  ],
  // In UTF-16 the first would stand before the second.
  [
    ["\u{1f600}", "\uffee", "a", "\ue000"],
    ["a", "\ue000", "\uffee", "\u{1f600}"],
  ],
])("sorts %j by the bytes of names", (names, sorted) => {
  expect(sortLabels(new Map(names.map((name) => [name, name]))).map(([name]) => name)).toEqual(sorted);
});
