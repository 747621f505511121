/** AES-256 in CBC mode, which `encryptAES` and `decryptAES` use. */

const BLOCK = 16;
const KEY_WORDS = 8;
const ROUNDS = 14;

/** Product by x in AES's field. */
const double = (byte: number): number => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff;

function multiply(a: number, b: number): number {
  let product = 0;
  for (let x = a, y = b; y > 0; y >>= 1) {
    if (y & 1) product ^= x;
    x = double(x);
  }
  return product;
}

const SBOX = new Uint8Array(256);
const INVERSE_SBOX = new Uint8Array(256);
/** Products by 9, 11, 13 and 14, for the inverse of the column step. */
const PRODUCTS = [9, 11, 13, 14].map((factor) => Uint8Array.from({ length: 256 }, (_, i) => multiply(i, factor)));

// p runs through all but zero as powers of 3, q through their inverses.
for (let p = 1, q = 1, i = 0; i < 255; i++) {
  p ^= double(p);
  q ^= q << 1;
  q ^= q << 2;
  q ^= q << 4;
  q = (q ^ (q & 0x80 ? 0x09 : 0)) & 0xff;
  const rotated = q ^ rotate(q, 1) ^ rotate(q, 2) ^ rotate(q, 3) ^ rotate(q, 4);
  SBOX[p] = rotated ^ 0x63;
}
SBOX[0] = 0x63;
for (let i = 0; i < 256; i++) INVERSE_SBOX[SBOX[i]!] = i;

function rotate(byte: number, by: number): number {
  return ((byte << by) | (byte >> (8 - by))) & 0xff;
}

/** All round keys, one after the other. */
function expandKey(key: Uint8Array): Uint8Array {
  const words = new Uint8Array(BLOCK * (ROUNDS + 1));
  words.set(key);
  let round = 1;
  for (let i = KEY_WORDS; i < words.length / 4; i++) {
    let word = [0, 1, 2, 3].map((k) => words[(i - 1) * 4 + k]!);
    if (i % KEY_WORDS === 0) {
      word = [1, 2, 3, 0].map((k) => SBOX[word[k]!]!);
      word[0]! ^= round;
      round = double(round);
    } else if (i % KEY_WORDS === 4) word = word.map((byte) => SBOX[byte]!);
    for (let k = 0; k < 4; k++) words[i * 4 + k] = words[(i - KEY_WORDS) * 4 + k]! ^ word[k]!;
  }
  return words;
}

function addKey(block: Uint8Array, keys: Uint8Array, round: number): void {
  for (let i = 0; i < BLOCK; i++) block[i]! ^= keys[round * BLOCK + i]!;
}

/** Substitutes every byte and shifts row r by r places: to the left, or back with `direction` -1. */
function substituteAndShift(block: Uint8Array, box: Uint8Array, direction: 1 | -1): void {
  const before = block.slice();
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      block[column * 4 + row] = box[before[((column + direction * row + 4) % 4) * 4 + row]!]!;
}

function mixColumns(block: Uint8Array): void {
  for (let i = 0; i < BLOCK; i += 4) {
    const [a, b, c, d] = [block[i]!, block[i + 1]!, block[i + 2]!, block[i + 3]!];
    const all = a ^ b ^ c ^ d;
    block[i] = a ^ all ^ double(a ^ b);
    block[i + 1] = b ^ all ^ double(b ^ c);
    block[i + 2] = c ^ all ^ double(c ^ d);
    block[i + 3] = d ^ all ^ double(d ^ a);
  }
}

function unmixColumns(block: Uint8Array): void {
  const [by9, by11, by13, by14] = PRODUCTS as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  for (let i = 0; i < BLOCK; i += 4) {
    const column = block.slice(i, i + 4);
    for (let k = 0; k < 4; k++) {
      const at = (n: number): number => column[(k + n) % 4]!;
      block[i + k] = by14[at(0)]! ^ by11[at(1)]! ^ by13[at(2)]! ^ by9[at(3)]!;
    }
  }
}

function encryptBlock(block: Uint8Array, keys: Uint8Array): void {
  addKey(block, keys, 0);
  for (let round = 1; round <= ROUNDS; round++) {
    substituteAndShift(block, SBOX, 1);
    if (round < ROUNDS) mixColumns(block);
    addKey(block, keys, round);
  }
}

function decryptBlock(block: Uint8Array, keys: Uint8Array): void {
  for (let round = ROUNDS; round >= 1; round--) {
    addKey(block, keys, round);
    if (round < ROUNDS) unmixColumns(block);
    substituteAndShift(block, INVERSE_SBOX, -1);
  }
  addKey(block, keys, 0);
}

/** Encrypts whole blocks. */
export function encryptCbc(key: Uint8Array, iv: Uint8Array, plain: Uint8Array): Uint8Array {
  const keys = expandKey(key);
  const out = plain.slice();
  let previous = iv;
  for (let i = 0; i < out.length; i += BLOCK) {
    const block = out.subarray(i, i + BLOCK);
    for (let k = 0; k < BLOCK; k++) block[k]! ^= previous[k]!;
    encryptBlock(block, keys);
    previous = block;
  }
  return out;
}

/** Decrypts whole blocks. */
export function decryptCbc(key: Uint8Array, iv: Uint8Array, encrypted: Uint8Array): Uint8Array {
  const keys = expandKey(key);
  const out = encrypted.slice();
  for (let i = 0; i < out.length; i += BLOCK) {
    const block = out.subarray(i, i + BLOCK);
    decryptBlock(block, keys);
    const previous = i === 0 ? iv : encrypted.subarray(i - BLOCK, i);
    for (let k = 0; k < BLOCK; k++) block[k]! ^= previous[k]!;
  }
  return out;
}
