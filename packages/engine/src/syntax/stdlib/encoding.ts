/**
 * Base64 and URL encoding as Go does them, on the bytes of the text. Decoded base64 is a list of bytes that turns into
 * text only where a text is wanted.
 */
import { decodeGo, encodeUtf8 } from "../../base/text.ts";
import { quoteString } from "../characters.ts";
import { byteArray, string } from "../value.ts";
import { fixedFunction, type Refusal, refuse } from "./function.ts";
import { parseGoJson, writeGoJson } from "./json.ts";
import { parseYaml } from "./yaml.ts";

const COMMON = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const STANDARD = `${COMMON}+/`;
const URL_SAFE = `${COMMON}-_`;

function encodeBase64(text: string, alphabet: string): string {
  const bytes = encodeUtf8(text);
  let out = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out += alphabet[bits >> 18]! + alphabet[(bits >> 12) & 63]!;
    out += left > 1 ? alphabet[(bits >> 6) & 63]! : "=";
    out += left > 2 ? alphabet[bits & 63]! : "=";
  }
  return out;
}

/** The bytes, or where Go finds the input corrupt. Line ends are skipped; padding is required. */
function decodeBase64(text: string, alphabet: string): Uint8Array | Refusal {
  const source = encodeUtf8(text);
  const corrupt = (at: number): Refusal => refuse(`illegal base64 data at input byte ${at}`);
  const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;
  const out: number[] = [];
  const digits: number[] = [];
  let at = 0;
  for (; at < source.length; at++) {
    const byte = source[at]!;
    const digit = alphabet.indexOf(String.fromCharCode(byte));
    if (digit >= 0) {
      digits.push(digit);
      if (digits.length === 4) out.push(...groupBytes(digits.splice(0), 3));
    } else if (byte === 0x3d) {
      if (digits.length < 2) return corrupt(at);
      if (digits.length === 2) {
        const first = at++;
        while (isLineEnd(source[at])) at++;
        if (at >= source.length) return corrupt(source.length);
        if (source[at] !== 0x3d) return corrupt(at === first + 1 ? first : at - 1);
      }
      at++;
      while (isLineEnd(source[at])) at++;
      if (at < source.length) return corrupt(at);
      out.push(...groupBytes(digits, digits.length - 1));
      return Uint8Array.from(out);
    } else if (!isLineEnd(byte)) return corrupt(at);
  }
  // Go counts back from the end by as many digits as are left over.
  return digits.length > 0 ? corrupt(source.length - digits.length) : Uint8Array.from(out);
}

function groupBytes(digits: readonly number[], count: number): number[] {
  const bits = (digits[0]! << 18) | (digits[1]! << 12) | ((digits[2] ?? 0) << 6) | (digits[3] ?? 0);
  return [bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, count);
}

function decodeToValue(text: string, alphabet: string) {
  const bytes = decodeBase64(text, alphabet);
  return "refused" in bytes ? bytes : byteArray(bytes);
}

function encodeUrl(text: string): string {
  let out = "";
  for (const byte of encodeUtf8(text)) {
    const char = String.fromCharCode(byte);
    if (/[A-Za-z0-9\-_.~]/.test(char)) out += char;
    else out += byte === 0x20 ? "+" : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return out;
}

function decodeUrl(text: string): string | Refusal {
  const source = encodeUtf8(text);
  const out: number[] = [];
  for (let i = 0; i < source.length; i++) {
    const byte = source[i]!;
    if (byte !== 0x25) {
      out.push(byte === 0x2b ? 0x20 : byte);
      continue;
    }
    const sequence = decodeGo(source.subarray(i, i + 3));
    if (!/^%[0-9a-fA-F]{2}$/.test(sequence)) return refuse(`invalid URL escape ${quoteString(sequence)}`);
    out.push(Number.parseInt(sequence.slice(1), 16));
    i += 2;
  }
  return decodeGo(Uint8Array.from(out));
}

const fromBase64 = fixedFunction("encoding.from_base64", ["string"], (text) => decodeToValue(text, STANDARD));
const fromUrlBase64 = fixedFunction("encoding.from_URLbase64", ["string"], (text) => decodeToValue(text, URL_SAFE));
const toBase64 = fixedFunction("encoding.to_base64", ["string"], (text) => string(encodeBase64(text, STANDARD)));
const toUrlBase64 = fixedFunction("encoding.to_URLbase64", ["string"], (text) => string(encodeBase64(text, URL_SAFE)));
const urlEncode = fixedFunction("encoding.url_encode", ["string"], (text) => string(encodeUrl(text)));
const urlDecode = fixedFunction("encoding.url_decode", ["string"], (text) => {
  const decoded = decodeUrl(text);
  return typeof decoded === "string" ? string(decoded) : decoded;
});
const fromJson = fixedFunction("encoding.from_json", ["string"], parseGoJson);
const toJson = fixedFunction("encoding.to_json", ["any"], writeGoJson);
const fromYaml = fixedFunction("encoding.from_yaml", ["string"], parseYaml);

/** The functions of the namespace, by name. */
export const ENCODING_FUNCTIONS = {
  from_json: fromJson,
  from_yaml: fromYaml,
  from_base64: fromBase64,
  from_URLbase64: fromUrlBase64,
  to_json: toJson,
  to_base64: toBase64,
  to_URLbase64: toUrlBase64,
  url_encode: urlEncode,
  url_decode: urlDecode,
} as const;
