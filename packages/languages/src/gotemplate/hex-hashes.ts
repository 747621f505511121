/** Hashes of Go strings, in hexadecimal. */
import { ciphers } from "#parts/gotemplate/ciphers";
import type { CallContext } from "./functions.ts";
import { toBytes } from "./values/go-string.ts";

export const hexHash = (name: "sha1" | "sha256" | "sha512" | "sha3_256", bytes: Uint8Array): string => {
  const part = ciphers();
  return part.bytesToHex(part[name](bytes));
};

/** By the host, unless the text has raw bytes, which the host does not accept. */
export const sha256Hex = (text: string, ctx: CallContext): string =>
  text.isWellFormed() ? ctx.sha256(text) : hexHash("sha256", toBytes(text));
