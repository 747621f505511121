/** Checksums as text: hexadecimal, but for `adler32sum`, which is decimal. */
import { type CallContext, defineFunction, type TemplateFunction } from "../../functions.ts";
import { hexHash, sha256Hex } from "../../hex-hashes.ts";
import { stringParam } from "../../parameters.ts";
import { STRING } from "../../types.ts";
import { toBytes } from "../../values/go-string.ts";
import type { FunctionExample } from "../../values/model.ts";

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

const hash = (
  name: string,
  what: string,
  example: FunctionExample,
  call: (text: string, ctx: CallContext) => string,
): TemplateFunction =>
  defineFunction({
    name,
    params: [stringParam("text")],
    result: STRING,
    doc: `The ${what} of the text.`,
    example,
    call: ([text], ctx) => call(text, ctx),
  });

export const HASH_FUNCTIONS: readonly TemplateFunction[] = [
  hash(
    "sha256sum",
    "SHA-256 hash in hexadecimal",
    { call: 'sha256sum "a"', gives: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb" },
    sha256Hex,
  ),
  hash(
    "sha1sum",
    "SHA-1 hash in hexadecimal",
    { call: 'sha1sum "a"', gives: "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8" },
    (text) => hexHash("sha1", toBytes(text)),
  ),
  hash(
    "sha512sum",
    "SHA-512 hash in hexadecimal",
    { call: 'sha512sum "a" | trunc 16', gives: "1f40fc92da241694" },
    (text) => hexHash("sha512", toBytes(text)),
  ),
  hash("adler32sum", "Adler-32 checksum in decimal", { call: 'adler32sum "a"', gives: "6422626" }, (text) =>
    adler32(toBytes(text)).toString(),
  ),
];
