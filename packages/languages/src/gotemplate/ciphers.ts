/** Hashes, ciphers and curves of the libraries, for the few templates that use them. */
export { cbc } from "@noble/ciphers/aes.js";
export { p256 } from "@noble/curves/nist.js";
export { bytesToNumberBE, numberToBytesBE } from "@noble/curves/utils.js";
export { hmac } from "@noble/hashes/hmac.js";
export { sha1 } from "@noble/hashes/legacy.js";
export { scrypt } from "@noble/hashes/scrypt.js";
export { sha256, sha512 } from "@noble/hashes/sha2.js";
export { sha3_256 } from "@noble/hashes/sha3.js";
export { bytesToHex, concatBytes } from "@noble/hashes/utils.js";
export { encodeBase64 as encodeSalt, hashSync } from "bcryptjs";
