import { expect, it } from "vitest";
import { messageOf } from "./message.ts";

it("has a message for anything thrown", () => {
  const thrown = [new Error("no\nroom"), new TypeError(), "text", 7, undefined, Object.create(null)];
  expect(thrown.map(messageOf)).toEqual([
    "no\nroom",
    "TypeError",
    "text",
    "7",
    "undefined",
    "an error that cannot be shown",
  ]);
});
