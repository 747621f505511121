import { expect, it } from "vitest";
import { AddressBook } from "./address-book.ts";

it("an address book names who listens, on the address itself or on all of them, until it is done", () => {
  const book = new AddressBook();
  const strike = book.add("127.0.0.1", 8080, "one");
  book.add("", 8081, "two");
  expect(book.ownerOf("127.0.0.1", 8080)).toBe("one");
  expect(book.ownerOf("127.0.0.2", 8080)).toBeUndefined();
  expect(book.ownerOf("0.0.0.0", 8080)).toBe("one");
  expect(book.ownerOf("127.0.0.1", 8081)).toBe("two");
  strike();
  expect(book.ownerOf("127.0.0.1", 8080)).toBeUndefined();
});
