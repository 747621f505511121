/**
 * The text that a string literal stands for. Escapes may spell single bytes (`\xc3\xa9` is é), so what they give is
 * read as UTF-8; bytes that are none become U+FFFD.
 */
import { decodeGo, encodeUtf8 } from "../base/text.ts";

const ESCAPED: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
};

const SEQUENCE = /\\(?:([abfnrtv\\"])|([0-7]{3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;

/** The text of a literal as written, quotes included; undefined when it is malformed. Raw strings lose their `\r`. */
export function unquote(literal: string): string | undefined {
  const quote = literal[0];
  if (literal.length < 2 || literal.at(-1) !== quote) return undefined;
  const body = literal.slice(1, -1);
  if (quote === "`") return body.includes("`") ? undefined : body.replaceAll("\r", "");
  if (quote !== '"' || body.includes("\n")) return undefined;
  if (!body.includes("\\")) return body.includes('"') ? undefined : body;
  return interpretEscapes(body);
}

function interpretEscapes(body: string): string | undefined {
  /** Finished text, or single bytes where an escape spelled one beyond ASCII. */
  const parts: (string | number)[] = [];
  let bytes = false;
  for (let i = 0; i < body.length; ) {
    const next = body.indexOf("\\", i);
    const plain = body.slice(i, next < 0 ? body.length : next);
    if (plain.includes('"')) return undefined;
    parts.push(plain);
    if (next < 0) break;
    SEQUENCE.lastIndex = next;
    const m = SEQUENCE.exec(body);
    if (!m) return undefined;
    i = SEQUENCE.lastIndex;
    const [, short, octal, hex, short4, long8] = m;
    if (short !== undefined) {
      parts.push(ESCAPED[short]!);
      continue;
    }
    const unicode = short4 ?? long8;
    const value = unicode ? Number.parseInt(unicode, 16) : Number.parseInt((octal ?? hex)!, octal ? 8 : 16);
    if (unicode) {
      if (value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return undefined;
      parts.push(String.fromCodePoint(value));
    } else {
      if (value > 0xff) return undefined;
      bytes ||= value >= 0x80;
      parts.push(value < 0x80 ? String.fromCharCode(value) : value);
    }
  }
  return bytes ? joinBytes(parts) : parts.join("");
}

function joinBytes(parts: readonly (string | number)[]): string {
  const chunks = parts.map((part) => (typeof part === "number" ? Uint8Array.of(part) : encodeUtf8(part)));
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return decodeGo(all);
}
