/**
 * bcrypt (golang.org/x/crypto/bcrypt, `$2a$`). Blowfish's tables are the digits of π, which are computed when the first
 * password is hashed rather than stored.
 */

const ROUNDS = 16;
const P_WORDS = ROUNDS + 2;
const S_WORDS = 4 * 256;
const MAX_PASSWORD_BYTES = 72;

/** The first fractional digits of π, as words of 32 bits: Machin's formula in fixed point. */
function piWords(count: number): Uint32Array {
  const guard = 64n;
  const bits = BigInt(count * 32);
  const one = 1n << (bits + guard);
  const arctanOfInverse = (x: bigint): bigint => {
    let power = one / x;
    let sum = power;
    for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
      power /= x * x;
      sum += (sign * power) / n;
    }
    return sum;
  };
  const pi = 4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n));
  const hex = ((pi & (one - 1n)) >> guard).toString(16).padStart(count * 8, "0");
  return Uint32Array.from({ length: count }, (_, i) => Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16));
}

let initial: Uint32Array | undefined;

/** Blowfish's state: the P-array and behind it the four S-boxes. */
class Blowfish {
  readonly #state: Uint32Array;
  left = 0;
  right = 0;

  constructor() {
    initial ??= piWords(P_WORDS + S_WORDS);
    this.#state = initial.slice();
  }

  /** Encrypts `left` and `right` in place. */
  encrypt(): void {
    const s = this.#state;
    let l = this.left ^ s[0]!;
    let r = this.right;
    for (let i = 1; i <= ROUNDS; i += 2) {
      r ^= mix(s, l) ^ s[i]!;
      l ^= mix(s, r) ^ s[i + 1]!;
    }
    this.left = r ^ s[P_WORDS - 1]!;
    this.right = l;
  }

  /** Mixes a key, and where there is one a salt, into the state. */
  expand(key: Uint8Array, salt?: Uint8Array): void {
    const s = this.#state;
    let at = 0;
    for (let i = 0; i < P_WORDS; i++) {
      s[i]! ^= wordAt(key, at);
      at += 4;
    }
    this.left = 0;
    this.right = 0;
    let saltAt = 0;
    for (let i = 0; i < s.length; i += 2) {
      if (salt) {
        this.left ^= wordAt(salt, saltAt);
        this.right ^= wordAt(salt, saltAt + 4);
        saltAt += 8;
      }
      this.encrypt();
      s[i] = this.left;
      s[i + 1] = this.right;
    }
  }
}

/** Blowfish's function of half a block; the S-boxes stand behind the P-array. */
function mix(s: Uint32Array, x: number): number {
  const a = s[P_WORDS + (x >>> 24)]!;
  const b = s[P_WORDS + 256 + ((x >>> 16) & 0xff)]!;
  const c = s[P_WORDS + 512 + ((x >>> 8) & 0xff)]!;
  return (((a + b) ^ c) + s[P_WORDS + 768 + (x & 0xff)]!) | 0;
}

/** Four bytes of a key that repeats without end. */
function wordAt(key: Uint8Array, at: number): number {
  const n = key.length;
  return (key[at % n]! << 24) | (key[(at + 1) % n]! << 16) | (key[(at + 2) % n]! << 8) | key[(at + 3) % n]!;
}

const ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** bcrypt's own base64, without padding. */
function encode(bytes: Uint8Array): string {
  let out = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = Math.min(4, bytes.length - i + 1);
    for (let k = 0; k < digits; k++) out += ALPHABET[(word >> (18 - 6 * k)) & 63];
  }
  return out;
}

const MAGIC = "OrpheanBeholderScryDoubt";

/** The `$2a$` hash with a salt of 16 bytes; undefined for a password of more than 72 bytes. */
export function bcryptHash(password: Uint8Array, salt: Uint8Array, cost: number): string | undefined {
  if (password.length > MAX_PASSWORD_BYTES) return undefined;
  const key = new Uint8Array(password.length + 1);
  key.set(password);
  const cipher = new Blowfish();
  cipher.expand(key, salt);
  for (let i = 0; i < 2 ** cost; i++) {
    cipher.expand(key);
    cipher.expand(salt);
  }
  const hash = Uint8Array.from(MAGIC, (char) => char.charCodeAt(0));
  const view = new DataView(hash.buffer);
  for (let i = 0; i < hash.length; i += 8) {
    cipher.left = view.getUint32(i);
    cipher.right = view.getUint32(i + 4);
    for (let k = 0; k < 64; k++) cipher.encrypt();
    view.setUint32(i, cipher.left);
    view.setUint32(i + 4, cipher.right);
  }
  // The last byte is left out, by an old mistake that became the format.
  return `$2a$${String(cost).padStart(2, "0")}$${encode(salt)}${encode(hash.subarray(0, 23))}`;
}
