import { describe, expect, it } from "vitest";
import { commonPrefix } from "./common-prefix.ts";

describe("the common beginning of lines", () => {
  const cases: readonly [string, readonly string[], string][] = [
    ["ends between words", ["Jan 15 08:00:01 host sshd[1]: a", "Jan 15 08:00:12 host sshd[2]: b"], "Jan 15 08:00:"],
    ["is not cut where it is short", ["abc: 1", "abc: 2"], ""],
    ["of one line is none", ["a line alone, however long"], ""],
    ["does not count empty lines", ["", "2026-01-15 one", "2026-01-15 two"], "2026-01-15 "],
  ];
  for (const [name, lines, prefix] of cases)
    it(name, () => expect(lines.at(-1)!.slice(0, commonPrefix(lines))).toBe(prefix));
});
