import { expect, it } from "vitest";
import { whyNothing } from "./why-nothing.ts";

const DATA = { user: { name: "ann", tags: ["a"], none: null }, level: "info", "a b": { c: 1 }, empty: {} };

it.each([
  ["usr", "the object has no `usr`; did you mean `user`?"],
  ["user.mail", "`user` has no `mail`; it has `name`, `tags`, `none`"],
  ["user.name.first", "`name` is a string, not an object"],
  ["user.tags[3]", "`tags` has one element"],
  ["level[0]", "`level` is a string, not a list"],
  ["user.none", "`none` is null in this entry"],
  ['"a b".d', "`a b` has no `d`; it has `c`"],
  ["empty.x", "`empty` has no `x`: it is empty"],
  ["user.tags[?@ == 'z'] | [0]", "the expression finds nothing in this entry"],
])("%s finds nothing, since %s", (expression, why) => {
  expect(whyNothing(expression, DATA)).toBe(why);
});

it("names some keys of many, and cuts long ones", () => {
  const many = Object.fromEntries([...Array(5000).keys()].map((i) => [`key-${i}-${"x".repeat(100)}`, i]));
  expect(whyNothing("other", many)).toMatch(/it has `key-0-x+…`, .* and others$/);
});
