/** Passwords and ciphers: bcrypt, the master password algorithm, AES. Salts and such come from the seeded source. */
import { ciphers } from "#parts/gotemplate/ciphers";
import { decodeBase64, encodeBase64 } from "../../../gobase64/index.ts";
import { type CallContext, defineFunction, fail, type TemplateFunction } from "../../functions.ts";
import { intParam, stringParam } from "../../parameters.ts";
import { STRING, UINT32 } from "../../types.ts";
import { fromBytes, joinBytes, toBytes } from "../../values/go-string.ts";
import { randomBytes } from "./random.ts";

/** What hashing one password costs, in units of limits.ts: bcrypt takes about a tenth of a second, scrypt a third. */
const BCRYPT_WORK = 100_000;
const SCRYPT_WORK = 300_000;
const BCRYPT_COST = 10;
const MAX_BCRYPT_BYTES = 72;

/** The `$2a$` hash with a salt of 16 bytes, or the error's text. */
export function hashPassword(password: string, salt: Uint8Array, cost: number): string {
  if (toBytes(password).length > MAX_BCRYPT_BYTES)
    return "failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes";
  // The library takes text alone, and would make a hash of its own of raw bytes.
  const text = joinBytes(password);
  if (!text.isWellFormed()) fail("hashing a password that is not UTF-8 is not available in this environment");
  const { encodeSalt, hashSync } = ciphers();
  return hashSync(text, `$2a$${String(cost).padStart(2, "0")}$${encodeSalt(salt, salt.length)}`);
}

function bcrypt(password: string, ctx: CallContext): string {
  ctx.charge(BCRYPT_WORK);
  return hashPassword(password, randomBytes(16, ctx), BCRYPT_COST);
}

function htpasswd(name: string, password: string, ctx: CallContext): string {
  return name.includes(":") ? `invalid username: ${name}` : `${name}:${bcrypt(password, ctx)}`;
}

/** Shapes of passwords: each letter is one of CHARACTERS' classes. */
export const SHAPES: ReadonlyMap<string, readonly string[]> = new Map([
  ["maximum", ["anoxxxxxxxxxxxxxxxxx", "axxxxxxxxxxxxxxxxxno"]],
  [
    "long",
    (
      "CvcvnoCvcvCvcv CvcvCvcvnoCvcv CvcvCvcvCvcvno CvccnoCvcvCvcv CvccCvcvnoCvcv CvccCvcvCvcvno CvcvnoCvccCvcv " +
      "CvcvCvccnoCvcv CvcvCvccCvcvno CvcvnoCvcvCvcc CvcvCvcvnoCvcc CvcvCvcvCvccno CvccnoCvccCvcv CvccCvccnoCvcv " +
      "CvccCvccCvcvno CvcvnoCvccCvcc CvcvCvccnoCvcc CvcvCvccCvccno CvccnoCvcvCvcc CvccCvcvnoCvcc CvccCvcvCvccno"
    ).split(" "),
  ],
  ["medium", ["CvcnoCvc", "CvcCvcno"]],
  ["short", ["Cvcn"]],
  ["basic", ["aaanaaan", "aannaaan", "aaannaaa"]],
  ["pin", ["nnnn"]],
]);

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["V", "AEIOU"],
  ["C", "BCDFGHJKLMNPQRSTVWXYZ"],
  ["v", "aeiou"],
  ["c", "bcdfghjklmnpqrstvwxyz"],
  ["A", "AEIOUBCDFGHJKLMNPQRSTVWXYZ"],
  ["a", "AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz"],
  ["n", "0123456789"],
  ["o", "@&%?,=[]_:-+*$#!'^~;()/."],
  ["x", "AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()"],
]);

const SCOPE = toBytes("com.lyndir.masterpassword");

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** The master password algorithm: the same arguments give the same password. */
function derivePassword(args: readonly [string, string, string, string], counter: number, ctx: CallContext): string {
  const [kind, password, user, site] = args;
  const shapes = SHAPES.get(kind);
  if (!shapes) return `cannot find password template ${kind}`;
  ctx.charge(SCRYPT_WORK);
  return sitePassword(masterKey(password, user), shapes, counter, site);
}

/** What a user's passwords for all sites come from: 64 bytes, by a third of a second of work. */
export function masterKey(password: string, user: string): Uint8Array {
  const { concatBytes, scrypt } = ciphers();
  const userBytes = toBytes(user);
  const salt = concatBytes(SCOPE, bigEndian(userBytes.length), userBytes);
  return scrypt(toBytes(password), salt, { N: 32768, r: 8, p: 2, dkLen: 64 });
}

