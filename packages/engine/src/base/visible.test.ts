import { describe, expect, it } from "vitest";
import { visible } from "./visible.ts";

describe("visible", () => {
  it.each([
    ["plain text", "GET /ä 日本", "GET /ä 日本"],
    ["a line break and a tab", "a\n\tb", "a⏎⇥b"],
    ["an escape sequence", "\u001b[31mred", "\\x1b[31mred"],
    ["an eight-bit control that terminals obey", "\u009b2J", "\\x9b2J"],
    ["carriage return and NUL", "a\rb\0", "a\\x0db\\x00"],
    ["marks that turn the direction of writing", "a\u202eb\u2066", "a\\u202eb\\u2066"],
    ["a line separator", "a\u2028b", "a\\u2028b"],
  ])("%s", (_, text, expected) => expect(visible(text)).toBe(expected));
});
