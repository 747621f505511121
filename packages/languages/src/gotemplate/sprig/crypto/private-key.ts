/**
 * `genPrivateKey` for the kinds of keys that are made at once. Keys come from the execution's seeded source: they look
 * right, but protect nothing.
 */

import { ciphers } from "#parts/gotemplate/ciphers";
import { encodeBase64 } from "../../../gobase64/index.ts";
import { type CallContext, fail } from "../../functions.ts";
import { randomBytes } from "./random.ts";

/** The work that a key costs, in units of limits.ts. */
const KEY_WORK = 50_000;

/** A new private key in PEM; an unknown kind is named in the result, as in the original. */
export function makePrivateKey(kind: string, ctx: CallContext): string {
  switch (kind) {
    case "ed25519":
      return pem("PRIVATE KEY", [...ED25519_PREFIX, ...randomBytes(32, ctx)]);
    case "ecdsa":
      ctx.charge(KEY_WORK);
      return makeP256Key(ctx);
    case "":
    case "rsa":
    case "dsa":
      return fail(`making ${kind || "rsa"} keys is not available in this environment`);
    default:
      return `Unknown type ${kind}`;
  }
}

/** PKCS #8 of an Ed25519 key up to its 32 bytes. */
const ED25519_PREFIX = [0x30, 0x2e, 0x02, 0x01, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

function pem(type: string, bytes: readonly number[]): string {
  const lines = encodeBase64(Uint8Array.from(bytes)).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${type}-----\n${lines.join("\n")}\n-----END ${type}-----\n`;
}

const P256_OID = [0xa0, 0x0a, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];

/** SEC 1's ECPrivateKey, with the curve's name and the public key. */
function makeP256Key(ctx: CallContext): string {
  const { bytesToNumberBE, numberToBytesBE, p256 } = ciphers();
  // Eight bytes more than the order has, so that the remainder is as good as even.
  const secret = numberToBytesBE((bytesToNumberBE(randomBytes(40, ctx)) % (p256.Point.Fn.ORDER - 1n)) + 1n, 32);
  const publicKey = [0xa1, 0x44, 3, 0x42, 0, ...p256.getPublicKey(secret, false)];
  return pem("EC PRIVATE KEY", [0x30, 0x77, 2, 1, 1, 4, 0x20, ...secret, ...P256_OID, ...publicKey]);
}
