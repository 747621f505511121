import { expect, it } from "vitest";
import { joinExpressions } from "./join-expressions.ts";

const LINES = ["10.0.0.1 GET /a 200 17", "10.0.0.2 POST /b 404 5"];

it("two expressions about the same lines become one", () => {
  const both = joinExpressions(
    "^(?P<ip>\\S+) (?P<method>[A-Z]+)",
    "^\\S+ \\S+ \\S+ (?P<status>-?\\d+) ",
    LINES[0]!,
    LINES,
  );
  expect(both).toBe("^(?P<ip>\\S+) (?P<method>[A-Z]+) \\S+ (?P<status>-?\\d+) ");
});

it.each<[string, string, string, readonly string[]]>([
  ["the new group is before what the first matches", "(?P<status>\\d+) \\d+$", "^(?P<ip>\\S+)", LINES],
  ["a line has what only one of them finds", "^(?P<ip>\\S+) GET", "(?P<bytes>\\d+)$", LINES],
  ["the first does not match the line", "^(?P<x>zebra)", "(?P<bytes>\\d+)$", LINES],
  ["one is no expression", "(", "(?P<bytes>\\d+)$", LINES],
])("but not where %s", (_, own, added, lines) => {
  expect(joinExpressions(own, added, lines[0]!, lines)).toBeUndefined();
});