/** The password of one site, in one of the shapes of its kind. */
export function sitePassword(key: Uint8Array, shapes: readonly string[], counter: number, site: string): string {
  const { concatBytes, hmac, sha256 } = ciphers();
  const siteBytes = toBytes(site);
  const seed = hmac(sha256, key, concatBytes(SCOPE, bigEndian(siteBytes.length), siteBytes, bigEndian(counter)));
  const shape = shapes[seed[0]! % shapes.length]!;
  let out = "";
  for (let i = 0; i < shape.length; i++) {
    const characters = CHARACTERS.get(shape[i]!) ?? "";
    out += characters[seed[i + 1]! % characters.length];
  }
  return out;
}

const AES_BLOCK = 16;
/** What the round keys cost, and then each block, in units of limits.ts. */
const AES_KEY_WORK = 50;
const AES_BLOCK_WORK = 5;

const aesWork = (bytes: number): number => AES_KEY_WORK + Math.ceil(bytes / AES_BLOCK) * AES_BLOCK_WORK;

/** The first 32 bytes of the password, filled up with zeros. */
function aesKey(password: string): Uint8Array {
  const key = new Uint8Array(32);
  key.set(toBytes(password).subarray(0, 32));
  return key;
}

function encryptAes(password: string, plain: string, ctx: CallContext): string {
  if (plain === "") return "";
  const bytes = toBytes(plain);
  ctx.charge(aesWork(bytes.length));
  const { cbc, concatBytes } = ciphers();
  const iv = randomBytes(AES_BLOCK, ctx);
  return encodeBase64(concatBytes(iv, cbc(aesKey(password), iv).encrypt(bytes)));
}

function decryptAes(password: string, text: string, ctx: CallContext): string {
  if (text === "") return "";
  const decoded = decodeBase64(toBytes(text));
  if (typeof decoded === "number") return fail(`illegal base64 data at input byte ${decoded}`);
  if (decoded.length < AES_BLOCK)
    fail(`runtime error: slice bounds out of range [:${AES_BLOCK}] with capacity ${capacity(text.length)}`);
  if (decoded.length % AES_BLOCK !== 0) fail("crypto/cipher: input not full blocks");
  if (decoded.length === AES_BLOCK) fail("runtime error: index out of range [-1]");
  ctx.charge(aesWork(decoded.length));
  // Go takes off as much as the last byte says, and does not look whether it is padding.
  const cipher = ciphers().cbc(aesKey(password), decoded.subarray(0, AES_BLOCK), { disablePadding: true });
  const plain = cipher.decrypt(decoded.subarray(AES_BLOCK));
  const end = plain.length - plain.at(-1)!;
  if (end < 0) fail(`runtime error: slice bounds out of range [:${end}]`);
  return fromBytes(plain.subarray(0, end));
}

/** The capacity of the buffer that Go decodes base64 into. */
const capacity = (length: number): number => Math.floor(length / 4) * 3;

const PASSWORD = stringParam("password");

export const PASSWORD_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "bcrypt",
    params: [PASSWORD],
    result: STRING,
    doc: "The bcrypt hash of a password, with a salt from the pipeline's random source; passwords must be UTF-8.",
    example: { call: 'bcrypt "secret" | trunc 7', gives: "$2a$10$" },
    call: ([password], ctx) => bcrypt(password, ctx),
  }),
  defineFunction({
    name: "htpasswd",
    params: [stringParam("name"), PASSWORD],
    result: STRING,
    doc: "A line of a password file: the name and the bcrypt hash of the password.",
    example: { call: 'htpasswd "ann" "secret" | trunc 11', gives: "ann:$2a$10$" },
    call: ([name, password], ctx) => htpasswd(name, password, ctx),
  }),
  defineFunction({
    name: "derivePassword",
    params: [intParam("counter", UINT32), stringParam("kind"), PASSWORD, stringParam("user"), stringParam("site")],
    result: STRING,
    doc: "The password of a site by the master password algorithm; the kind is `maximum`, `long`, `medium`, `short`, `basic` or `pin`.",
    example: { call: 'derivePassword 1 "long" "hunter2" "ops" "logs.example"', gives: "VoyxWego9+Yiwi" },
    call: ([counter, kind, password, user, site], ctx) => derivePassword([kind, password, user, site], counter, ctx),
  }),
  defineFunction({
    name: "encryptAES",
    params: [PASSWORD, stringParam("text")],
    result: STRING,
    doc: "The text encrypted by AES-256 in CBC mode, in base64.",
    example: { call: 'encryptAES "key" "text" | decryptAES "key"', gives: "text" },
    call: ([password, text], ctx) => encryptAes(password, text, ctx),
  }),
  defineFunction({
    name: "decryptAES",
    params: [PASSWORD, stringParam("text")],
    result: STRING,
    doc: "The text that `encryptAES` encrypted.",
    example: { call: 'decryptAES "key" "oACH+/dHnLht/nR9I2c/J9lLZ0RnnLG/iUgjDvvyeZ0="', gives: "secret text é" },
    call: ([password, text], ctx) => decryptAes(password, text, ctx),
  }),
];
