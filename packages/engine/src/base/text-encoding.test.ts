import { expect, it } from "vitest";
import { textEncodingOf } from "./text-encoding.ts";

const utf16 = (text: string, big = false): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le");
  return big ? bytes.swap16() : bytes;
};

it.each<[string, Uint8Array, string]>([
  ["nothing", new Uint8Array(), "utf-8"],
  ["a byte", Buffer.from("a"), "utf-8"],
  ["ASCII", Buffer.from("level=info msg=started"), "utf-8"],
  ["a UTF-8 mark", Buffer.from("\ufeffa"), "utf-8"],
  ["a mark of UTF-16", utf16("\ufeffä"), "utf-16le"],
  ["one of the other order", utf16("\ufeffä", true), "utf-16be"],
  ["UTF-16 without a mark", utf16("level=info msg=größer"), "utf-16le"],
  ["that in the other order", utf16("level=info msg=größer", true), "utf-16be"],
  ["binary data with NULs", Buffer.from([0, 1, 0, 0, 7, 0, 0, 0, 9, 1, 0, 0]), "utf-8"],
  ["a line with a NUL", Buffer.from("abc\0def"), "utf-8"],
])("%s", (_, bytes, encoding) => expect(textEncodingOf(bytes)).toBe(encoding));
