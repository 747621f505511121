import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../base/text.ts";
import { decodeBase32, decodeBase64, encodeBase32, encodeBase64 } from "./index.ts";

describe("base64 and base32", () => {
  it.each([
    ["", "", "", ""],
    ["f", "Zg==", "Zg==", "MY======"],
    ["fo", "Zm8=", "Zm8=", "MZXQ===="],
    ["foobar", "Zm9vYmFy", "Zm9vYmFy", "MZXW6YTBOI======"],
    ["hi?>é~", "aGk/PsOpfg==", "aGk_PsOpfg==", "NBUT6PWDVF7A===="],
  ])("%j there and back", (text, standard, url, base32) => {
    const bytes = encodeUtf8(text);
    expect(encodeBase64(bytes)).toBe(standard);
    expect(encodeBase64(bytes, "url")).toBe(url);
    expect(encodeBase32(bytes)).toBe(base32);
    expect(decodeBase64(encodeUtf8(standard))).toEqual(Uint8Array.from(bytes));
    expect(decodeBase64(encodeUtf8(url), "url")).toEqual(Uint8Array.from(bytes));
    expect(decodeBase32(encodeUtf8(base32))).toEqual(Uint8Array.from(bytes));
  });

  // Offsets as in Go's CorruptInputError.
  it.each([
    ["***", "standard", 0],
    ["aGk_", "standard", 3],
    ["aGk/", "url", 3],
    ["aGk", "standard", 0],
    ["aA==x", "standard", 4],
    ["a\nG", "standard", 1],
  ] as const)("refuses %j under %s at %i", (text, alphabet, offset) => {
    expect(decodeBase64(encodeUtf8(text), alphabet)).toBe(offset);
  });
});
