/**
 * `genPrivateKey` for the kinds of keys that are made at once. Keys come from the execution's seeded source: they look
 * right, but protect nothing.
 */

import { encodeBase64 } from "../../gobase64/index.ts";
import { type CallContext, fail } from "../functions.ts";
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

// The curve P-256: y² = x³ - 3x + b over the integers modulo P.
const P = (1n << 256n) - (1n << 224n) + (1n << 192n) + (1n << 96n) - 1n;
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const GENERATOR: Point = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

const modulo = (value: bigint): bigint => ((value % P) + P) % P;

/** The inverse modulo P, by the extended Euclidean algorithm. */
function invert(value: bigint): bigint {
  let [a, b] = [modulo(value), P];
  let [x, y] = [1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b] = [b % a, a];
    [x, y] = [y - quotient * x, x];
  }
  return modulo(x);
}

/** The sum; undefined is the point at infinity. */
function addPoints(a: Point | undefined, b: Point | undefined): Point | undefined {
  if (!a || !b) return a ?? b;
  if (a.x === b.x && modulo(a.y + b.y) === 0n) return undefined;
  const slope = a.x === b.x ? (3n * a.x * a.x - 3n) * invert(2n * a.y) : (b.y - a.y) * invert(b.x - a.x);
  const x = modulo(slope * slope - a.x - b.x);
  return { x, y: modulo(slope * (a.x - x) - a.y) };
}

/** The public key of a private one in [1, ORDER). */
export function p256PublicKey(secret: bigint): Point {
  let sum: Point | undefined;
  let power: Point | undefined = GENERATOR;
  for (let rest = secret; rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = addPoints(sum, power);
    power = addPoints(power, power);
  }
  return sum ?? GENERATOR;
}

const bytesOf = (value: bigint): number[] =>
  (value.toString(16).padStart(64, "0").match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const P256_OID = [0xa0, 0x0a, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];

/** SEC 1's ECPrivateKey, with the curve's name and the public key. */
function makeP256Key(ctx: CallContext): string {
  const secret = (numberOf(randomBytes(40, ctx)) % (ORDER - 1n)) + 1n;
  const { x, y } = p256PublicKey(secret);
  const publicKey = [0xa1, 0x44, 3, 0x42, 0, 4, ...bytesOf(x), ...bytesOf(y)];
  return pem("EC PRIVATE KEY", [0x30, 0x77, 2, 1, 1, 4, 0x20, ...bytesOf(secret), ...P256_OID, ...publicKey]);
}
