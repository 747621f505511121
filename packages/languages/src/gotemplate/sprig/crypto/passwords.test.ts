/** Password hashes against golang.org/x/crypto/bcrypt, ciphers against themselves, keys against Node's reader. */
import { createECDH, createPrivateKey, createPublicKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../../../base/random.ts";
import { encodeUtf8 } from "../../../base/text.ts";
import { compileTemplate } from "../../index.ts";
import { SPRIG_FUNCTIONS } from "../index.ts";
import { hashPassword, masterKey, SHAPES, sitePassword } from "./passwords.ts";

function run(template: string, seed = 1): string {
  const compiled = compileTemplate(template, { name: "t", functions: [SPRIG_FUNCTIONS] });
  if (!compiled.ok) return compiled.message;
  const host = { now: () => 0n, random: new SeededRandom(seed), sha256: () => "" };
  const result = compiled.template.execute({ get: () => undefined, names: () => [] }, host);
  return result.ok ? result.text : result.message;
}

const ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The salt in a hash: 22 digits of bcrypt's base64. */
function saltOf(hash: string): Uint8Array {
  const bits = [...hash.slice(7, 29)].map((char) => ALPHABET.indexOf(char).toString(2).padStart(6, "0")).join("");
  return Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2));
}

describe("hashPassword", () => {
  it.each([
    ["", "$2a$04$VpSAfQ8pRvdLIVwHZdgWEOV6X.fl8YKWvbwE7gY8RnsPTcgRcsSki"],
    ["", "$2a$05$EKNZ96ilF3vUYrR4ZfDtauppncnuAp/1tvVxDJ6j1W1.xoVNqLO9q"],
    ["a", "$2a$04$X2VibH9yRN6k2bTsfNeGmO4etCzDmxL4kv8Xi2hXtPAMo0q7b3AgW"],
    ["pw", "$2a$05$oXdi0gWkyR6Pme5qzwM3b.Wj0.NgOEuVRoxqROFiFjAkVRDI/8emu"],
    ["naïve ☃", "$2a$04$JAsdKSs5k0qc20TaUOyen.lwbT4wArcat2TofareF5G6e3xK4svj."],
    [`${"0123456789".repeat(7)}ab`, "$2a$04$5w79IcP9Sx2bAfknH9MzquZv08.9nVUzQ3Ey2AeUafHi6rDE.bKui"],
  ])("%j is %s", (password, hash) => {
    expect(hashPassword(password, saltOf(hash), Number(hash.slice(4, 6)))).toBe(hash);
  });

  it("refuses more than 72 bytes, in Go's words", () => {
    expect(hashPassword("é".repeat(37), new Uint8Array(16), 4)).toBe(
      "failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes",
    );
  });

  it("refuses bytes that are not text rather than making a hash that Go would not make", () => {
    expect(run('{{ bcrypt (b64dec "/wB6") }}')).toContain("not UTF-8 is not available in this environment");
  });

  it("puts bytes together that make a character", () => {
    expect(run('{{ bcrypt (print (b64dec "4pg=") (b64dec "gw==")) }}')).toBe(run('{{ bcrypt "☃" }}'));
  });
});

describe("password functions", () => {
  it("bcrypt and htpasswd have cost 10 and a salt from the seed", () => {
    const hash = run('{{ bcrypt "pw" }}');
    expect(hash).toMatch(/^\$2a\$10\$[./A-Za-z0-9]{53}$/);
    expect(run('{{ htpasswd "ann" "pw" }}')).toBe(`ann:${hash}`);
    expect(run('{{ bcrypt "pw" }}', 2)).not.toBe(hash);
  });

  it("derivePassword follows the master password algorithm", { timeout: 90_000 }, () => {
    expect(run('{{ derivePassword 2 "long" "hunter2" "ops" "logs.example" }}')).toBe("Yavi1$CaloTemb");
    // Made once: it is what takes the time.
    const key = masterKey("hunter2", "ops");
    const kinds = [...SHAPES].map(([kind, shapes]) => [kind, sitePassword(key, shapes, 1, "logs.example")]);
    expect(Object.fromEntries(kinds)).toEqual({
      maximum: "X3$D!hMIgCQy)o&&QM^X",
      long: "VoyxWego9+Yiwi",
      medium: "Voy8#Tal",
      short: "Voy8",
      basic: "Xn98yhW8",
      pin: "4398",
    });
  });

  it.each(["x", "secret text é", "0123456789abcdef", "a".repeat(100)])("encryptAES of %j is undone", (text) => {
    expect(run(`{{ encryptAES "key" "${text}" | decryptAES "key" }}`)).toBe(text);
    expect(run(`{{ encryptAES "key" "${text}" | b64dec | len }}`)).toBe(
      String(16 + (Math.floor(encodeUtf8(text).length / 16) + 1) * 16),
    );
  });
});

describe("what a seed gives", () => {
  // Recorded from what was here before the libraries: a seed keeps giving the same.
  it.each([
    ['bcrypt "pw"', "$2a$10$m.AF89bFlJfr9lP7G0a9HuRkGtvR7K5nkeYlAboYkjdF31J6egiJm"],
    ['encryptAES "key" "secret text é"', "oACH+/dHnLht/nR9I2c/J9lLZ0RnnLG/iUgjDvvyeZ0="],
    [
      'genPrivateKey "ecdsa"',
      "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIGVGETSMHxpzpwEsvCbXnBhTkWpWFfAVO3VTZ8IoS6sToAoGCCqGSM49\nAwEHoUQDQgAEcnTWGZAfTp6/hleHoD8j9daOK3ysXrYvgo3votzqRyl3GF/LhVf/\n9NDtWlqMTmQKGb8a52+sb2YEFPh8+4/5jQ==\n-----END EC PRIVATE KEY-----\n",
    ],
  ])("%s", (call, text) => {
    expect(run(`{{ ${call} }}`)).toBe(text);
  });

  it("a wrong password takes off as much as the last byte says, as Go does", () => {
    expect(run('{{ encryptAES "key" (repeat 33 "ab") | decryptAES "key2" | len }}')).toBe("43");
    expect(run('{{ decryptAES "key" (b64enc (repeat 3 "0123456789abcdef")) }}')).toContain("out of range [:-206]");
  });
});

describe("genPrivateKey", () => {
  it("ecdsa is a P-256 key with its public key", () => {
    const text = run('{{ genPrivateKey "ecdsa" }}');
    expect(text).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
    const jwk = createPrivateKey(text).export({ format: "jwk" });
    expect(jwk.crv).toBe("P-256");
    const bytes = (part: string | undefined) => Buffer.from(part ?? "", "base64url");
    const curve = createECDH("prime256v1");
    curve.setPrivateKey(bytes(jwk.d));
    expect(Buffer.concat([Buffer.of(4), bytes(jwk.x), bytes(jwk.y)])).toEqual(curve.getPublicKey());
  });

  it("ed25519 is PKCS #8", () => {
    const key = createPrivateKey(run('{{ genPrivateKey "ed25519" }}'));
    expect(key.asymmetricKeyType).toBe("ed25519");
    expect(createPublicKey(key).asymmetricKeyType).toBe("ed25519");
  });

  it.each(["", "rsa", "dsa"])("%j is not available", (kind) => {
    expect(run(`{{ genPrivateKey "${kind}" }}`)).toMatch(/making (rsa|dsa) keys is not available/);
  });
});
