/** Checksums as text: hexadecimal, but for `adler32sum`, which is decimal. */
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type CallContext, defineFunction, stringArg, type TemplateFunction } from "../functions.ts";
import { toBytes } from "../go-string.ts";
import { STRING } from "../types.ts";

/** Bytes after which the sums must be reduced so as to stay exact in 32 bits. */
const ADLER_BLOCK = 3800;
const ADLER_MODULUS = 65521;

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += ADLER_BLOCK) {
    for (const byte of bytes.subarray(from, from + ADLER_BLOCK)) {
      a += byte;
      b += a;
    }
    a %= ADLER_MODULUS;
    b %= ADLER_MODULUS;
  }
  return b * 65536 + a;
}

/** SHA-256 of a Go string, in hexadecimal: by the host, unless raw bytes stand in it, which the host takes no text with. */
export const sha256Hex = (text: string, ctx: CallContext): string =>
  text.isWellFormed() ? ctx.sha256(text) : bytesToHex(sha256(toBytes(text)));

export const HASH_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("sha256sum", [STRING], STRING, (args, ctx) => sha256Hex(stringArg(args, 0), ctx)),
  defineFunction("sha1sum", [STRING], STRING, (args) => bytesToHex(sha1(toBytes(stringArg(args, 0))))),
  defineFunction("sha512sum", [STRING], STRING, (args) => bytesToHex(sha512(toBytes(stringArg(args, 0))))),
  defineFunction("adler32sum", [STRING], STRING, (args) => adler32(toBytes(stringArg(args, 0))).toString()),
];
